import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import { asksFor, startChallenged, type Challenged } from '../support/challenged-form.ts';
import { solutionOf } from '../support/solve-challenge.ts';
import { startService } from '../support/service.ts';

const HELLO = { message: 'Hello' };
const SPAM = { message: '[url=https://a.example]x[/url]' };
const MINUTE = 60_000;

let form: Challenged;

before(async () => {
  form = await startChallenged();
});
after(() => form.close());
beforeEach(() => form.beginTest());

describe('a form that asks suspicious submissions for a challenge', () => {
  before(() => form.policy('suspicious'));

  it('a lone unmarked submission needs no solution', async () => {
    assert.equal((await form.send(HELLO)).status, 200);
  });

  it('a marked submission needs a solution, and is delivered with its mark', async () => {
    const altcha = asksFor(await form.send(SPAM));
    assert.equal((await form.send({ ...SPAM, altcha })).status, 200);
    assert.match(form.sink.mails.at(-1)?.email.subject ?? '', /^\[Suspicious\]/);
    asksFor(await form.send({ ...SPAM, altcha }));
  });

  it('the fourth submission of a text needs a solution', async () => {
    const again = { message: 'The same text' };
    for (let count = 0; count < 3; count += 1) assert.equal((await form.send(again)).status, 200);
    const altcha = asksFor(await form.send(again));
    assert.equal((await form.send({ ...again, altcha })).status, 200);
  });

  it('a solution that is not needed is not looked at, and stays usable', async () => {
    const altcha = solutionOf(await form.challenge());
    form.pass(LIMITS.fastestPersonMilliseconds);
    assert.equal((await form.send({ ...HELLO, altcha })).status, 200);
    assert.equal((await form.send({ ...HELLO, altcha: 'nonsense' })).status, 200);
    assert.equal((await form.send({ ...SPAM, altcha })).status, 200);
  });

  it('a client that submits within two seconds of fetching a challenge or the code needs a solution', async () => {
    const fetched = [
      `/v1/routes/${form.formId}/challenge`,
      `/v1/routes/${form.formId}/install?framework=html`,
    ];
    for (const path of fetched) {
      const hello = { message: `Fetched ${path}` };
      form.pass(MINUTE);
      await form.request(path, { headers: form.from() });
      form.pass(LIMITS.fastestPersonMilliseconds - 500);
      const altcha = asksFor(await form.send(hello));
      assert.equal((await form.send(hello, form.from(1))).status, 200, 'another client');
      asksFor(await form.send({ ...hello, _test: 'true' }));
      const authorization = `Bearer ${form.form.management_token}`;
      const own = await form.send({ ...hello, _test: 'true' }, { ...form.from(), authorization });
      assert.equal(own.status, 200, 'a test by who holds the form');
      assert.equal((await form.send({ ...hello, altcha })).status, 200, 'a solution');
      assert.equal(form.sink.mails.at(-1)?.email.subject, 'New submission: Contact form');
      asksFor(await form.send({ ...hello, altcha }));
      form.pass(600);
      assert.equal((await form.send({ message: path })).status, 200, 'after two seconds');
    }
  });
});

describe('a form that asks for no challenge', () => {
  before(() => form.policy('off'));

  it('nothing asks for a solution, and its challenges exist', async () => {
    const challenge = await form.challenge();
    assert.equal((await form.send({ ...SPAM, altcha: 'nonsense' })).status, 200);
    await form.policy('always');
    assert.equal((await form.send({ ...HELLO, altcha: solutionOf(challenge) })).status, 200);
  });

  it('a challenge can be fetched from any page, is not cached, and is ALTCHA’s object alone', async () => {
    const path = `/v1/routes/${form.formId}/challenge`;
    const { headers, json } = await form.request(path, { headers: form.from() });
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.deepEqual(Object.keys(json), 'algorithm challenge maxnumber salt signature'.split(' '));
    assert.equal(json.maxnumber, LIMITS.challengeNumber);
  });

  it('challenges get harder for a client that asks often, not for others, and easy again', async () => {
    const cost = async (headers = form.from()) => (await form.challenge(headers)).maxnumber;
    const costs: number[] = [];
    for (let count = 0; count < LIMITS.easyChallenges * 4 + 1; count += 1) costs.push(await cost());
    const steps = [0, 1, 2, 4].map((times) => costs[times * LIMITS.easyChallenges]);
    const { challengeNumber } = LIMITS;
    assert.deepEqual(
      steps,
      [1, 2, 4, 8].map((times) => times * challengeNumber),
    );
    assert.equal(await cost(form.from(1)), challengeNumber);
    form.pass(2 * LIMITS.challengeMinutes * MINUTE);
    assert.equal(await cost(), challengeNumber);
  });
});

describe('counts and rates', () => {
  it('an unsolved submission counts as refused and uses no rate of the form', async (test) => {
    const limited = await startService(test, { SUBMIT_RATE_PER_MINUTE: '1/0' });
    const { form_id, management_token = '' } = await limited.activeRoute({
      settings: { challenge: 'always' },
    });
    for (let count = 0; count < 3; count += 1) asksFor(await limited.submit(form_id, HELLO));
    const altcha = asksFor(await limited.submit(form_id, HELLO));
    assert.equal((await limited.submit(form_id, { ...HELLO, altcha })).status, 200);
    const headers = { authorization: `Bearer ${management_token}` };
    const { json } = await limited.request(`/v1/routes/${form_id}/counts`, { headers });
    const [{ delivered: arrived, refused }] = json.days;
    assert.deepEqual({ arrived, refused }, { arrived: 1, refused: { challenge_required: 4 } });
  });

  it('a used solution that is sent again uses no rate of the form', async (test) => {
    const limited = await startService(test, { SUBMIT_RATE_PER_MINUTE: '2/0' });
    const { form_id } = await limited.activeRoute({ settings: { challenge: 'always' } });
    const solve = async () => ({
      ...HELLO,
      altcha: asksFor(await limited.submit(form_id, HELLO)),
    });
    const used = await solve();
    assert.equal((await limited.submit(form_id, used)).status, 200);
    for (let count = 0; count < 3; count += 1) asksFor(await limited.submit(form_id, used));
    assert.equal((await limited.submit(form_id, await solve())).status, 200);
  });
});
