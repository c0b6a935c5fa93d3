import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { ServiceError } from '../contract/service-error.ts';
import { Keyring } from '../platform/secrets/keyring.ts';
import { seal } from '../platform/secrets/sealed-box.ts';
import type { EmailAddress } from '../platform/text/email-address.ts';
import { identifyInbox } from './inbox-identity.ts';
import { openSession, sealSession } from './inbox-session.ts';

const k1 = { id: 'k1', secret: randomBytes(32) };
const k2 = { id: 'k2', secret: randomBytes(32) };
const indexKey = randomBytes(32);
const keyring = new Keyring([k1], indexKey);
const address = 'j.doe@example.com' as EmailAddress;

const refuses = (text: string, now = 0, ring = keyring) =>
  assert.throws(
    () => openSession(ring, text, now),
    (error) => error instanceof ServiceError && error.code === 'session_invalid',
  );

const session = sealSession(keyring, { address, expiresAt: 1_000 });

it('a session opens as what it was made of until the millisecond it expires', () => {
  const inbox = identifyInbox(keyring, address);
  assert.deepEqual(openSession(keyring, session, 999), { address, inbox, expiresAt: 1_000 });
  refuses(session, 1_000);
});

it('a session shows nothing of the address, and is not the same twice', () => {
  assert.match(session, /^lss_v1\.k1\.[\w-]+$/);
  assert.ok(!Buffer.from(session.split('.')[2] ?? '', 'base64url').includes('doe'));
  assert.notEqual(sealSession(keyring, { address, expiresAt: 1_000 }), session);
});

it('a session outlives a new sealing key, and ends with its own', () => {
  assert.equal(openSession(new Keyring([k2, k1], indexKey), session, 0).address, address);
  refuses(session, 0, new Keyring([k2], indexKey));
});

it('a session with any character changed, cut or added does not hold', () => {
  for (let at = 0; at < session.length; at += 1) {
    const other = session[at] === 'A' ? 'B' : 'A';
    refuses(session.slice(0, at) + other + session.slice(at + 1));
    refuses(session.slice(0, at));
  }
  for (const text of [`${session}A`, ` ${session}`, session.slice(4), 'lss_', '']) refuses(text);
});

it('what is sealed for another purpose is no session', () => {
  const content = JSON.stringify([address, 1_000]);
  for (const purpose of ['inbox-link', 'verification-token', 'route']) {
    refuses(`lss_${seal(keyring, purpose, '', content)}`);
  }
});
