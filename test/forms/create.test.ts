import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { removeForm } from '../support/manage-form.ts';
import { OWNER, startService, tokenIn } from '../support/service.ts';

const key = (name: string) => ({ 'idempotency-key': name });

describe('create', () => {
  it('create answers 202 with everything a client needs to go on', async (test) => {
    const { create, url } = await startService(test);
    const { status, json, headers } = await create();
    assert.equal(status, 202);
    assert.match(json.form_id, /^cfm_[A-HJ-NP-Z2-9]{16}$/);
    assert.equal(json.endpoint, `${url}/f/${json.form_id}`);
    assert.equal(json.status_url, `${url}/v1/routes/${json.form_id}`);
    assert.match(json.management_token, /^lsm_/);
    assert.equal(json.next_action.type, 'human_verification');
    assert.equal(json.next_action.poll.url, json.status_url);
    assert.equal(json.next_action.poll.interval_seconds, 5);
    const lifetime = Date.parse(json.verification_expires_at) - Date.parse(json.created_at);
    assert.ok(Math.abs(lifetime - 86_400_000) < 60_000);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(json.replayed, undefined);
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

  it('create says nothing about the route in a conflict', async (test) => {
    const { create } = await startService(test);
    await create({}, key('one'));
    const { status, text } = await create({ alias: 'Changed' }, key('one'));
    assert.equal(status, 422);
    assert.doesNotMatch(text, /cfm_|lsm_/);
  });

  it('create makes one route and one mail of 30 parallel requests with one key', async (test) => {
    const { create, sink } = await startService(test);
    const answers = await Promise.all(Array.from({ length: 30 }, () => create({}, key('race'))));
    const created = answers.filter(({ status }) => status === 202);
    assert.equal(created.length, 1);
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
    const { create, confirm, sink } = await startService(test);
    sink.vanishAfterData(true);
    const { status, json } = await create();
    assert.equal(status, 202);
    const mail = sink.mails.at(-1);
    assert.ok(mail);
    const confirmed = await confirm(tokenIn(mail));
    assert.equal(confirmed.json.form_id, json.form_id);
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

  it('create is limited per client and per inbox', async (test) => {
    const at = Date.now();
    const { create } = await startService(
      test,
      { CREATE_RATE_PER_MINUTE: '2', TRUSTED_PROXIES: '127.0.0.1' },
      // A stopped clock: no minute ends while the test counts in it.
      { now: () => at },
    );
    const from = (ip: string) => ({ 'x-forwarded-for': ip });
    await create({ email: 'a@example.com' }, from('192.0.2.1'));
    await create({ email: 'b@example.com' }, from('192.0.2.1'));
    const byClient = await create({ email: 'c@example.com' }, from('192.0.2.1'));
    assert.equal(byClient.json.error, 'rate_limited');
    await create({ email: 'd@example.com' }, from('192.0.2.2'));
    await create({ email: 'd+x@example.com' }, from('192.0.2.3'));
    const byInbox = await create({ email: 'd+y@example.com' }, from('192.0.2.4'));
    assert.equal(byInbox.json.error, 'rate_limited');
  });

  it('create mails the exact address and quotes the requester', async (test) => {
    const { create, sink } = await startService(test);
    await create({ email: 'O.wner+forms@Example.com', alias: '<b>Click</b> "here"' });
    const [mail] = sink.mails;
    assert.deepEqual(mail?.recipients, ['O.wner+forms@example.com']);
    assert.equal(mail?.email.subject, 'Letterslot: confirm this inbox for a new form');
    assert.match(mail?.email.text ?? '', /“<b>Click<\/b> "here"”/);
    assert.doesNotMatch(mail?.email.html ?? '', /<b>Click/);
  });
});

describe('polls of a route', () => {
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

  it('a poll shows neither token nor address', async (test) => {
    const { create, request } = await startService(test);
    const { form_id, management_token } = (await create()).json;
    const { text } = await request(`/v1/routes/${form_id}`);
    assert.ok(!text.includes(management_token) && !text.includes(OWNER));
  });
});
