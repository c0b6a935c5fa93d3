import assert from 'node:assert/strict';
import { it } from 'node:test';
import { press } from '../consent/press.ts';
import { answeredForm, answersIn, submitSolved } from '../support/answered-form.ts';
import { bounceTokenIn } from '../support/bounce-mails.ts';
import { basicAuth, postmarkBounce, report } from '../support/bounce-providers.ts';
import {
  answerCopy,
  createPeople,
  formWithCopies,
  mailTo,
  ownerPuts,
  questionTo,
} from '../support/copied-form.ts';
import { agreeToHandOver, offer, tokenOfHandOver } from '../support/handed-form.ts';
import { callWith, linkTokenOf, sessionOf } from '../support/inbox-session.ts';
import { manage, owned } from '../support/manage-form.ts';
import { linkedToken, unsubscribeToken } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { deliveryAt, prepareTwoNodes } from './two-nodes.ts';

const DAY = 86_400_000;
const HELLO = { message: 'Hello' };

const startNodes = await prepareTwoNodes();

const people = createPeople();

it('questions about copies are answered, ended and asked again on any of two nodes', async (test) => {
  const { one, other } = await startNodes(test);
  const { owner, ann } = people();
  const { form_id } = await formWithCopies(one, [ann], { email: owner });
  const question = questionTo(one, ann);
  assert.equal((await answerCopy(other, question)).json.status, 'confirmed');
  const both = { email: 'delivered', copies: 'delivered' };
  assert.deepEqual(await deliveryAt(one, form_id), both);
  const token = unsubscribeToken(one, mailTo(one, ann));
  assert.equal((await press(other, 'copy-stop', { token })).json.status, 'stopped');
  assert.deepEqual(await deliveryAt(one, form_id), { email: 'delivered' });
  assert.equal((await answerCopy(one, question)).json.error, 'verification_mismatch');
  await manage(other, owned(other, { form_id }, owner), 'POST', '/copies', { email: ann });
  assert.equal((await answerCopy(one, questionTo(other, ann))).json.status, 'confirmed');
  assert.deepEqual(await deliveryAt(other, form_id), both);
});

it('nodes that are asked for the same copies at once mail each inbox once', async (test) => {
  const { one, other } = await startNodes(test);
  const { owner, ann, jo } = people();
  const route = await one.activeRoute({ email: owner });
  const earlier = one.sink.received() + other.sink.received();
  await Promise.all(
    [one, other, one, other].map((node, at) =>
      ownerPuts(node, route, { subject: `${at}`, copies: [ann, jo] }, owner),
    ),
  );
  assert.equal(one.sink.received() + other.sink.received() - earlier, 2);
});

it('a hand-over that is asked for on one node is agreed to on any, and holds on both', async (test) => {
  const { one, other } = await startNodes(test);
  const { owner, client } = people();
  const route = await one.activeRoute({ email: owner });
  const { form_id, management_token } = route;
  await offer(one, form_id, management_token, { email: client });
  const agreed = await agreeToHandOver(other, tokenOfHandOver(one, owner));
  assert.equal(agreed.json.status, 'inbox_asked');
  const moved = await agreeToHandOver(one, tokenOfHandOver(other, client));
  assert.equal(moved.json.status, 'handed_over');
  for (const node of [one, other]) {
    assert.equal((await node.putSettings(route, {})).status, 403, 'the token is dead');
    await node.submit(form_id, HELLO);
    const delivered = node.sink.mails.filter(isDelivery).map(({ recipients }) => recipients);
    assert.deepEqual(delivered, [[client]]);
  }
});

