import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { removeForm } from '../support/manage-form.ts';
import { startService } from '../support/service.ts';
import { standing } from '../support/time-windows.ts';

const key = (name: string) => ({ 'idempotency-key': name });

describe('create', () => {
  it('create answers 202 with everything a client needs to go on', async (test) => {
    const { create, url } = await startService(test);
    const { status, json } = await create();
    assert.equal(status, 202);
    assert.match(json.form_id, /^cfm_[A-HJ-NP-Z2-9]{16}$/);
    assert.equal(json.endpoint, `${url}/f/${json.form_id}`);
    assert.equal(json.next_action.poll.url, `${url}/v1/routes/${json.form_id}`);
    const lifetime = Date.parse(json.verification_expires_at) - Date.parse(json.created_at);
    assert.ok(Math.abs(lifetime - 86_400_000) < 60_000);
  });

  it('create replays the same key and body: same route, same token, no second mail', async (test) => {
    const { create, sink } = await startService(test);
    const first = await create({}, key('one'));
    const again = await create({ extra: 'ignored' }, key('one'));
    assert.equal(again.status, 200);
    const message = `${first.json.message} \`extra\` has no effect here.`;
    assert.deepEqual(again.json, { ...first.json, replayed: true, message });
    assert.equal(sink.mails.length, 1);
  });

  it('create names members that have no effect, and where they belong, never their values', async (test) => {
    const { create, logText } = await startService(test);
    const plain = await create();
    const secret = 'https://hooks.example.com/secret';
    const members = { webhook: { url: secret }, mode: 'both', pigeons: secret };
    const { status, json } = await create(members);
    assert.equal(status, 202);
    assert.equal(
      json.message,
      `${plain.json.message} \`webhook\` has no effect here; put it under \`delivery.webhook\`. ` +
        '`mode` has no effect here; put it under `delivery.mode`. `pigeons` has no effect here.',
    );
    assert.doesNotMatch(logText(), /pigeons|secret/);
  });

  it('create keeps keys apart by inbox, exactly spelled', async (test) => {
    const { create } = await startService(test);
    const first = await create({ email: 'ann@example.com' }, key('one'));
    const other = await create({ email: 'ann+x@example.com' }, key('one'));
    assert.equal(other.status, 202);
    assert.notEqual(first.json.form_id, other.json.form_id);
  });

  it('create makes one route and one mail of 30 parallel requests with one key', async (test) => {
    const { create, sink } = await startService(test);
    const answers = await Promise.all(Array.from({ length: 30 }, () => create({}, key('race'))));
    assert.equal(answers.filter(({ status }) => status === 202).length, 1);
    assert.ok(answers.every(({ status, json }) => status === 202 || json.replayed));
    assert.equal(new Set(answers.map(({ json }) => json.form_id)).size, 1);
    assert.equal(sink.mails.length, 1);
  });

  it('create may use a key again after its route was deleted', async (test) => {
    const service = await startService(test);
    const { create } = service;
    const { json } = await create({}, key('one'));
    await removeForm(service, json);
    const again = await create({}, key('one'));
    assert.equal(again.status, 202);
    assert.notEqual(again.json.form_id, json.form_id);
  });
});

describe('create and the inbox', () => {
  it('create is active at once for the exact confirmed address, and for no other', async (test) => {
    const { activeRoute, create } = await startService(test);
    await activeRoute({ email: 'j.doe@example.com' });
    assert.equal((await create({ email: 'j.doe@EXAMPLE.com' })).status, 201);
    assert.equal((await create({ email: 'jdoe@example.com' })).status, 202);
    assert.equal((await create({ email: 'j.doe+tag@example.com' })).status, 202);
  });

  it('create asks the inbox again when its confirmed route is gone', async (test) => {
    const service = await startService(test);
    await removeForm(service, await service.activeRoute());
    assert.equal((await service.create()).status, 202);
  });

  it('create leaves no route when the mail server refuses the verification mail', async (test) => {
    const { create, sink } = await startService(test);
    sink.refuseWith({ code: 550, text: 'no' });
    const refused = await create({}, key('one'));
    assert.equal(refused.json.error, 'delivery_failed');
    sink.refuseWith(undefined);
    assert.equal((await create({}, key('one'))).status, 202);
  });

  it('create keeps the route when the mail may have arrived', async (test) => {
    const { create, confirm, sink, verificationToken } = await startService(test);
    sink.vanishAfterData(true);
    const { status, json } = await create();
    assert.equal(status, 202);
    assert.equal((await confirm(verificationToken())).json.form_id, json.form_id);
  });

  it('a late replay of a doubtful create sends the mail again', async (test) => {
    let time = Date.now();
    const { create, sink } = await startService(test, {}, { now: () => time });
    sink.vanishAfterData(true);
    await create({}, key('one'));
    sink.vanishAfterData(false);
    await create({}, key('one'));
    assert.equal(sink.mails.length, 1);
    time += 61_000;
    const replayed = await create({}, key('one'));
    assert.equal(replayed.status, 200);
    assert.equal(sink.mails.length, 2);
    await create({}, key('one'));
    assert.equal(sink.mails.length, 2);
  });

  it('create is limited per inbox, whichever clients ask', async (test) => {
    const env = { CREATE_RATE_PER_MINUTE: '2', TRUSTED_PROXIES: '127.0.0.1' };
    const { create } = await startService(test, env, standing());
    const errors: unknown[] = [];
    for (const [at, name] of ['d', 'd+x', 'd+y'].entries()) {
      const client = { 'x-forwarded-for': `192.0.2.${at}` };
      errors.push((await create({ email: `${name}@example.com` }, client)).json.error);
    }
    assert.deepEqual(errors, [undefined, undefined, 'rate_limited']);
  });
});

it('polls follow the state of the form from its creation to its end', async (test) => {
  const { create, confirm, request, verificationToken } = await startService(test);
  const { form_id: formId, management_token: token, message } = (await create()).json;
  const poll = () => request(`/v1/routes/${formId}`);
  for (let times = 0; times < 3; times += 1) {
    const { json } = await poll();
    assert.deepEqual([json.status, json.message], ['pending_verification', message]);
  }
  await confirm(verificationToken());
  const [first, second] = [await poll(), await poll()];
  assert.equal(first.json.status, 'active');
  assert.equal(first.json.verification_expires_at, undefined);
  assert.equal(second.text, first.text);
  assert.match(first.headers.get('content-type') ?? '', /^application\/json; charset=utf-8$/);
  const authorization = `Bearer ${token}`;
  await request(`/v1/routes/${formId}`, { method: 'DELETE', headers: { authorization } });
  assert.equal((await poll()).status, 404);
});
