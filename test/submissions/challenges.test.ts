import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import { asksFor, startChallenged, type Challenged } from '../support/challenged-form.ts';
import { encode, solutionOf, solve } from '../support/solve-challenge.ts';

const HELLO = { message: 'Hello' };
const MINUTE = 60_000;

let form: Challenged;

before(async () => {
  form = await startChallenged();
});
after(() => form.close());
beforeEach(() => form.beginTest());

describe('a form that always asks for a challenge', () => {
  before(() => form.policy('always'));

  it('a submission without a solution gets a challenge, and with its solution it is delivered unmarked', async () => {
    const earlier = form.delivered();
    const altcha = asksFor(await form.send(HELLO));
    assert.equal(form.delivered(), earlier);
    const { status } = await form.send({ ...HELLO, altcha });
    assert.equal(status, 200);
    const { subject, text = '' } = form.sink.mails.at(-1)?.email ?? {};
    assert.equal(subject, 'New submission: Contact form');
    assert.ok(!text.includes('altcha') && !text.includes(altcha));
  });

  it('a solution of a fetched challenge is accepted, as JSON too, and the last of two counts', async () => {
    const [first, second] = [await form.challenge(), await form.challenge()];
    const body = JSON.stringify({ ...HELLO, altcha: ['', 'old', solutionOf(first)] });
    const path = `/f/${form.formId}`;
    const headers = { 'content-type': 'application/json', ...form.from() };
    assert.equal((await form.request(path, { method: 'POST', headers, body })).status, 200);
    const twice = new FormData();
    twice.append('message', 'Hello');
    twice.append('altcha', solutionOf(first));
    twice.append('altcha', solutionOf(second));
    const { status } = await form.request(path, {
      method: 'POST',
      headers: form.from(),
      body: twice,
    });
    assert.equal(status, 200);
  });

  // Guarantee: Spam and limits
  it('a solution works once, and of two at the same moment one is delivered', async () => {
    const earlier = form.delivered();
    const altcha = solutionOf(await form.challenge());
    const answers = await Promise.all([1, 2, 3].map(() => form.send({ ...HELLO, altcha })));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 428, 428],
    );
    const { json } = await form.send({ ...HELLO, altcha });
    assert.match(json.message, /was used before/);
    assert.equal(form.delivered(), earlier + 1);
  });

  it('a solution written in another way is the same solution', async () => {
    const challenge = await form.challenge();
    const { maxnumber: _, ...rest } = challenge;
    const right = { ...rest, number: solve(challenge) };
    assert.equal((await form.send({ ...HELLO, altcha: encode(right) })).status, 200);
    asksFor(await form.send({ ...HELLO, altcha: encode({ ...right, took: 1 }) }));
    asksFor(await form.send({ ...HELLO, altcha: encode(right).replaceAll('=', '') }));
  });

  it('forged, expired, foreign and made-up solutions are refused', async () => {
    const challenge = await form.challenge();
    const { maxnumber: _, ...rest } = challenge;
    const number = solve(challenge);
    const own = await form.activeRoute({ alias: 'Second form' });
    const foreign = solutionOf(await form.challenge(form.from(), own.form_id));
    const refused = [
      foreign,
      encode({ ...rest, number: number + 1 }),
      encode({ ...rest, number, salt: challenge.salt.replace(/\d+&$/, '9999999999&') }),
      encode({ ...rest, number, algorithm: 'SHA-1' }),
      'true',
      'e30=',
    ];
    const earlier = form.delivered();
    for (const altcha of refused) asksFor(await form.send({ ...HELLO, altcha }, form.from(1)));
    form.pass(LIMITS.challengeMinutes * MINUTE + 1_000);
    asksFor(await form.send({ ...HELLO, altcha: encode({ ...rest, number }) }));
    assert.equal(form.delivered(), earlier);
  });

  it('a solution that was not delivered can be used again until it expires', async () => {
    const altcha = solutionOf(await form.challenge());
    form.sink.refuseWith({ code: 451, text: 'later' });
    assert.equal((await form.send({ ...HELLO, altcha })).status, 503);
    form.sink.refuseWith(undefined);
    assert.equal((await form.send({ message: ' ', altcha })).status, 400);
    assert.equal((await form.send({ ...HELLO, altcha })).status, 200);
    asksFor(await form.send({ ...HELLO, altcha }));
  });

  it('a dry run says that a challenge is due and uses up nothing', async () => {
    const rehearse = (altcha: string) => form.send({ ...HELLO, altcha, _dry_run: 'true' });
    const altcha = asksFor(await rehearse(''));
    for (const status of [200, 200]) assert.equal((await rehearse(altcha)).status, status);
    assert.equal((await form.send({ ...HELLO, altcha })).status, 200);
    asksFor(await rehearse(altcha));
  });

  it('a retry with its Idempotency-Key gets the first answer without a solution, with a used and with a new one', async () => {
    const altcha = solutionOf(await form.challenge());
    const key = { ...form.from(), 'idempotency-key': 'the key of this test' };
    asksFor(await form.send(HELLO, key));
    const earlier = form.delivered();
    const first = await form.send({ ...HELLO, altcha }, key);
    assert.equal(first.status, 200);
    const fresh = solutionOf(await form.challenge());
    for (const again of [HELLO, { ...HELLO, altcha }, { ...HELLO, altcha: fresh }]) {
      assert.deepEqual((await form.send(again, key)).json, first.json);
    }
    assert.equal(form.delivered(), earlier + 1);
    asksFor(await form.send({ message: 'Another' }, key));
    assert.equal((await form.send({ ...HELLO, altcha: fresh })).status, 200);
  });

  it('a trap, and a test with the management token, need no solution', async () => {
    assert.equal((await form.send({ ...HELLO, _gotcha: 'x' })).status, 200);
    const headers = { authorization: `Bearer ${form.form.management_token}` };
    const path = `/v1/routes/${form.formId}/test`;
    assert.equal((await form.request(path, { method: 'POST', headers })).status, 200);
  });
});
