import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { fingerprintOf } from '../../src/mail/encryption/key-packets.ts';
import { encryptedForm } from '../support/encrypted-form.ts';
import { filesIn, findHidden } from '../support/hidden-text.ts';
import { callWith, sessionOf } from '../support/inbox-session.ts';
import { createKeyDirectory, LISTED } from '../support/key-directory.ts';
import { makeKey } from '../support/openpgp-key.ts';
import { RSPAMD_TEST_WORDS, startRspamd } from '../support/rspamd.ts';
import { linkedToken, OWNER, startService } from '../support/service.ts';

const { armored: key, privateKey, publicKey } = await makeKey(OWNER);
const encryption = { type: 'openpgp', key } as const;

const CANARY = 'canary-6b1f0e';

describe('the setting encryption', () => {
  it('a key waits for the owner, who sees its fingerprint and not its text', async (test) => {
    const service = await startService(test);
    const route = await service.activeRoute();
    const { status, json } = await service.putSettings(route, { encryption });
    assert.equal(status, 200);
    assert.deepEqual(json.settings, {});
    assert.deepEqual(json.proposed, { encryption: { type: 'openpgp', key: key.trim() } });
    const [mail] = service.sink.mails.slice(-1);
    const token = linkedToken(service, 'settings');
    const page = await service.request(`/v1/routes/settings?token=${token}`, {
      headers: { accept: 'text/html' },
    });
    const shown = `OpenPGP ${fingerprintOf(key)}`;
    assert.ok(shown.replaceAll(' ', '').endsWith(publicKey.getFingerprint().toUpperCase()));
    assert.ok(page.text.includes(shown));
    assert.ok(mail?.email.text?.includes(shown));
    for (const text of [page.text, mail?.email.text]) assert.ok(!text?.includes('BEGIN PGP'));
  });

  it('switching it off and another key wait too', async (test) => {
    const service = await startService(test);
    await encryptedForm(service, encryption);
    const { json: route } = await service.create();
    await service.putSettings(
      { ...route, management_token: sessionOf(service, OWNER) },
      { encryption },
    );
    const other = { type: 'openpgp', key: (await makeKey('eve@example.com')).armored };
    for (const wanted of [{}, { encryption: other }]) {
      const { json } = await service.putSettings(route, wanted);
      assert.deepEqual(json.settings.encryption, { type: 'openpgp', key: key.trim() });
      assert.ok(json.proposed);
    }
  });

  it('a private key is refused, and is neither answered, nor stored, nor logged', async (test) => {
    const service = await startService(test);
    const route = await service.activeRoute();
    const secret = privateKey.armor();
    const settings = { encryption: { type: 'openpgp', key: secret } };
    const answers = [
      await service.putSettings(route, settings),
      await service.create({ settings }),
      await callWith(service, 'POST', '/v1/inbox/encryption-key', {
        bearer: sessionOf(service, OWNER),
        body: settings.encryption,
      }),
    ];
    const paths = ['/encryption/key', '/settings/encryption/key', '/key'];
    const [, , line = ''] = secret.split('\n');
    for (const [at, { status, json, text }] of answers.entries()) {
      assert.equal(status, 400);
      assert.deepEqual(
        json.errors.map((error: { path: string }) => error.path),
        [paths[at]],
      );
      assert.match(json.errors[0].message, /^This is a private key/);
      assert.ok(line.length > 40 && !text.includes(line));
    }
    const log = { name: 'the log', bytes: Buffer.from(service.logText()) };
    assert.deepEqual(findHidden([...filesIn(service.folder), log], { line }), []);
  });

  it('another type of encryption is a fault that names openpgp', async (test) => {
    const service = await startService(test);
    const route = await service.activeRoute();
    const { status, json } = await service.putSettings(route, {
      encryption: {
        type: 'age',
        key: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
      },
    });
    assert.deepEqual([status, json.error], [400, 'settings_invalid']);
    assert.deepEqual(json.errors, [{ path: '/encryption/type', message: 'It must be openpgp.' }]);
  });

  it('integrations and copies of an encrypted form are faults, reported with all others', async (test) => {
    const service = await startService(test);
    const targets = [{ type: 'slack', url: 'https://hooks.slack.com/services/T0/B0/x' }];
    const { status, json } = await service.create({
      delivery: { mode: 'both', webhook: { url: 'https://hooks.example.com/' } },
      settings: {
        colour: 'red',
        copies: ['colleague@example.com'],
        targets,
        encryption: { type: 'openpgp', key: 'nothing' },
      },
    });
    assert.equal(status, 400);
    const errors = json.errors as { path: string; message: string }[];
    const ofPlaces = errors.filter(({ path }) => path === '/settings/encryption');
    assert.deepEqual(
      ofPlaces.map(({ message }) => /`(\w+)`/.exec(message)?.[1]),
      ['targets', 'copies', 'delivery'],
    );
    const paths = new Set(errors.map(({ path }) => path));
    assert.ok(paths.has('/settings/colour'));
    assert.ok(paths.has('/settings/encryption/key'));
  });

  it('a form that has a webhook cannot be encrypted later either', async (test) => {
    const service = await startService(test);
    const webhook = { url: 'https://hooks.example.com/' };
    const route = await service.activeRoute({ delivery: { mode: 'both', webhook } });
    const { json } = await service.putSettings(route, { encryption });
    assert.equal(json.errors[0].path, '/encryption');
  });
});

