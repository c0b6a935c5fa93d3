import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { keyring, newRoute } from '../../../test/stores/route-rows.ts';
import { newPath, openStore } from '../../../test/stores/sqlite-files.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { MailOwner } from '../../consent/decisions/mail-owner.ts';
import type { Context } from '../../platform/context.ts';
import { TellOwner } from './tell-owner.ts';

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 4, 1, 12);
const ATTACK = { endsAt: NOON, bad: 30, marked: 0 };

/** Nodes with one database, and the inboxes whose notices a mail server got. */
function nodesOf(test: TestContext) {
  const { counters } = openStore(test, newPath(test));
  const clock = { now: NOON };
  const sent: string[] = [];
  const sending: Promise<void>[] = [];
  let failing = false;
  const later: MailOwner['later'] = (mail) => {
    assert.ok('reserve' in mail);
    const send = async () => {
      const refund = await mail.reserve();
      if (!refund) return;
      if (!failing) sent.push(mail.about.route.address);
      else {
        await refund();
        mail.onFailure?.();
      }
    };
    sending.push(send());
  };
  const node = () =>
    new TellOwner(
      { store: { counters }, keyring, now: () => clock.now } as unknown as Context,
      { mailOwner: { later }, ownerLinks: { always: () => 'https://forms.example/spam' } } as never,
      { ofToday: () => Promise.resolve({ delivered: 1, challenged: 2, refused: 3, trapped: 4 }) },
    );
  return {
    clock,
    node,
    fail: (fails: boolean) => void (failing = fails),
    /** Lets the minutes pass, and what is due be sent. */
    async pass(minutes: number, ...nodes: TellOwner[]) {
      clock.now += minutes * MINUTE;
      for (const each of nodes) each.send();
      await Promise.all(sending.splice(0));
      return sent.splice(0);
    },
  };
}

const route = newRoute('owner@example.com', { status: 'active' });
const again = newRoute('owner@example.com', { status: 'active' });
const other = newRoute('other@example.com', { status: 'active' });

it('the notice is sent some minutes after the attack was noticed, once', async (test) => {
  const { node, pass } = nodesOf(test);
  const one = node();
  one.plan(route, ATTACK, 'r');
  assert.deepEqual(await pass(LIMITS.attackNoticeMinutes - 1, one), []);
  one.plan(route, ATTACK, 'r');
  assert.deepEqual(await pass(1, one), [route.address]);
  one.plan(route, ATTACK, 'r');
  assert.deepEqual(await pass(LIMITS.attackNoticeMinutes, one), []);
});

it('the notice is sent once a day for all forms of an inbox, on two nodes', async (test) => {
  const { node, pass } = nodesOf(test);
  const [one, two] = [node(), node()];
  one.plan(route, ATTACK, 'r');
  two.plan(again, ATTACK, 'r');
  two.plan(other, ATTACK, 'r');
  const sent = await pass(LIMITS.attackNoticeMinutes, one, two);
  assert.deepEqual(sent.toSorted(), [other.address, route.address]);
  const third = node();
  third.plan(again, ATTACK, 'r');
  assert.deepEqual(await pass(LIMITS.attackNoticeMinutes, third), []);
  await pass(12 * 60);
  one.plan(again, ATTACK, 'r');
  assert.deepEqual(await pass(LIMITS.attackNoticeMinutes, one), [route.address]);
});

it('the notice is sent later when its mail could not be sent', async (test) => {
  const { node, pass, fail } = nodesOf(test);
  const one = node();
  fail(true);
  one.plan(route, ATTACK, 'r');
  assert.deepEqual(await pass(LIMITS.attackNoticeMinutes, one), []);
  fail(false);
  one.plan(route, ATTACK, 'r');
  assert.deepEqual(await pass(LIMITS.attackNoticeMinutes, one), [route.address]);
});

it('the notice does not wait once the service stops', async (test) => {
  const { node, pass } = nodesOf(test);
  const one = node();
  one.plan(route, ATTACK, 'r');
  one.stop();
  one.plan(other, ATTACK, 'r');
  assert.deepEqual(await pass(0), [route.address, other.address]);
});
