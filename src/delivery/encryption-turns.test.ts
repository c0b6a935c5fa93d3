import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTurns } from './encryption-turns.ts';

describe('turns of large mails that are encrypted', () => {
  it('at most so many run at the same time, the others in their order', async () => {
    const takeTurn = createTurns({ most: 2 });
    const ends: (() => void)[] = [];
    const begun: number[] = [];
    const tasks = [0, 1, 2, 3].map((at) =>
      takeTurn(() => {
        begun.push(at);
        const { promise, resolve } = Promise.withResolvers<void>();
        ends.push(resolve);
        return promise;
      }),
    );
    for (const [at, task] of tasks.entries()) {
      assert.deepEqual(begun, [0, 1, 2, 3].slice(0, at + 2));
      ends[at]?.();
      await task;
    }
    await takeTurn(() => Promise.resolve());
  });

  it('a task that fails gives its turn on', async () => {
    const takeTurn = createTurns({ most: 1 });
    const failing = takeTurn(() => Promise.reject(new Error('no key')));
    const next = takeTurn(() => Promise.resolve('sent'));
    await assert.rejects(failing, /no key/);
    assert.equal(await next, 'sent');
  });

  it('who waits too long hears when to try again, and takes no turn from others', async () => {
    const takeTurn = createTurns({ most: 1, patience: 0 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const busy = takeTurn(() => promise);
    const late = takeTurn(() => Promise.resolve('never'));
    await assert.rejects(late, { kind: 'overloaded', retryAfterSeconds: 5, variant: 'overloaded' });
    resolve();
    await busy;
    assert.equal(await takeTurn(() => Promise.resolve('sent')), 'sent');
  });
});