describe('deliveries to encrypted forms', () => {
  // Guarantee: Mails, pages and integrations
  it('if the mail cannot be encrypted, the answer is 503 and no mail is sent', async (test) => {
    let now = Date.now();
    const service = await startService(test, {}, { now: () => now });
    const formId = await encryptedForm(service, encryption);
    // Before the key was made there was nothing to encrypt to.
    now -= 86_400_000;
    const mails = service.sink.received();
    const { status, json } = await service.submit(formId, { message: CANARY });
    assert.equal(status, 503);
    assert.equal(json.error, 'delivery_failed');
    assert.equal(service.sink.received(), mails);
    assert.ok(!service.logText().includes(CANARY));
  });

  it('a mail server that refuses is 503, and a retry is delivered', async (test) => {
    const service = await startService(test);
    const formId = await encryptedForm(service, encryption);
    service.sink.refuseWith({ code: 451, text: 'later' });
    assert.equal((await service.submit(formId, { message: 'Hello' })).status, 503);
    service.sink.refuseWith(undefined);
    assert.equal((await service.submit(formId, { message: 'Hello' })).status, 200);
  });

  it('Rspamd reads nothing of them', async (test) => {
    const rspamd = await startRspamd(test);
    const service = await startService(test, { RSPAMD_URL: rspamd.url });
    const formId = await encryptedForm(service, encryption);
    const message = RSPAMD_TEST_WORDS.reject;
    assert.equal((await service.submit(formId, { message })).status, 200);
    assert.equal(rspamd.calls.length, 0);
  });

  it('nothing of what is sent is in the database or the log', async (test) => {
    const service = await startService(test);
    const formId = await encryptedForm(service, encryption);
    await service.submit(
      formId,
      { name: CANARY, email: `${CANARY}@example.org`, message: CANARY, _subject: CANARY },
      { 'idempotency-key': 'a-key' },
    );
    const log = { name: 'the log', bytes: Buffer.from(service.logText()) };
    const places = [...filesIn(service.folder), log];
    assert.deepEqual(findHidden(places, { CANARY, key: key.slice(100, 140) }), []);
  });
});

describe('the key of an inbox in a Web Key Directory', () => {
  it('the directory is asked over https, and nothing of it is kept', async (test) => {
    const listed = await makeKey(LISTED);
    const directory = createKeyDirectory((response) => {
      response.writeHead(200).end(listed.publicKey.write());
    });
    await directory.start(test);
    const service = await startService(test, {}, directory.overrides());
    const bearer = sessionOf(service, LISTED);
    const { json } = await callWith(service, 'GET', '/v1/inbox/encryption-key', { bearer });
    assert.equal(json.key, listed.armored);
    const [path = '', ...others] = directory.paths();
    assert.match(path, /^\/\.well-known\/openpgpkey\/hu\/[a-z1-9]{32}\?l=Owner$/);
    assert.deepEqual(others, []);
    const log = { name: 'the log', bytes: Buffer.from(service.logText()) };
    const places = [...filesIn(service.folder), log];
    const hidden = { host: 'hooks.example.com', print: json.fingerprint, file: 'openpgpkey/hu' };
    assert.deepEqual(findHidden(places, hidden), []);
  });

  const ANSWERS: Record<string, (response: ServerResponse) => void> = {
    'a redirect': (response) =>
      void response.writeHead(302, { location: 'https://other.example.com/' }).end(),
    'more than 64 KiB': (response) => void response.writeHead(200).end(Buffer.alloc(70_000, 0xc6)),
    'an error': (response) => void response.writeHead(500).end('x'),
    'a page': (response) => void response.writeHead(200).end('<html>'),
  };
  for (const [what, answer] of Object.entries(ANSWERS)) {
    it(`${what} is no key`, async (test) => {
      const directory = createKeyDirectory(answer);
      await directory.start(test);
      const service = await startService(test, {}, directory.overrides());
      const bearer = sessionOf(service, LISTED);
      const { json } = await callWith(service, 'GET', '/v1/inbox/encryption-key', { bearer });
      assert.equal(json.error, 'not_found');
      assert.equal(directory.paths().length, 1);
    });
  }

  it('a directory at a private address is not asked', async (test) => {
    const directory = createKeyDirectory(() => undefined);
    await directory.start(test);
    const { receivers } = directory.overrides();
    const overrides = { receivers: { ...receivers, allowPrivate: false } };
    const service = await startService(test, {}, overrides);
    const bearer = sessionOf(service, LISTED);
    const { json } = await callWith(service, 'GET', '/v1/inbox/encryption-key', { bearer });
    assert.equal(json.error, 'not_found');
    assert.deepEqual(directory.paths(), []);
  });
});
