import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { keyring } from '../../../test/stores/route-rows.ts';
import { newPath, openStore } from '../../../test/stores/sqlite-files.ts';
import { newFormId } from '../../forms/route.ts';
import { DayShare } from './day-share.ts';

const NOON = Date.UTC(2026, 4, 1, 12);
const HOUR = 3_600_000;
const formId = newFormId();

/** Nodes with one database, and the statements that they sent to it. */
function shareOf(test: TestContext, monthlyLimit: number) {
  const { counters } = openStore(test, newPath(test));
  const clock = { now: NOON, statements: 0 };
  const take: typeof counters.take = (...given) => {
    clock.statements += 1;
    return counters.take(...given);
  };
  const node = () =>
    new DayShare({
      store: { counters: { take } },
      settings: { MONTHLY_LIMIT: monthlyLimit },
      keyring,
      now: () => clock.now,
    } as never);
  return { clock, node };
}

/** How many of so many deliveries the nodes allow, in turn. */
async function deliver(nodes: readonly DayShare[], count: number, form = formId): Promise<number> {
  const takes = Array.from({ length: count }, async (_, at) =>
    nodes[at % nodes.length]?.take(form),
  );
  return (await Promise.all(takes)).filter((undo) => undo !== undefined).length;
}

for (const [limit, most] of [
  [250, 50],
  [1_000, 200],
  [7, 1],
  [1, 1],
] as const)
  it(`the share of ${limit} a month is ${most}, on one node`, async (test) => {
    const { node } = shareOf(test, limit);
    assert.equal(await deliver([node()], 3 * most + 1), most);
  });

it('the share is never exceeded on three nodes, and nodes that deliver reach it', async (test) => {
  const { node } = shareOf(test, 1_003);
  const nodes = [node(), node(), node()];
  assert.equal(await deliver(nodes, 600), 200);
  assert.ok(nodes.every((each) => each.isUsedUp(formId)));
});

it('the share holds after restarts, which lose at most a twentieth of it', async (test) => {
  const { node } = shareOf(test, 1_000);
  let delivered = 0;
  for (let starts = 0; starts < 4; starts += 1) delivered += await deliver([node()], 25);
  delivered += await deliver([node()], 300);
  assert.ok(delivered <= 200 && delivered >= 200 - 4 * 10, String(delivered));
});

it('the share is that of a form and a UTC day', async (test) => {
  const { clock, node } = shareOf(test, 250);
  const one = node();
  assert.equal(await deliver([one], 60), 50);
  assert.equal(await deliver([one], 60, newFormId()), 50);
  clock.now += 12 * HOUR - 1;
  assert.equal(await deliver([one], 1), 0);
  clock.now += 1;
  assert.equal(one.isUsedUp(formId), false);
  assert.equal(await deliver([one], 60), 50);
});

it('what was given back is delivered later, and a failed delivery uses up nothing', async (test) => {
  const { node } = shareOf(test, 10);
  const share = node();
  const undo = await share.take(formId);
  assert.equal(await deliver([share], 5), 1);
  assert.ok(share.isUsedUp(formId));
  undo?.();
  assert.equal(share.isUsedUp(formId), false);
  assert.equal(await deliver([share], 5), 1);
});

it('the store is asked twenty times a day at most by one node, once more at the end', async (test) => {
  const { clock, node } = shareOf(test, 10_000);
  const share = node();
  for (let at = 0; at < 2_500; at += 1) await share.take(formId);
  assert.equal(clock.statements, 21);
});

it('a month without a limit has no share', async (test) => {
  const { clock, node } = shareOf(test, 0);
  assert.equal(await deliver([node()], 500), 500);
  assert.equal(clock.statements, 0);
});
