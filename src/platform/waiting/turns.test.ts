import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { PatientTurns } from './turns.ts';
import { within } from './within.ts';

const BOUNDS = { most: 1, patience: 5_000, overloaded: () => new Error('overloaded') };

/** Lets tasks with these names run, two at the same time; returns the order in which they began. */
async function orderOf(names: readonly string[]): Promise<string[]> {
  const turns = new PatientTurns({ ...BOUNDS, most: 2 });
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const tasks = names.map((name) =>
    turns.run(name.slice(0, 1), () => {
      begun.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      return promise;
    }),
  );
  for (let at = 0; at < names.length; at += 1) {
    assert.equal(begun.length, Math.min(at + 2, names.length));
    ends[at]?.();
    await nextTurn();
  }
  await Promise.all(tasks);
  await turns.run('a', () => Promise.resolve());
  return begun;
}

describe('turns', () => {
  it('at most so many tasks run at the same time, the others follow in their order', async () => {
    const names = ['a1', 'a2', 'a3', 'a4'];
    assert.deepEqual(await orderOf(names), names);
  });

  it('those with many tasks do not hold up those with few', async () => {
    const order = await orderOf(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'c1']);
    assert.deepEqual(order, ['a1', 'a2', 'b1', 'a3', 'c1', 'b2', 'a4', 'a5', 'a6']);
  });

  it('who has the least under way is next', async () => {
    const turns = new PatientTurns({ ...BOUNDS, most: 5 });
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const tasks = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'a4'].map((name) =>
      turns.run(name.slice(0, 1), () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    );
    for (const name of ['b1', 'b2', 'a1', 'a2', 'a3', 'b3', 'a4']) {
      ends.get(name)?.();
      await nextTurn();
    }
    await Promise.all(tasks);
    assert.deepEqual(begun.slice(5), ['b3', 'a4']);
  });

  it('those with many forms do not hold up those with one, nor one of their forms the others', async () => {
    const turns = new PatientTurns({ ...BOUNDS, most: 2 });
    const begun: string[] = [];
    const tasks = ['a1', 'a1', 'a1', 'a1', 'a2', 'a3', 'b1'].map((name) =>
      turns.run({ owner: name.slice(0, 1), domain: name }, async () => {
        begun.push(name);
        await nextTurn();
      }),
    );
    await Promise.all(tasks);
    assert.deepEqual(begun, ['a1', 'a1', 'b1', 'a1', 'a2', 'a1', 'a3']);
  });

  it('a task that fails passes its turn on', async () => {
    const turns = new PatientTurns(BOUNDS);
    const failing = turns.run('a', () => Promise.reject(new Error('no key')));
    const next = turns.run('a', () => Promise.resolve('sent'));
    await assert.rejects(failing, /no key/);
    assert.equal(await next, 'sent');
  });

  it('a task that waits too long is never started, and takes no turn from others', async () => {
    const turns = new PatientTurns({ ...BOUNDS, patience: 0 });
    const { promise, resolve } = Promise.withResolvers<void>();
    const busy = turns.run('a', () => promise);
    const late = turns.run('a', () => Promise.resolve('never'));
    await assert.rejects(late, /overloaded/);
    resolve();
    await busy;
    assert.equal(await turns.run('a', () => Promise.resolve('sent')), 'sent');
  });
});

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

  it('a task that fails after its time has no effect', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    assert.equal(await within(1, promise, () => undefined), undefined);
    reject(new Error('unheard'));
    await new Promise(setImmediate);
  });
});
