import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CLOUDFLARE_ACCOUNT, CLOUDFLARE_TOKEN } from '../support/fake-cloudflare.ts';
import type { Misbehaviour } from '../support/fake-provider.ts';
import { SES_KEYS } from '../support/fake-ses.ts';
import { OWNER } from '../support/service.ts';
import { FAKE_PROVIDERS, startVerifiedService } from '../support/verified-service.ts';

const KEY = { 'idempotency-key': 'a-key-of-this-test' };
const HELLO = { message: 'Hello' };

describe('verified mode with a provider that fails', () => {
  const REFUSALS: [how: Misbehaviour, error: string, message: RegExp][] = [
    ['broken', 'delivery_failed', /no form was created/],
    ['throttling', 'delivery_failed', /no form was created/],
    ['full', 'verified_destination_capacity', /./],
    ['forbidden', 'config_incomplete', /./],
  ];
  for (const [how, error, message] of REFUSALS)
    it(`with a provider that is ${how}, create is ${error} and leaves nothing`, async (test) => {
      const { create, fake } = await startVerifiedService(test);
      fake.behave(how);
      const { json } = await create({}, KEY);
      assert.equal(json.error, error);
      assert.match(json.message, message);
      fake.behave(undefined);
      // If the row had stayed, this would be a replay: 200.
      assert.equal((await create({}, KEY)).status, 202);
    });

  for (const how of ['broken', 'throttling'] as const)
    it(`with a provider that is ${how}, polls and submissions go by the stored state`, async (test) => {
      const { create, poll, submit, fake, pass } = await startVerifiedService(test);
      const { form_id } = (await create()).json;
      fake.verify(OWNER);
      fake.behave(how);
      pass(5_000);
      assert.equal((await poll(form_id)).json.status, 'pending_verification');
      pass(5_000);
      assert.equal((await submit(form_id, HELLO)).json.error, 'inbox_not_verified');
      pass(5_000);
      assert.equal((await create({}, KEY)).json.error, 'delivery_failed');
      fake.behave(undefined);
      pass(5_000);
      assert.equal((await poll(form_id)).json.status, 'active');
    });

  it('a failing provider is asked no more often than a healthy one', async (test) => {
    const { create, poll, fake, pass, newRequests } = await startVerifiedService(test);
    const { form_id } = (await create()).json;
    fake.behave('broken');
    pass(5_000);
    newRequests();
    await Promise.all(Array.from({ length: 20 }, () => poll(form_id)));
    await poll(form_id);
    assert.equal(newRequests(), 1);
  });

  it('an attempt that the provider failed is given back to the budget', async (test) => {
    const { create, fake } = await startVerifiedService(test);
    fake.behave('broken');
    for (let round = 0; round < 5; round += 1) {
      assert.equal((await create()).json.error, 'delivery_failed');
    }
    fake.behave(undefined);
    assert.equal((await create()).status, 202);
  });

  it('a doubtful outcome of the provider keeps the route, and a late replay asks again', async (test) => {
    const { create, poll, fake, pass } = await startVerifiedService(test);
    fake.behave('hanging up', 'POST');
    const doubtful = await create({}, KEY);
    assert.equal(doubtful.status, 202);
    fake.behave(undefined);
    pass(61_000);
    const replayed = await create({}, KEY);
    assert.equal(replayed.json.form_id, doubtful.json.form_id);
    assert.deepEqual([...fake.mails], [[OWNER, 1]]);
    fake.verify(OWNER);
    pass(5_000);
    assert.equal((await poll(doubtful.json.form_id)).json.status, 'active');
  });
});

for (const [name, startFake] of Object.entries(FAKE_PROVIDERS))
  it(`the log says what failed with ${name}, without secrets`, async (test) => {
    const { create, poll, fake, pass, logText } = await startVerifiedService(test, {}, startFake);
    const { form_id } = (await create()).json;
    for (const how of ['broken', 'forbidden', 'garbage', 'throttling'] as const) {
      fake.behave(how);
      pass(5_000);
      await poll(form_id);
      await create({ email: `x.${OWNER}` });
    }
    const lines = logText();
    assert.match(
      lines,
      /"event":"provider_failed","requestId":"req_[\w-]+","formId":"cfm_\w+","provider":"\w+","kind":"unavailable"/,
    );
    assert.match(lines, /"kind":"credentials"/);
    const secrets = [CLOUDFLARE_TOKEN, CLOUDFLARE_ACCOUNT, SES_KEYS.id, SES_KEYS.secret];
    for (const word of [...secrets, 'example.com', fake.url]) assert.ok(!lines.includes(word));
  });