it('of hand-overs that are accepted on both of two nodes at once one moves the form', async (test) => {
  const nodes = await startNodes(test);
  const { one, other } = nodes;
  for (let round = 0; round < 10; round += 1) {
    const { owner, client, ann } = people();
    const { form_id } = await one.activeRoute({ email: owner });
    const bearer = sessionOf(one, owner);
    await offer(one, form_id, bearer, { email: client });
    await offer(other, form_id, bearer, { email: ann });
    const answers = await Promise.all([
      agreeToHandOver(other, tokenOfHandOver(one, client)),
      agreeToHandOver(one, tokenOfHandOver(other, ann)),
    ]);
    const winner = answers.findIndex(({ status }) => status === 200);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
    );
    const [taker, loser] = winner === 0 ? [client, ann] : [ann, client];
    for (const node of [one, other]) {
      for (const [address, forms] of [
        [owner, 0],
        [loser, 0],
        [taker, 1],
      ] as const) {
        const { json } = await callWith(node, 'GET', '/v1/inbox/routes', {
          bearer: sessionOf(node, address),
        });
        assert.equal(json.routes.length, forms, address);
      }
      await deliveryAt(node, form_id);
      assert.ok(mailTo(node, taker), 'both nodes deliver to its new inbox');
    }
  }
});

it('a bounce reported to one node stops the form on the other, and a link heals it on both', async (test) => {
  const { one, other, clock } = await startNodes(test);
  const { owner } = people();
  const { form_id } = await one.activeRoute({ email: owner });
  await one.submit(form_id, HELLO);
  const token = bounceTokenIn(mailTo(one, owner));
  const bounce = { ...postmarkBounce(token), Email: owner };
  assert.equal((await report(other, 'postmark', bounce, basicAuth())).status, 200);
  for (const node of [one, other]) assert.equal((await node.submit(form_id, HELLO)).status, 503);
  clock.now += 120_000;
  const link = linkTokenOf(one, owner, clock.now + 60_000);
  await callWith(one, 'POST', '/v1/inbox/sessions/exchange', { body: { token: link } });
  for (const node of [one, other]) assert.equal((await node.submit(form_id, HELLO)).status, 200);
});

it('a full mailbox counts its days on two nodes together', async (test) => {
  const { one, other, clock } = await startNodes(test);
  const { owner } = people();
  const { form_id } = await one.activeRoute({ email: owner });
  const statuses: number[] = [];
  // Within one period of 14 days.
  clock.now = Math.ceil(clock.now / (14 * DAY)) * 14 * DAY + DAY / 2;
  for (const node of [one, other, one]) {
    statuses.push((await node.submit(form_id, HELLO)).status);
    const token = bounceTokenIn(mailTo(node, owner));
    const full = { ...postmarkBounce(token, 'SoftBounce'), Email: owner };
    for (const each of [one, other]) await report(each, 'postmark', full, basicAuth());
    clock.now += DAY;
  }
  statuses.push((await other.submit(form_id, HELLO)).status);
  assert.deepEqual(statuses, [200, 200, 200, 503]);
});

it('a visitor is answered once a day by two nodes together, and not after the link of either', async (test) => {
  const { one, other, clock } = await startNodes(test);
  const { owner } = people();
  const form = await answeredForm(one, { email: owner });
  const fieldsOf = (email: string) => ({ ...HELLO, email });
  const sent = async (visitor: string) =>
    (
      await Promise.all(
        [one, other].map((node) => submitSolved(node, form.form_id, fieldsOf(visitor))),
      )
    ).filter((outcome) => outcome === 'sent').length;
  for (let round = 0; round < 3; round += 1) {
    assert.ok((await sent(`visitor@place${round}.example`)) <= 1);
  }
  const visitor = 'visitor@elsewhere.example';
  assert.equal(await submitSolved(one, form.form_id, fieldsOf(visitor)), 'sent');
  assert.equal(await submitSolved(other, form.form_id, fieldsOf(visitor)), 'skipped');
  clock.now += DAY + 3_600_000;
  assert.equal(await submitSolved(other, form.form_id, fieldsOf(visitor)), 'sent');
  const token = linkedToken(other, 'stop', answersIn(other).at(-1));
  await one.request('/v1/answers/stop', { method: 'POST', body: new URLSearchParams({ token }) });
  clock.now += 2 * DAY;
  for (const node of [one, other]) {
    assert.equal(await submitSolved(node, form.form_id, fieldsOf(visitor)), 'skipped');
  }
  const answers = [...answersIn(one), ...answersIn(other)];
  const perVisitor = Map.groupBy(answers, ({ recipients }) => recipients.join());
  assert.deepEqual(
    [...perVisitor].filter(([to, { length }]) => length !== (to === visitor ? 2 : 1)),
    [],
  );
});
