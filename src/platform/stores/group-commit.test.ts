import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GroupCommit } from './group-commit.ts';

const LOCKED = new Error('locked');

/** Resolves when what needs no sync to end has happened. */
async function turns(): Promise<void> {
  for (let count = 0; count < 3; count += 1) await nextTurn();
}

/** An engine that records what it does, and whose syncs end when the test says so. */
function createEngine() {
  const steps: string[] = [];
  const syncs: PromiseWithResolvers<void>[] = [];
  const faults: Error[] = [];
  const written: string[] = [];
  const commits = new GroupCommit(
    {
      apply(writes) {
        const fault = faults.shift();
        if (fault) throw fault;
        written.length = 0;
        writes();
        steps.push(`apply ${written.join('')}`);
      },
      sync() {
        const done = Promise.withResolvers<void>();
        syncs.push(done);
        return done.promise;
      },
      isLocked: (error) => error === LOCKED,
    },
    100,
  );
  const write = (text: string) => {
    const answer = commits.write(() => {
      written.push(text);
      return text.toUpperCase();
    });
    answer.then(
      (value) => steps.push(`answer ${value}`),
      (error: Error) => steps.push(`refuse ${text}: ${error.message}`),
    );
    return answer;
  };
  return { steps, syncs, faults, commits, write };
}

it('grouped writes are answered when they are synced, and not before', async () => {
  const { steps, syncs, write, commits } = createEngine();
  void write('a');
  void write('b');
  await turns();
  assert.deepEqual(steps, ['apply ab']);
  syncs[0]?.resolve();
  await commits.settled();
  assert.deepEqual(steps, ['apply ab', 'answer A', 'answer B']);
});

it('writes that arrive during a sync share the next transaction and its sync', async () => {
  const { steps, syncs, write, commits } = createEngine();
  void write('a');
  await turns();
  void write('b');
  void write('c');
  await turns();
  assert.deepEqual([steps, syncs.length], [['apply a'], 1]);
  syncs[0]?.resolve();
  await turns();
  assert.deepEqual([steps, syncs.length], [['apply a', 'answer A', 'apply bc'], 2]);
  syncs[1]?.resolve();
  await commits.settled();
  assert.deepEqual(steps.slice(3), ['answer B', 'answer C']);
});

it('a group that cannot be applied or synced fails together, and later groups do not', async () => {
  const { steps, syncs, faults, write, commits } = createEngine();
  faults.push(new Error('full'));
  await Promise.allSettled([write('a'), write('b')]);
  const unsynced = write('c');
  await turns();
  syncs[0]?.reject(new Error('disk'));
  await assert.rejects(unsynced);
  void write('d');
  await turns();
  syncs[1]?.resolve();
  await commits.settled();
  assert.deepEqual(
    steps.filter((step) => !step.startsWith('apply')),
    ['refuse a: full', 'refuse b: full', 'refuse c: disk', 'answer D'],
  );
});

it('grouped writes wait for a lock, but not longer than their patience', async () => {
  const { syncs, faults, write } = createEngine();
  faults.push(LOCKED, LOCKED);
  const patient = write('a');
  while (syncs.length === 0) await nextTurn();
  syncs[0]?.resolve();
  assert.equal(await patient, 'A');
  faults.push(...Array.from({ length: 50 }, () => LOCKED));
  await assert.rejects(write('b'), LOCKED);
});
