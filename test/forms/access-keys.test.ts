import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { keysOf, withKey } from '../support/access-keys.ts';
import { callWith, sessionOf } from '../support/inbox-session.ts';
import { manage, owned } from '../support/manage-form.ts';
import { sendRaw } from '../support/raw-http.ts';
import { OWNER, startService } from '../support/service.ts';

const HELLO = { message: 'Hello' };
const TODAY = new Date().toISOString().slice(0, 10);

describe('the access keys of a form', () => {
  it('an access key is made, shown once, listed with its last use, and ended', async (test) => {
    const service = await startService(test);
    const form = await service.activeRoute();
    const keys = keysOf(service, form);
    assert.deepEqual(await keys.list(), []);
    const { status, json } = await keys.make('  Shop “north” ');
    assert.equal(status, 201);
    assert.match(json.secret, /^lsk_[\w-]{43}$/);
    const listed = { ...json.key, name: 'Shop “north”', created: TODAY, last_used: null };
    assert.deepEqual(await keys.list(), [listed]);
    const sent = await service.submit(form.form_id, HELLO, withKey(json.secret));
    assert.equal(sent.status, 200);
    assert.deepEqual(await keys.list(), [{ ...listed, last_used: TODAY }]);
    const { days } = (await manage(service, form, 'GET', '/counts')).json;
    const uses = { [json.key.key_id]: 1 };
    assert.deepEqual(days, [{ date: TODAY, delivered: 1, failed: 0, refused: {}, keys: uses }]);
    const inboxes = await callWith(service, 'GET', '/v1/inbox/routes', {
      bearer: sessionOf(service, OWNER),
    });
    assert.deepEqual(inboxes.json.routes[0].counts, { delivered: 1, failed: 0, refused: 0 });
    assert.equal((await keys.end(json.key.key_id)).status, 200);
    assert.equal((await keys.end(json.key.key_id)).json.error, 'access_key_not_found');
    assert.deepEqual(await keys.list(), []);
  });

  it('access keys stay at a new management token', async (test) => {
    const service = await startService(test);
    const form = await service.activeRoute();
    const { secret } = (await keysOf(service, form).make()).json;
    const renewed = await manage(service, owned(service, form), 'POST', '/management-token');
    const { management_token } = renewed.json;
    assert.equal((await service.submit(form.form_id, HELLO, withKey(secret))).status, 200);
    assert.equal((await keysOf(service, { ...form, management_token }).list()).length, 1);
  });

  it('the name of an access key has 1 to 60 characters, and no link', async (test) => {
    const service = await startService(test);
    const keys = keysOf(service, await service.activeRoute());
    assert.equal((await keys.make('ä'.repeat(60))).status, 201);
    for (const name of [' ', 'x'.repeat(61), 'https://example.com', 7]) {
      assert.equal((await keys.make(name)).json.error, 'invalid_alias', JSON.stringify(name));
    }
    assert.match((await keys.make('')).json.message, /1 to 60 characters/);
  });

  it('a form has five access keys at most, however many are made at the same time', async (test) => {
    const service = await startService(test);
    const keys = keysOf(service, await service.activeRoute());
    const answers = await Promise.all(Array.from({ length: 12 }, () => keys.make()));
    const made = answers.filter(({ status }) => status === 201);
    assert.equal(made.length, 5);
    const refused = answers.find(({ status }) => status !== 201);
    assert.deepEqual([refused?.json.error, refused?.json.limit], ['access_keys_exhausted', 5]);
    assert.equal((await keys.list()).length, 5);
    await keys.end(made[2]?.json.key.key_id);
    assert.equal((await keys.make()).status, 201);
  });

  it('a form has at most 30 access keys made in a day, however many were ended', async (test) => {
    const service = await startService(test);
    const keys = keysOf(service, await service.activeRoute());
    for (let made = 0; made < 30; made += 1) {
      const { status, json } = await keys.make();
      assert.equal(status, 201);
      if (made < 28) await keys.end(json.key.key_id);
    }
    const { status, json } = await keys.make();
    assert.deepEqual([status, json.error], [429, 'rate_limited']);
    assert.ok(json.retry_after_seconds <= 86_400);
    assert.equal((await keys.list()).length, 2);
  });

  it('the database has neither the secret nor the name of an access key', async (test) => {
    const service = await startService(test);
    const { json } = await keysOf(service, await service.activeRoute()).make('Quarkstrudel');
    const database = new DatabaseSync(join(service.folder, 'test.db'), { readOnly: true });
    const rows = JSON.stringify(database.prepare('SELECT * FROM routes').all());
    database.close();
    for (const text of [json.secret, json.secret.slice(4), 'Quarkstrudel', json.key.key_id]) {
      assert.ok(!rows.includes(text));
      assert.ok(!service.logText().includes(text));
    }
  });

  it('an access key opens nothing else', async (test) => {
    const service = await startService(test);
    const form = await service.activeRoute();
    const { secret } = (await keysOf(service, form).make()).json;
    for (const call of ['GET /settings', 'GET /keys', 'POST /keys', 'POST /test', 'DELETE ']) {
      const [method = '', end] = call.split(' ');
      const { json } = await manage(service, { ...form, management_token: secret }, method, end);
      assert.equal(json.error, 'management_token_invalid', call);
    }
  });
});

