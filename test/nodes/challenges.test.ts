import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { asksFor } from '../support/challenged-form.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { solutionOf } from '../support/solve-challenge.ts';
import { prepareTwoNodes } from './two-nodes.ts';

const HELLO = { message: 'Hello' };

const startNodes = await prepareTwoNodes();

/** Two nodes, and how to submit to a form that always asks for a challenge. */
async function start(test: TestContext) {
  const { one, other } = await startNodes(test);
  const { form_id: id } = await one.activeRoute({ settings: { challenge: 'always' } });
  return {
    one,
    other,
    send: (node: typeof one, fields: Record<string, string>, headers = {}) =>
      node.submit(id, { ...HELLO, ...fields }, headers),
    solve: async () => solutionOf((await one.request(`/v1/routes/${id}/challenge`)).json),
    delivered: () => [one, other].flatMap(({ sink }) => sink.mails.filter(isDelivery)).length,
  };
}

it('on two nodes a solution works once, whichever node issued its challenge', async (test) => {
  const { one, other, send, solve, delivered } = await start(test);
  const altcha = await solve();
  const posts = Array.from({ length: 20 }, (_, at) => send(at % 2 ? one : other, { altcha }));
  const answers = await Promise.all(posts);
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const answer of answers) if (answer.status !== 200) asksFor(answer);
  for (const node of [one, other]) asksFor(await send(node, { altcha }));
  assert.equal(delivered(), 1);
});

it('a solution that one node could not deliver is good on the other one, once', async (test) => {
  const { one, other, send } = await start(test);
  const altcha = asksFor(await send(one, {}));
  one.sink.refuseWith({ code: 451, text: 'later' });
  assert.equal((await send(one, { altcha })).status, 503);
  one.sink.refuseWith(undefined);
  assert.equal((await send(other, { altcha })).status, 200);
  asksFor(await send(one, { altcha }));
});

it('a retry with its Idempotency-Key gets the first answer on another node without a solution', async (test) => {
  const { one, other, send, solve, delivered } = await start(test);
  const key = { 'idempotency-key': 'the key of a visitor' };
  const answer = await send(one, { altcha: await solve() }, key);
  assert.equal(answer.status, 200);
  const again = await send(other, {}, key);
  assert.equal(again.json.delivery_id, answer.json.delivery_id);
  assert.equal(delivered(), 1);
});
