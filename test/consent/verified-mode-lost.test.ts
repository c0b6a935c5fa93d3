import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { OWNER, unsubscribeToken } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { startVerifiedService } from '../support/verified-service.ts';

const KEY = { 'idempotency-key': 'a-key-of-this-test' };
const HELLO = { message: 'Hello' };
const SECRET = 'a-lookup-secret-of-at-least-32-characters';

/** Milliseconds after which the provider is asked again, and a lost address registered again. */
const LOOK = 5_000;
const REGISTER = 120_000;

const start = async (test: TestContext) => {
  const service = await startVerifiedService(test, { ACCOUNT_LOOKUP_SECRET: SECRET });
  const mails = () => service.fake.mails.get(OWNER) ?? 0;
  /** Creates a form whose registration never reached the provider's list. */
  const createLost = async () => {
    service.fake.behave('hanging up', 'POST');
    const { status, json } = await service.create({}, KEY);
    assert.equal(status, 202);
    service.fake.behave(undefined);
    assert.equal(service.fake.has(OWNER), false);
    return json.form_id as string;
  };
  return { ...service, mails, createLost };
};

it('an address lost by the provider is registered by a poll', async (test) => {
  const { createLost, poll, pass, fake, mails } = await start(test);
  const formId = await createLost();
  pass(LOOK);
  assert.equal((await poll(formId)).json.status, 'pending_verification');
  assert.equal(mails(), 1);
  fake.verify(OWNER);
  pass(LOOK);
  assert.equal((await poll(formId)).json.status, 'active');
});

it('an address removed by hand at the provider is registered by a submission', async (test) => {
  const { create, submit, pass, fake, mails } = await start(test);
  const { form_id } = (await create()).json;
  fake.forget(OWNER);
  pass(LOOK);
  assert.equal((await submit(form_id, HELLO)).json.error, 'inbox_not_verified');
  assert.deepEqual([fake.has(OWNER), mails()], [true, 2]);
  fake.verify(OWNER);
  pass(LOOK);
  assert.equal((await submit(form_id, HELLO)).status, 200);
});

it('an address lost by the provider is registered by an early replay', async (test) => {
  const { createLost, create, pass, fake, mails } = await start(test);
  const formId = await createLost();
  pass(LOOK);
  const replayed = await create({}, KEY);
  assert.deepEqual([replayed.status, replayed.json.form_id], [200, formId]);
  assert.deepEqual([fake.has(OWNER), mails()], [true, 1]);
});

it('a form becomes active when its lost address turns out to be verified', async (test) => {
  const { createLost, poll, pass, fake } = await start(test);
  const formId = await createLost();
  pass(LOOK);
  fake.add(OWNER, { verified: true });
  assert.equal((await poll(formId)).json.status, 'active');
});

it('an address lost by the provider is registered once, and again after two minutes', async (test) => {
  const { create, poll, pass, fake, mails } = await start(test);
  const { form_id } = (await create()).json;
  fake.forget(OWNER);
  pass(LOOK);
  await Promise.all(Array.from({ length: 20 }, () => poll(form_id)));
  assert.equal(mails(), 2);
  fake.forget(OWNER);
  for (let passed = LOOK; passed < REGISTER; passed += LOOK) {
    pass(LOOK);
    await poll(form_id);
  }
  assert.equal(mails(), 2);
  pass(LOOK);
  await poll(form_id);
  assert.equal(mails(), 3);
});

it('an address lost by the provider is mailed within its budget, and polls answer beyond it', async (test) => {
  const { create, poll, pass, fake, mails } = await start(test);
  const { form_id } = (await create()).json;
  for (let round = 0; round < 6; round += 1) {
    fake.forget(OWNER);
    pass(REGISTER);
    const { status, json } = await poll(form_id);
    assert.deepEqual([status, json.status], [200, 'pending_verification']);
  }
  assert.equal(mails(), 3);
});

it('a form stays pending, and polls answer, while the provider takes no addresses', async (test) => {
  const { create, poll, pass, fake } = await start(test);
  const { form_id } = (await create()).json;
  for (const how of ['full', 'hanging up', 'broken'] as const) {
    fake.forget(OWNER);
    fake.behave(how, 'POST');
    pass(REGISTER);
    const { status, json } = await poll(form_id);
    assert.deepEqual([status, json.status], [200, 'pending_verification'], how);
    fake.behave(undefined);
  }
  pass(REGISTER);
  fake.behave('forbidden', 'POST');
  assert.equal((await poll(form_id)).json.error, 'config_incomplete');
});

it('a dry run, trap, form code or account listing registers no address at the provider', async (test) => {
  const { create, submit, request, pass, fake } = await start(test);
  const { form_id } = (await create()).json;
  fake.forget(OWNER);
  pass(LOOK);
  const dry = await submit(form_id, { ...HELLO, _dry_run: 'true' });
  assert.equal(dry.json.error, 'inbox_not_verified');
  assert.equal((await submit(form_id, { ...HELLO, _gotcha: 'x' })).status, 200);
  assert.equal((await request(`/v1/routes/${form_id}/install`)).status, 200);
  const listing = await request('/v1/account/routes', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${SECRET}` },
    body: JSON.stringify({ emails: [OWNER] }),
  });
  assert.equal(listing.json.routes.length, 1);
  assert.equal(fake.has(OWNER), false);
});

it('a form that its owner stopped registers no address at the provider', async (test) => {
  const service = await start(test);
  const { create, submit, poll, request, pass, fake, sink } = service;
  fake.add(OWNER, { verified: true });
  const { form_id } = (await create()).json;
  await submit(form_id, HELLO);
  const mail = sink.mails.find(isDelivery);
  assert.ok(mail);
  const token = unsubscribeToken(service, mail);
  const stop = { method: 'POST', body: new URLSearchParams({ token }) };
  assert.equal((await request('/v1/routes/stop', stop)).status, 200);
  fake.forget(OWNER);
  pass(REGISTER);
  assert.equal((await poll(form_id)).json.status, 'pending_verification');
  await submit(form_id, HELLO);
  assert.equal(fake.has(OWNER), false);
});
