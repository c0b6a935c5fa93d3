import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { createHash } from 'node:crypto';
import { keysOf, withKey } from '../support/access-keys.ts';
import { startService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { standing } from '../support/time-windows.ts';

const HELLO = { message: 'Hello' };
const SITE = 'https://example.com';

/** A form with a key, and a way to submit with it; numbers make every message another one. */
async function start(test: TestContext, settings: object = {}, env: Record<string, string> = {}) {
  const service = await startService(test, env, standing());
  const form = await service.activeRoute({ settings });
  const { secret } = (await keysOf(service, form).make()).json;
  let number = 0;
  return {
    ...service,
    form,
    secret,
    send: (fields: Record<string, string> = {}, headers: object = withKey(secret)) =>
      service.submit(
        form.form_id,
        { message: `Hello ${(number += 1)}`, ...fields },
        { ...headers },
      ),
    mails: () => service.sink.mails.filter(isDelivery),
  };
}

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status);

it('with a key each visitor has a rate of its own, and without names they share that of the server', async (test) => {
  const { send, service: _, ...rest } = await start(test, {}, { SUBMIT_RATE_PER_MINUTE: '60/2' });
  const from = async (_visitor_ip: string) => (await send({ _visitor_ip })).status;
  for (const ip of ['203.0.113.1', '203.0.113.2', '2001:db8::1', '2001:db8:0:1::1']) {
    assert.deepEqual([await from(ip), await from(ip), await from(ip)], [200, 200, 429], ip);
  }
  // A /64 is one client, and an IPv4 address within IPv6 is that address.
  assert.equal(await from('2001:db8::2'), 429);
  assert.equal(await from('::ffff:203.0.113.1'), 429);
  assert.deepEqual(statuses([await send(), await send(), await send()]), [200, 200, 429]);
  assert.equal(await from('203.0.113.3'), 200, 'the server itself is over its rate');
  const { status } = await rest.submit(rest.form.form_id, HELLO, { accept: 'application/json' });
  assert.equal(status, 429, 'without a key, it is a client like any other');
});

it('without a key, and with a wrong one, the fields of visitors are fields like any other', async (test) => {
  const { send, mails, secret } = await start(test, {}, { SUBMIT_RATE_PER_MINUTE: '60/3' });
  const fields = { _visitor_ip: '203.0.113.77', _visitor_origin: 'https://visitor.example' };
  assert.equal((await send(fields, {})).status, 200);
  assert.equal((await send(fields, withKey(`${secret}x`))).status, 200);
  for (const mail of mails()) {
    assert.match(mail.email.text ?? '', /203\.0\.113\.77/);
    assert.match(mail.email.text ?? '', /visitor\.example/);
  }
  assert.equal((await send({ ...fields, _visitor_ip: 'nonsense' }, {})).status, 200);
  assert.equal((await send(fields, {})).status, 429, 'they do not count for rates');
});

it('with a key the mail says the website of the visitor, and has none of these fields', async (test) => {
  const { send, mails, logText } = await start(test);
  const named = {
    _visitor_ip: ' 203.0.113.77 ',
    _visitor_origin: 'https://Shop.Example.com:443/',
  };
  assert.equal((await send({ ...named, _format: 'json' })).status, 200);
  const raw = mails().at(-1)?.raw ?? '';
  assert.match(mails().at(-1)?.email.text ?? '', /shop\[\.\]example\[\.\]com/);
  assert.doesNotMatch(raw + logText(), /203\.0\.113|_visitor/);
  const blank = { _visitor_ip: '', _visitor_origin: 'null' };
  assert.equal((await send(blank)).status, 200);
  assert.doesNotMatch(mails().at(-1)?.raw ?? '', /_visitor/);
});

it('with a key, origins are held against the website that the server names', async (test) => {
  const { send } = await start(test, {
    origins: [SITE],
    access: 'key',
    unknown_fields: 'refuse',
    fields: [{ name: 'message' }],
  });
  const errorOf = async (_visitor_origin: string, headers = {}) =>
    (await send({ _visitor_origin }, { ...headers })).json.error;
  assert.equal((await send({ _visitor_origin: SITE })).status, 200);
  assert.equal(
    (await send({ _visitor_origin: 'https://example.org' })).json.error,
    'origin_not_allowed',
  );
  assert.equal((await send()).json.error, 'origin_not_allowed');
  assert.equal(await errorOf(SITE, { accept: 'application/json' }), 'access_key_required');
});

it('a visitor that is named wrongly is a fault at its field, and nothing is sent', async (test) => {
  const { send, mails, request, form, secret } = await start(test);
  const wrong = {
    _visitor_ip: [
      '203.0.113.1, 10.0.0.1',
      '203.0.113.1:443',
      '[2001:db8::1]',
      '010.0.0.1',
      '3405803777',
      '203.0.113',
      'localhost',
      'unknown',
      '203.0.113.0/24',
      '1'.repeat(50_000),
    ],
    _visitor_origin: [
      'example.com',
      'http://example.com',
      'https://*.example.com',
      'https://example.com/contact',
      'https://user@example.com',
      'javascript:1',
      `https://${'a.'.repeat(20_000)}com`,
    ],
  };
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      const { status, json } = await send({ [field]: value });
      assert.deepEqual([status, json.error], [422, 'submission_invalid'], value.slice(0, 80));
      assert.deepEqual([json.errors[0].field, json.errors[0].code], [field, 'badInput']);
    }
  }
  const body = new URLSearchParams([
    ['message', 'Hello'],
    ['_visitor_ip', '203.0.113.1'],
    ['_visitor_ip', '203.0.113.2'],
  ]);
  const path = `/f/${form.form_id}`;
  const twice = await request(path, { method: 'POST', headers: withKey(secret), body });
  assert.equal(twice.json.error, 'submission_invalid');
  assert.equal(mails().length, 0);
});

