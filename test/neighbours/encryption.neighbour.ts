import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import { armorIn, encryptedForm } from '../support/encrypted-form.ts';
import { callWith, sessionOf } from '../support/inbox-session.ts';
import { OWNER, startService } from '../support/service.ts';
import { createGnuPG } from './gnupg.ts';
import { unlessInstalled } from './programs.ts';

const FIELDS = {
  name: 'Jörg',
  email: 'visitor@example.org',
  message: 'Größe\n日本 😀\n.\nFrom here',
  _subject: 'Secret: ü',
  _format: 'json',
};

const octetsOf = ({ attachments }: Email) =>
  attachments.map(({ content }) => Buffer.from(content as ArrayBuffer));

function expectWhole(email: Email): void {
  assert.equal(email.subject, FIELDS._subject);
  assert.equal(email.replyTo?.[0]?.address, FIELDS.email);
  assert.ok(email.text?.includes('日本 😀'));
}

function expectFields(json: Buffer | undefined): void {
  const { _subject, _format, ...fields } = FIELDS;
  assert.deepEqual(JSON.parse(String(json)), fields);
}

const KEYS: Record<string, string[]> = {
  'an Ed25519 key': [
    'Key-Type: eddsa',
    'Key-Curve: ed25519',
    'Subkey-Type: ecdh',
    'Subkey-Curve: cv25519',
  ],
  'an RSA key of 3072 bits': [
    'Key-Type: rsa',
    'Key-Length: 3072',
    'Subkey-Type: rsa',
    'Subkey-Length: 3072',
  ],
  'a key of NIST P-256': [
    'Key-Type: ecdsa',
    'Key-Curve: nistp256',
    'Subkey-Type: ecdh',
    'Subkey-Curve: nistp256',
  ],
};

const REFUSED: Record<string, [string[], RegExp]> = {
  'DSA and ElGamal': [
    ['Key-Type: dsa', 'Key-Length: 2048', 'Subkey-Type: 16', 'Subkey-Length: 2048'],
    /^DSA is too weak/,
  ],
  'RSA with ElGamal': [
    [
      'Key-Type: rsa',
      'Key-Length: 2048',
      'Key-Usage: sign',
      'Subkey-Type: 16',
      'Subkey-Length: 2048',
    ],
    /^ElGamal is too weak/,
  ],
  'RSA of 1024 bits': [
    ['Key-Type: rsa', 'Key-Length: 1024', 'Subkey-Type: rsa', 'Subkey-Length: 1024'],
    /^RSA under 2048 bits/,
  ],
  'a Brainpool curve': [
    [
      'Key-Type: ecdsa',
      'Key-Curve: brainpoolP256r1',
      'Subkey-Type: ecdh',
      'Subkey-Curve: brainpoolP256r1',
    ],
    /no valid key for encryption/,
  ],
  'a key for signatures alone': [
    ['Key-Type: eddsa', 'Key-Curve: ed25519'],
    /no valid key for encryption/,
  ],
};

describe('encryption to keys of GnuPG', { skip: unlessInstalled('gpg') }, () => {
  for (const [kind, parameters] of Object.entries(KEYS))
    it(`GnuPG reads a mail that is encrypted to ${kind}`, async (test) => {
      const { run, makeKey } = createGnuPG(test);
      const { key, fingerprint } = makeKey(parameters);
      const service = await startService(test);
      const { json } = await callWith(service, 'POST', '/v1/inbox/encryption-key', {
        bearer: sessionOf(service, OWNER),
        body: { type: 'openpgp', key },
      });
      assert.equal(json.fingerprint, fingerprint);
      for (const each of [key, json.key as string]) {
        const formId = await encryptedForm(service, { type: 'openpgp', key: each });
        assert.equal((await service.submit(formId, FIELDS)).status, 200);
        const [mail] = service.sink.mails.slice(-1);
        assert.ok(mail);
        const email = await PostalMime.parse(run(['--decrypt'], armorIn(mail, 'PGP MESSAGE')));
        expectWhole(email);
        expectFields(octetsOf(email)[0]);
      }
    });

  it('GnuPG reads a mail with files, octet for octet', async (test) => {
    const { run, makeKey } = createGnuPG(test);
    const { key } = makeKey(KEYS['an Ed25519 key'] ?? []);
    const service = await startService(test);
    const formId = await encryptedForm(service, { type: 'openpgp', key }, { files: {} });
    const files = [randomBytes(1_000_003), Buffer.alloc(0)];
    const body = new FormData();
    for (const [at, file] of files.entries()) {
      body.append('file', new File([new Uint8Array(file)], `Größe ${at}.bin`));
    }
    const { status } = await service.request(`/f/${formId}`, { method: 'POST', body });
    assert.equal(status, 200);
    const [mail] = service.sink.mails.slice(-1);
    assert.ok(mail);
    const email = await PostalMime.parse(run(['--decrypt'], armorIn(mail, 'PGP MESSAGE')));
    assert.deepEqual(octetsOf(email), files);
  });

  for (const [kind, [parameters, fault]] of Object.entries(REFUSED))
    it(`a key of GnuPG is refused: ${kind}`, async (test) => {
      const { makeKey } = createGnuPG(test);
      const { key } = makeKey(parameters);
      const service = await startService(test);
      const route = await service.activeRoute();
      const { json } = await service.putSettings(route, { encryption: { type: 'openpgp', key } });
      assert.equal(json.errors?.[0]?.path, '/encryption/key');
      assert.match(json.errors[0].message, fault);
    });
});
