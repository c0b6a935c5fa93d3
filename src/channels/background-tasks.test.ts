import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BackgroundTasks } from './background-tasks.ts';

const never = () => new Promise<void>(() => undefined);

describe('background tasks', () => {
  it('run a few at once and refuse more than they may hold', async () => {
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
    assert.equal(await tasks.drain(1_000), 0);
    assert.equal(running, 3);
  });

  it('go on after a task that failed', async () => {
    const tasks = new BackgroundTasks({ most: 3, atOnce: 1 });
    let done = false;
    tasks.run(() => Promise.reject(new Error('told the log')));
    tasks.run(async () => void (done = true));
    assert.equal(await tasks.drain(1_000), 0);
    assert.ok(done);
  });

  it('are dropped and counted when the time to stop is over, and refused then', async () => {
    const tasks = new BackgroundTasks({ most: 5, atOnce: 1 });
    tasks.run(never);
    tasks.run(never);
    assert.equal(await tasks.drain(20), 2);
    assert.equal(tasks.run(never), false);
  });
});
