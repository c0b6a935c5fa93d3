import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { Challenge, RouteResource } from '../../src/contract/schemas.ts';
import { asksFor } from '../support/challenged-form.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { startService, type TestService } from '../support/service.ts';
import { newNodeKeys } from '../support/keys.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { solutionOf } from '../support/solve-challenge.ts';

const server = await startPostgres({ after });

const ALWAYS = { settings: { challenge: 'always' } };
const HELLO = { message: 'Hello' };

let [first, second]: TestService[] = [];
let form: RouteResource;

before(async () => {
  const env = { DATABASE_URL: await server.newDatabase(), ...newNodeKeys(), MONTHLY_LIMIT: '9999' };
  first = await startService(undefined, env);
  second = await startService(undefined, env);
  form = await first.activeRoute(ALWAYS);
});
after(async () => {
  for (const service of [first, second]) await service?.close();
});
beforeEach(() => {
  for (const { sink } of nodes()) sink.mails.length = 0;
});

/** Both nodes; they are started before the first test. */
function nodes(): [TestService, TestService] {
  assert.ok(first && second);
  return [first, second];
}

const challengeOf = async (service: TestService, { form_id }: RouteResource): Promise<Challenge> =>
  (await service.request(`/v1/routes/${form_id}/challenge`)).json;

const delivered = () =>
  nodes().reduce((count, { sink }) => count + sink.mails.filter(isDelivery).length, 0);

it('on two nodes a solution works once, whichever node issued its challenge', async () => {
  const [one, other] = nodes();
  const altcha = solutionOf(await challengeOf(one, form));
  const posts = Array.from({ length: 20 }, (_, at) =>
    (at % 2 ? one : other).submit(form.form_id, { ...HELLO, altcha }),
  );
  const answers = await Promise.all(posts);
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    assert.equal(answer.json.error, 'challenge_required');
  }
  for (const node of nodes()) asksFor(await node.submit(form.form_id, { ...HELLO, altcha }));
  assert.equal(delivered(), 1);
});

it('a solution that one node could not deliver is good on the other one, once', async () => {
  const [one, other] = nodes();
  const altcha = asksFor(await one.submit(form.form_id, HELLO));
  one.sink.refuseWith({ code: 451, text: 'later' });
  assert.equal((await one.submit(form.form_id, { ...HELLO, altcha })).status, 503);
  one.sink.refuseWith(undefined);
  assert.equal((await other.submit(form.form_id, { ...HELLO, altcha })).status, 200);
  asksFor(await one.submit(form.form_id, { ...HELLO, altcha }));
});

it('a retry with its Idempotency-Key gets the first answer on another node without a solution', async () => {
  const [one, other] = nodes();
  const key = { 'idempotency-key': 'the key of a visitor' };
  const altcha = solutionOf(await challengeOf(one, form));
  const answer = await one.submit(form.form_id, { ...HELLO, altcha }, key);
  assert.equal(answer.status, 200);
  const again = await other.submit(form.form_id, HELLO, key);
  assert.equal(again.json.delivery_id, answer.json.delivery_id);
  assert.equal(delivered(), 1);
});