it('with a key every kind of body is read, and a dry run says what the fields do', async (test) => {
  const { form, secret, request, send } = await start(test, { files: {} });
  const path = `/f/${form.form_id}`;
  const json = JSON.stringify({ ...HELLO, _visitor_ip: '203.0.113.1', _visitor_origin: SITE });
  const headers = { ...withKey(secret), 'content-type': 'application/json' };
  assert.equal((await request(path, { method: 'POST', headers, body: json })).status, 200);
  const parts = new FormData();
  parts.set('message', 'With a file');
  parts.set('_visitor_ip', '203.0.113.1');
  parts.set('file', new File(['x'], 'x.txt'));
  const upload = { method: 'POST', headers: withKey(secret), body: parts };
  assert.equal((await request(path, upload)).status, 200);
  const rehearsed = await send({ _dry_run: 'true', _visitor_ip: '203.0.113.1' });
  assert.deepEqual(rehearsed.json.fields.at(-1), { name: '_visitor_ip', effect: 'visitor' });
  assert.equal('suspicious' in rehearsed.json.would, false, 'a key is not that of the owner');
});

it('what a server has refused counts for its visitors, and for the form in the end', async (test) => {
  const rates = { SUBMIT_RATE_PER_MINUTE: '4/2' };
  const { send } = await start(test, {}, rates);
  const refused = async (_visitor_ip: string) => (await send({ message: '', _visitor_ip })).status;
  const visitor = [];
  for (let at = 0; at < 11; at += 1) visitor.push(await refused('203.0.113.1'));
  assert.deepEqual(visitor, [...Array.from({ length: 10 }, () => 400), 429]);
  assert.equal((await send({ _visitor_ip: '203.0.113.2' })).status, 200);
  const flood = [];
  for (let at = 0; at < 12; at += 1) flood.push(await refused(`203.0.113.${at + 10}`));
  assert.deepEqual(
    flood.slice(0, 9),
    Array.from({ length: 9 }, () => 400),
  );
  assert.deepEqual(flood.slice(9), [429, 429, 429]);
});

it('what a server says of a visitor takes nothing from the rates of that visitor', async (test) => {
  const { send, submit, form, ...service } = await start(
    test,
    {},
    { SUBMIT_RATE_PER_MINUTE: '40/2' },
  );
  const neighbour = await service.activeRoute({ email: 'neighbour@example.org' });
  const _visitor_ip = '127.0.0.1';
  const refused = [];
  for (let at = 0; at < 11; at += 1)
    refused.push((await send({ message: '', _visitor_ip })).status);
  assert.equal(refused.at(-1), 429);
  const accept = { accept: 'application/json' };
  assert.equal((await submit(neighbour.form_id, HELLO, accept)).status, 200);
  assert.equal((await submit(form.form_id, HELLO, accept)).status, 200);
});

it('the visitors of a form that its owner has not approved share the rate of its server', async (test) => {
  const service = await startService(test, { SUBMIT_RATE_PER_MINUTE: '60/2' }, standing());
  await service.activeRoute();
  const form = (await service.create({ alias: 'By anybody' })).json;
  assert.equal(form.status, 'active');
  const { secret } = (await keysOf(service, form).make()).json;
  const answers = [];
  for (const at of [1, 2, 3]) {
    const fields = { message: `Hello ${at}`, _visitor_ip: `203.0.113.${at}` };
    answers.push(await service.submit(form.form_id, fields, withKey(secret)));
  }
  assert.deepEqual(statuses(answers), [200, 200, 429]);
});

it('a server is not too fast, but solves the challenge of a form that always asks', async (test) => {
  const suspicious = await start(test, { challenge: 'suspicious' });
  const code = `/v1/routes/${suspicious.form.form_id}/challenge`;
  await suspicious.request(code);
  assert.equal((await suspicious.send({}, { accept: 'application/json' })).status, 428);
  assert.equal((await suspicious.send()).status, 200);
  const always = await start(test, { challenge: 'always', access: 'key' });
  assert.equal((await always.send()).status, 428);
});

it('a retry of a server with its Idempotency-Key sends one mail, whatever address it names', async (test) => {
  const { submit, form, secret, mails } = await start(test);
  const key = createHash('sha256').update('once').digest('hex');
  const send = (_visitor_ip: string) =>
    submit(form.form_id, { ...HELLO, _visitor_ip }, { ...withKey(secret), 'idempotency-key': key });
  const [first, again] = [await send('203.0.113.1'), await send('203.0.113.2')];
  assert.deepEqual([again.status, again.json.delivery_id], [200, first.json.delivery_id]);
  assert.equal(mails().length, 1);
});
