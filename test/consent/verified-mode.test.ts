import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OWNER } from '../support/service.ts';
import { until } from '../support/until.ts';
import { FAKE_PROVIDERS, startVerifiedService } from '../support/verified-service.ts';

const key = (name: string) => ({ 'idempotency-key': name });
const HELLO = { message: 'Hello' };

describe('a form in verified mode', () => {
  for (const [name, startFake] of Object.entries(FAKE_PROVIDERS))
    it(`with ${name}, a route goes from create to a delivered submission`, async (test) => {
      const { create, poll, submit, sink, fake, pass, url } = await startVerifiedService(
        test,
        {},
        startFake,
      );
      const { status, json } = await create();
      assert.equal(status, 202);
      assert.equal(json.verification_expires_at, undefined);
      assert.equal(json.next_action.type, 'human_verification');
      assert.equal(json.next_action.poll.url, `${url}/v1/routes/${json.form_id}`);
      assert.deepEqual([...fake.mails], [[OWNER, 1]]);
      assert.equal((await submit(json.form_id, HELLO)).json.error, 'inbox_not_verified');

      fake.verify(OWNER);
      pass(5_000);
      const polled = await poll(json.form_id);
      assert.equal(polled.json.status, 'active');
      assert.deepEqual(polled.json.next_action, { type: 'none' });
      assert.equal(sink.mails.length, 0);
      assert.equal((await submit(json.form_id, HELLO)).status, 200);
      assert.deepEqual(sink.mails[0]?.recipients, [OWNER]);
    });

  it('in verified mode, a route is active at once when the provider knows the inbox', async (test) => {
    const { create, submit, fake, sink } = await startVerifiedService(test);
    fake.add(OWNER, { verified: true });
    const { status, json } = await create();
    assert.equal(status, 201);
    assert.equal(json.status, 'active');
    assert.equal((await submit(json.form_id, HELLO)).status, 200);
    await until('the notice of the form', () => sink.mails.length >= 2);
    const subjects = new Set(sink.mails.map(({ email }) => email.subject));
    const expected = [
      'A new form delivers to this inbox · Contact form',
      'New submission: Contact form',
    ];
    assert.deepEqual(subjects, new Set(expected));
    assert.equal(fake.mails.size, 0);
  });

  it('in verified mode, an address with an active route is not asked about again', async (test) => {
    const { create, fake, newRequests } = await startVerifiedService(test);
    fake.add(OWNER, { verified: true });
    await create();
    newRequests();
    assert.equal((await create({ alias: 'Second form' })).status, 201);
    assert.equal(newRequests(), 0);
    assert.equal((await create({ email: `x.${OWNER}` })).status, 202);
  });

  it('in verified mode, a trapped or empty submission asks for no status', async (test) => {
    const { create, submit, pass, newRequests } = await startVerifiedService(test);
    const { form_id } = (await create()).json;
    pass(5_000);
    newRequests();
    await submit(form_id, { ...HELLO, _gotcha: 'bot' });
    await submit(form_id, { message: ' ' });
    assert.equal(newRequests(), 0);
  });

  it('in verified mode, a replayed creation refreshes the status', async (test) => {
    const { create, fake, pass } = await startVerifiedService(test);
    const first = await create({}, key('one'));
    const again = await create({}, key('one'));
    assert.equal(again.status, 200);
    assert.deepEqual(again.json, { ...first.json, replayed: true });
    fake.verify(OWNER);
    pass(5_000);
    const active = await create({}, key('one'));
    assert.equal(active.json.status, 'active');
    assert.equal(active.json.management_token, first.json.management_token);
    assert.deepEqual([...fake.mails], [[OWNER, 1]]);
  });

  it('in verified mode, the descriptor names the verified mode', async (test) => {
    const { request } = await startVerifiedService(test);
    assert.equal((await request('/')).json.delivery_mode, 'verified');
  });

  it('in verified mode, the form code of a route has its current status', async (test) => {
    const { create, request, fake, pass } = await startVerifiedService(test);
    const { form_id: formId, next_action: nextAction } = (await create()).json;
    const install = async () => (await request(`/v1/routes/${formId}/install`)).json;
    const pending = await install();
    assert.equal(pending.status, 'pending_verification');
    assert.deepEqual(pending.next_action, nextAction);
    fake.verify(OWNER);
    pass(5_000);
    const active = await install();
    assert.equal(active.status, 'active');
    assert.deepEqual(active.next_action, { type: 'none' });
    assert.deepEqual(active.files, pending.files);
  });

  for (const how of ['broken', 'forbidden'] as const)
    it(`with a provider that is ${how}, the form code of a route has the stored status`, async (test) => {
      const { create, request, fake, pass } = await startVerifiedService(test);
      const { form_id: formId } = (await create()).json;
      fake.verify(OWNER);
      fake.behave(how);
      pass(5_000);
      const { status, json } = await request(`/v1/routes/${formId}/install`);
      assert.equal(status, 200);
      assert.equal(json.status, 'pending_verification');
    });
});

describe('the questions to the provider of verified mode', () => {
  it('the provider is asked at most once in five seconds, however many requests come', async (test) => {
    const { create, poll, submit, pass, newRequests } = await startVerifiedService(test);
    const { form_id } = (await create()).json;
    newRequests();
    await poll(form_id);
    assert.equal(newRequests(), 0);
    for (let round = 0; round < 3; round += 1) {
      pass(5_000);
      await Promise.all([
        ...Array.from({ length: 20 }, () => poll(form_id)),
        ...Array.from({ length: 20 }, () => submit(form_id, HELLO)),
      ]);
      assert.equal(newRequests(), 1);
      pass(4_999);
      await poll(form_id);
      assert.equal(newRequests(), 0);
      pass(1);
      await poll(form_id);
      assert.equal(newRequests(), 1);
    }
  });

  it('the provider is asked once for all routes of one address', async (test) => {
    const { create, poll, fake, pass, newRequests } = await startVerifiedService(test);
    const [one, two] = [await create(), await create({ alias: 'Second form' })];
    fake.verify(OWNER);
    pass(5_000);
    newRequests();
    const states = [await poll(one.json.form_id), await poll(two.json.form_id)];
    assert.deepEqual(
      states.map(({ json }) => json.status),
      ['active', 'active'],
    );
    assert.equal(newRequests(), 1);
    await poll(one.json.form_id);
    pass(60_000);
    await poll(one.json.form_id);
    assert.equal(newRequests(), 0);
  });

  it('the provider is asked once for a whole account listing', async (test) => {
    const secret = 'a-secret-of-the-account-broker-0123456789';
    const { create, request, fake, pass, newRequests } = await startVerifiedService(test, {
      ACCOUNT_LOOKUP_SECRET: secret,
    });
    for (const alias of ['One', 'Two', 'Three']) await create({ alias });
    fake.verify(OWNER);
    pass(5_000);
    newRequests();
    const { json } = await request('/v1/account/routes', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify({ emails: [OWNER] }),
    });
    const states = json.routes.map(({ status }: { status: string }) => status);
    assert.deepEqual(states, ['active', 'active', 'active']);
    assert.equal(newRequests(), 1);
  });

  it('the provider is asked within the budget of the inbox, whatever its spelling', async (test) => {
    const { create, newRequests } = await startVerifiedService(test);
    for (const email of ['ann@example.com', 'a.nn@example.com', 'ann+1@example.com']) {
      assert.equal((await create({ email })).status, 202);
    }
    newRequests();
    const fourth = await create({ email: 'ann+2@example.com' });
    assert.equal(fourth.json.error, 'rate_limited');
    assert.equal(newRequests(), 0);
  });
});
