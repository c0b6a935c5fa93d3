import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTurns } from './turns.ts';

const BOUNDS = { most: 1, patience: 5_000, overloaded: () => new Error('overloaded') };

describe('turns', () => {
  it('at most so many tasks run at the same time, the others follow in their order', async () => {
    const takeTurn = createTurns({ ...BOUNDS, most: 2 });
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

  it('a task that fails passes its turn on', async () => {
    const takeTurn = createTurns(BOUNDS);
    const failing = takeTurn(() => Promise.reject(new Error('no key')));
    const next = takeTurn(() => Promise.resolve('sent'));
    await assert.rejects(failing, /no key/);
    assert.equal(await next, 'sent');
  });

  it('a task that waits too long is never started, and takes no turn from others', async () => {
    const takeTurn = createTurns({ ...BOUNDS, patience: 0 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const busy = takeTurn(() => promise);
    const late = takeTurn(() => Promise.resolve('never'));
    await assert.rejects(late, /overloaded/);
    resolve();
    await busy;
    assert.equal(await takeTurn(() => Promise.resolve('sent')), 'sent');
  });
});
