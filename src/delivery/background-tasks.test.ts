import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Claim, Shares } from '../platform/waiting/turns.ts';
import { BackgroundTasks } from './background-tasks.ts';

const never = () => new Promise<void>(() => undefined);

const queueOf = (most: number, atOnce: number, shares: Omit<Shares, 'most'> = {}) =>
  new BackgroundTasks({ places: { most, ...shares }, turns: { most: atOnce, ...shares } });

it('background tasks run a few at once and refuse more than the queue holds', async () => {
  const tasks = queueOf(3, 2);
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

it('background tasks of one owner, and of its tasks for one domain, get a part of the queue', () => {
  const tasks = queueOf(16, 8, { ofOwner: 4, ofOwnerAndDomain: 3 });
  const take = (claim: Claim) => {
    let taken = 0;
    while (taken < 20 && tasks.run(never, claim)) taken += 1;
    return taken;
  };
  assert.equal(take({ owner: 'a', domain: 'x' }), 3);
  assert.equal(take({ owner: 'a', domain: 'y' }), 1, 'its owner has its part');
  assert.equal(take({ owner: 'b', domain: 'x' }), 3, 'another owner has a part of the domain');
  assert.deepEqual(tasks.usage, { running: 7, waiting: 0 });
  assert.equal(take({}), 9);
  assert.deepEqual(tasks.usage, { running: 8, waiting: 8 });
});

it('background tasks of a full queue give places to owners with less', () => {
  const tasks = queueOf(12, 2);
  const dropped: string[] = [];
  const run = (owner: string, name: string) =>
    tasks.run(never, { owner }, { dropped: () => void dropped.push(name) });
  for (let at = 1; at <= 8; at += 1) assert.ok(run('a', `a${at}`));
  for (let at = 1; at <= 4; at += 1) assert.ok(run('b', `b${at}`));
  assert.equal(run('a', 'a9'), false, 'who has most gets no more');
  for (const owner of ['c', 'd', 'b']) assert.ok(run(owner, owner));
  assert.deepEqual(dropped, ['a8', 'a7', 'a6']);
  assert.equal(run('b', 'b6'), false, 'both have five now');
});

it('background tasks of owners with no task under way run next', async () => {
  const tasks = queueOf(100, 4, { ofOwner: 3, kept: 2, few: 1 });
  const order: string[] = [];
  const gates = new Map<string, () => void>();
  const run = (name: string) =>
    tasks.run(
      () => {
        order.push(name);
        return new Promise((resolve) => gates.set(name, resolve));
      },
      { owner: name.slice(0, 1) },
    );
  const end = async (name: string) => {
    gates.get(name)?.();
    await setImmediate();
  };
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1', 'd1', 'd2']) run(name);
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1'], 'half is kept for first ones');
  await end('a1');
  assert.deepEqual(order.slice(4), ['d1']);
  for (const name of ['b1', 'c1', 'd1']) await end(name);
  assert.deepEqual(order.slice(5), ['b2', 'd2']);
  for (const name of ['a2', 'b2', 'd2', 'a3', 'a4']) await end(name);
  assert.equal((await tasks.drain(1_000)).length, 0);
  assert.deepEqual(tasks.usage, { running: 0, waiting: 0 });
});

it('background tasks overtake those that wait for a full share', async () => {
  const tasks = queueOf(100, 3, { ofOwnerAndDomain: 1 });
  const order: string[] = [];
  const run = (name: string) =>
    tasks.run(
      () => {
        order.push(name);
        return never();
      },
      { owner: name.slice(0, 1), domain: name.slice(1, 2) },
    );
  for (const name of ['ax1', 'ax2', 'ay1', 'bx1']) run(name);
  assert.deepEqual(order, ['ax1', 'ay1', 'bx1']);
});

it('background tasks that pause let others run, and come back before their owner’s others', async () => {
  const tasks = queueOf(10, 1);
  const order: string[] = [];
  const other = Promise.withResolvers<void>();
  const { signal } = new AbortController();
  tasks.run(
    async (pause) => {
      order.push('first try');
      await pause(1, signal);
      order.push('second try');
    },
    { owner: 'a' },
  );
  tasks.run(
    async () => {
      order.push('other');
      await other.promise;
    },
    { owner: 'a' },
  );
  tasks.run(async () => void order.push('last'), { owner: 'a' });
  assert.deepEqual(order, ['first try', 'other']);
  assert.equal(tasks.usage.running, 1);
  // The pause ends, but there is no turn.
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(order, ['first try', 'other']);
  other.resolve();
  assert.equal((await tasks.drain(1_000)).length, 0);
  assert.deepEqual(order, ['first try', 'other', 'second try', 'last']);
  assert.deepEqual(tasks.usage, { running: 0, waiting: 0 });
});

it('background tasks whose time ends in a pause end without a turn', async () => {
  const tasks = queueOf(10, 1);
  const time = new AbortController();
  tasks.run((pause) => pause(1, time.signal), { owner: 'a' });
  tasks.run(never, { owner: 'b' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  time.abort();
  await setImmediate();
  assert.deepEqual(tasks.usage, { running: 1, waiting: 0 });
});

it('background tasks continue after a task that failed', async () => {
  const tasks = queueOf(3, 1);
  let done = false;
  tasks.run(() => Promise.reject(new Error('told the log')));
  tasks.run(async () => void (done = true));
  assert.equal((await tasks.drain(1_000)).length, 0);
  assert.ok(done);
});

it('background tasks are dropped and counted at the end of a stop, and refused from then on', async () => {
  const tasks = queueOf(5, 1);
  tasks.run(never);
  tasks.run(never);
  assert.equal((await tasks.drain(20)).length, 2);
  assert.equal(tasks.run(never), false);
});
