import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { once } from './once.ts';

describe('a task that is done once', () => {
  it('callers share it, and it is tried again after it failed', async () => {
    let tries = 0;
    const task = once(async () => {
      tries += 1;
      if (tries === 1) throw new Error('not yet');
      return tries;
    });
    const first = await Promise.allSettled([task(), task()]);
    assert.deepEqual(
      first.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.deepEqual(await Promise.all([task(), task()]), [2, 2]);
    assert.equal(await task(), 2);
  });
});
