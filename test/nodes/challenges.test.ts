import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import type { Challenge, RouteResource } from '../../src/contract/schemas.ts';
import { asksFor } from '../support/challenged-form.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { startService, type TestService } from '../support/service.ts';
import { newNodeKeys } from '../support/keys.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { encode, solutionOf, solve } from '../support/solve-challenge.ts';

const server = await startPostgres({ after });

const ALWAYS = { settings: { challenge: 'always' } };
const HELLO = { message: 'Hello' };

let [first, second, elsewhere]: TestService[] = [];
let form: RouteResource;
let ahead = 0;

before(async () => {
  const env = { DATABASE_URL: await server.newDatabase(), ...newNodeKeys(), MONTHLY_LIMIT: '9999' };
  const clock = { now: () => Date.now() + ahead };
  first = await startService(undefined, env, clock);
  second = await startService(undefined, env, clock);
  elsewhere = await startService(undefined, {}, clock);
  form = await first.activeRoute(ALWAYS);
});
after(async () => {
  for (const service of [first, second, elsewhere]) await service?.close();
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

describe('challenges on two nodes', () => {
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

  it('on two nodes forged, expired, foreign and too cheap solutions are refused', async () => {
    const [one, other] = nodes();
    assert.ok(elsewhere);
    const { maxnumber, ...given } = await challengeOf(one, form);
    const right = { ...given, number: solve({ ...given, maxnumber }) };
    const expired = solutionOf(await challengeOf(other, form));
    ahead += LIMITS.challengeMinutes * 60_000;
    const second_form = await one.activeRoute(ALWAYS);
    const strange = await elsewhere.activeRoute(ALWAYS);
    const salt = given.salt.replace(/\d+&$/, `${Math.floor((Date.now() + ahead) / 1_000) + 600}&`);
    const cheap = { ...given, salt, number: 0, challenge: hash('sha256', `${salt}0`, 'hex') };
    const wrong = {
      expired,
      'its end moved': encode({ ...right, salt }),
      'its end moved, with the hash of that': encode({
        ...right,
        salt,
        challenge: hash('sha256', salt + String(right.number), 'hex'),
      }),
      'too cheap': encode(cheap),
      'of another form': solutionOf(await challengeOf(other, second_form)),
      'of another deployment': solutionOf(await challengeOf(elsewhere, strange)),
    };
    for (const [what, altcha] of Object.entries(wrong)) {
      for (const node of nodes()) {
        const { status } = await node.submit(form.form_id, { ...HELLO, altcha });
        assert.equal(status, 428, what);
      }
    }
    assert.equal(delivered(), 0);
  });
});
