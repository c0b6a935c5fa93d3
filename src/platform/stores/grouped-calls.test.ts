import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GroupedCalls } from './grouped-calls.ts';

/** Records each group, and ends it when the test says so; an answer is the call in capitals. */
function startRecorder() {
  const groups: string[] = [];
  const ends: (() => void)[] = [];
  let failure: Error | undefined;
  const calls = new GroupedCalls<string, string>(
    async (group) => {
      groups.push(group.join(' '));
      await new Promise<void>((end) => ends.push(end));
      if (failure) throw failure;
      return (call) => call.toUpperCase();
    },
    (call) => call[0],
  );
  return {
    calls,
    groups,
    endOne: async () => {
      ends.shift()?.();
      await nextTurn();
    },
    failWith: (error: Error | undefined) => void (failure = error),
  };
}

const list = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`);

it('calls of one turn of the event loop share a group, and each gets its own answer', async () => {
  const { calls, groups, endOne } = startRecorder();
  const answers = ['a1', 'a2', 'a1'].map((call) => calls.ask(call));
  await nextTurn();
  assert.deepEqual(groups, ['a1 a2 a1']);
  await endOne();
  assert.deepEqual(await Promise.all(answers), ['A1', 'A2', 'A1']);
});

it('calls wait while two groups are under way, and share the next one', async () => {
  const { calls, groups, endOne } = startRecorder();
  const answers = [];
  for (const call of ['a1', 'a2', 'a3', 'a4']) {
    answers.push(calls.ask(call));
    await nextTurn();
  }
  assert.deepEqual(groups, ['a1', 'a2']);
  await endOne();
  assert.deepEqual(groups, ['a1', 'a2', 'a3 a4']);
  await endOne();
  await endOne();
  assert.deepEqual(await Promise.all(answers), ['A1', 'A2', 'A3', 'A4']);
});

it('calls with different keys never share a group', async () => {
  const { calls, groups } = startRecorder();
  for (const call of ['a1', 'b1', 'a2', 'b2']) void calls.ask(call);
  await nextTurn();
  assert.deepEqual(groups, ['a1 a2', 'b1 b2']);
});

it('a group has at most 100 calls, and the others of its key queue behind other keys', async () => {
  const { calls, groups, endOne } = startRecorder();
  for (const call of list(250)) void calls.ask(call);
  void calls.ask('b1');
  await nextTurn();
  for (let group = 0; group < 4; group += 1) await endOne();
  assert.deepEqual(
    groups.map((group) => group.split(' ').length),
    [100, 1, 100, 50],
  );
});

it('a group that fails rejects its own calls only', async () => {
  const { calls, endOne, failWith } = startRecorder();
  const failed = Promise.allSettled(['a1', 'a2'].map((call) => calls.ask(call)));
  await nextTurn();
  const later = calls.ask('a3');
  await nextTurn();
  failWith(new Error('the connection was lost'));
  await endOne();
  failWith(undefined);
  await endOne();
  const reason = new Error('the connection was lost');
  assert.deepEqual(
    await failed,
    ['a1', 'a2'].map(() => ({ status: 'rejected', reason })),
  );
  assert.equal(await later, 'A3');
});

it('grouped calls are settled when the last one has its answer', async () => {
  const { calls, endOne } = startRecorder();
  let settled = false;
  const answers = [...list(150), 'b1'].map((call) => calls.ask(call));
  const end = calls.settled().then(() => (settled = true));
  await nextTurn();
  for (let group = 0; group < 3; group += 1) {
    assert.equal(settled, false);
    await endOne();
  }
  await Promise.all([end, ...answers]);
});
