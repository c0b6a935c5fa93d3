import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { within } from './within.ts';

const never = new Promise<never>(() => undefined);

describe('a task within a time', () => {
  it('a task that ends in time has its own outcome', async () => {
    assert.equal(await within(5_000, Promise.resolve('done'), () => 'late'), 'done');
    const failed = within(5_000, Promise.reject(new Error('no')), () => 'late');
    await assert.rejects(failed, /no/);
  });

  it('a task that takes longer has the outcome of `late`, be it an error', async () => {
    assert.equal(await within(1, never, () => 'late'), 'late');
    const refuse = () => {
      throw new Error('too late');
    };
    await assert.rejects(within(1, never, refuse), /too late/);
  });

  it('a task that fails after its time bothers nobody', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    assert.equal(await within(1, promise, () => undefined), undefined);
    reject(new Error('unheard'));
    await new Promise(setImmediate);
  });
});
