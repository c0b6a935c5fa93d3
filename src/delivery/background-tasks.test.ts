import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Share } from '../domain/submissions/delivery.ts';
import { BackgroundTasks } from './background-tasks.ts';

const never = () => new Promise<void>(() => undefined);

describe('background tasks', () => {
  it('background tasks run a few at once and refuse more than the queue holds', async () => {
    const tasks = new BackgroundTasks({ most: 3, atOnce: 2 });
    let running = 0;
    const gate = Promise.withResolvers<void>();
    const task = async () => {
      running += 1;
      await gate.promise;
    };
    assert.deepEqual(
      [task, task, task, task].map((one) => tasks.run(one)),
      [true, true, true, false],
    );
    assert.equal(running, 2);
    gate.resolve();
    assert.equal((await tasks.drain(1_000)).length, 0);
    assert.equal(running, 3);
  });

  it('background tasks with a common share get at most their part of the queue', () => {
    const tasks = new BackgroundTasks({ most: 16, atOnce: 4 });
    const take = (shares: Share[]) => {
      let taken = 0;
      while (taken < 20 && tasks.run(never, shares)) taken += 1;
      return taken;
    };
    const host = { key: 'host', of: 2 };
    assert.equal(take([{ key: 'form a', of: 4 }, host]), 4);
    assert.equal(take([{ key: 'form b', of: 4 }, host]), 4);
    assert.equal(take([{ key: 'form c', of: 4 }, host]), 0, 'its host has its half');
    assert.deepEqual(tasks.usage, { running: 2, waiting: 6 });
    assert.equal(take([]), 8);
    assert.deepEqual(tasks.usage, { running: 4, waiting: 12 });
  });

  it('background tasks overtake those that wait for a full share', async () => {
    const tasks = new BackgroundTasks({ most: 100, atOnce: 2 });
    const order: string[] = [];
    const gates = new Map<string, () => void>();
    const run = (name: string, key: string) =>
      tasks.run(() => {
        order.push(name);
        return new Promise((resolve) => gates.set(name, resolve));
      }, [{ key, of: 2 }]);
    for (const name of ['a1', 'a2', 'a3']) run(name, 'a');
    for (const name of ['b1', 'b2']) run(name, 'b');
    assert.deepEqual(order, ['a1', 'b1']);
    gates.get('b1')?.();
    await setImmediate();
    assert.deepEqual(order, ['a1', 'b1', 'b2']);
    gates.get('a1')?.();
    await setImmediate();
    assert.deepEqual(order, ['a1', 'b1', 'b2', 'a2']);
    gates.get('b2')?.();
    gates.get('a2')?.();
    await setImmediate();
    gates.get('a3')?.();
    assert.equal((await tasks.drain(1_000)).length, 0);
    assert.deepEqual(tasks.usage, { running: 0, waiting: 0 });
  });

  it('background tasks continue after a task that failed', async () => {
    const tasks = new BackgroundTasks({ most: 3, atOnce: 1 });
    let done = false;
    tasks.run(() => Promise.reject(new Error('told the log')));
    tasks.run(async () => void (done = true));
    assert.equal((await tasks.drain(1_000)).length, 0);
    assert.ok(done);
  });

  it('background tasks are dropped and counted at the end of a stop, and refused from then on', async () => {
    const tasks = new BackgroundTasks({ most: 5, atOnce: 1 });
    tasks.run(never);
    tasks.run(never);
    assert.equal((await tasks.drain(20)).length, 2);
    assert.equal(tasks.run(never), false);
  });
});