describe('a form with `access: key`', () => {
  // Guarantee: Spam and limits
  it('only a submission with a key of the form is taken, and every other is the same 401', async (test) => {
    const service = await startService(test);
    const form = await service.activeRoute({ settings: { access: 'key' } });
    const keys = keysOf(service, form);
    const [key, ended] = [(await keys.make()).json, (await keys.make()).json];
    await keys.end(ended.key.key_id);
    const other = await service.activeRoute({ email: 'other@example.com' });
    const foreign = (await keysOf(service, other).make()).json;
    const refused = await Promise.all(
      [
        undefined,
        `Bearer ${ended.secret}`,
        `Bearer ${foreign.secret}`,
        `Bearer ${key.secret}x`,
        `Basic ${key.secret}`,
        key.secret,
        `Bearer ${form.management_token}`,
        `Bearer ${sessionOf(service, OWNER)}`,
        `Bearer ${'x'.repeat(15_000)}`,
        'Bearer lsk_\u00e4\u00f6\u00fc',
        `Bearer ${key.secret}, Bearer ${key.secret}`,
      ].map((authorization) =>
        service.submit(form.form_id, HELLO, {
          accept: 'application/json',
          ...(authorization !== undefined && { authorization }),
        }),
      ),
    );
    const texts = new Set(refused.map(({ status, text }) => `${status} ${text}`));
    assert.equal(texts.size, 1);
    assert.match([...texts][0] ?? '', /^401 .*"access_key_required"/);
    assert.equal(service.sink.mails.length, 0);
    assert.equal((await service.submit(form.form_id, HELLO, withKey(key.secret))).status, 200);
    const lower = { ...withKey(key.secret), authorization: `bearer   ${key.secret} ` };
    assert.equal((await service.submit(form.form_id, HELLO, lower)).status, 200);
  });

  it('two Authorization headers, and a key elsewhere, are none', async (test) => {
    const service = await startService(test);
    const form = await service.activeRoute({ settings: { access: 'key' } });
    const { secret } = (await keysOf(service, form).make()).json;
    const body = 'message=Hello';
    const twice = await sendRaw(
      service.url,
      `POST /f/${form.form_id} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n` +
        `Authorization: Bearer ${secret}\r\nAuthorization: Bearer ${secret}\r\n` +
        'Content-Type: application/x-www-form-urlencoded\r\n' +
        `Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    assert.match(twice, /^HTTP\/1.1 401/);
    const fields = { ...HELLO, access_key: secret, authorization: `Bearer ${secret}` };
    const elsewhere = await service.submit(form.form_id, fields, { 'x-api-key': secret });
    assert.equal(elsewhere.status, 401);
  });

  it('a missing key is said before everything but that the form is not confirmed or paused', async (test) => {
    const service = await startService(test);
    const pending = (await service.create({ settings: { access: 'key' } })).json;
    const errorOf = async (formId: string, fields: Record<string, string>, type?: string) => {
      const headers = { accept: 'application/json', ...(type && { 'content-type': type }) };
      return (await service.submit(formId, fields, headers)).json.error;
    };
    assert.equal(await errorOf(pending.form_id, HELLO), 'inbox_not_verified');
    await service.confirm(service.verificationToken());
    const trap = { ...HELLO, _gotcha: 'x' };
    const many = [{}, trap, { ...HELLO, _redirect: '/x' }, { ...HELLO, _dry_run: 'true' }];
    for (const fields of many) {
      assert.equal(await errorOf(pending.form_id, fields as never), 'access_key_required');
    }
    assert.equal(await errorOf(pending.form_id, HELLO, 'text/plain'), 'access_key_required');
    await service.patchSettings(pending, { paused: true });
    assert.equal(await errorOf(pending.form_id, HELLO), 'inbox_not_verified');
    const tested = await manage(service, pending, 'POST', '/test');
    assert.equal(tested.status, 200, 'its holder needs no key');
  });

  it('a visitor whose browser posts to the form reads a page, and a script can read the refusal', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute({
      settings: { access: 'key', origins: ['https://example.com'] },
    });
    const page = await service.submit(form_id, HELLO, {
      accept: 'text/html',
      'accept-language': 'de',
      origin: 'https://example.com',
    });
    assert.equal(page.status, 401);
    assert.match(page.text, /Dieses Formular gehört zu einer Website/);
    const { headers } = await service.submit(form_id, HELLO, {
      accept: 'application/json',
      origin: 'https://example.com',
    });
    assert.equal(headers.get('access-control-allow-origin'), 'https://example.com');
  });
});
