import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { TO_INBOX } from './targets/channels.ts';
import fc from 'fast-check';
import type { ErrorCode } from '../contract/error-codes.ts';
import { ServiceError } from '../contract/service-error.ts';
import { identifyInbox } from '../inboxes/inbox-identity.ts';
import { parseEmailAddress } from '../platform/text/email-address.ts';
import { Keyring } from '../platform/secrets/keyring.ts';
import { newFormId, type Route } from './route.ts';
import {
  managementTokenOf,
  readManagementToken,
  requireManagementToken,
} from './form-credentials.ts';
import { NO_SETTINGS } from './settings/setting-rules.ts';

const sealing = [{ id: 'k1', secret: randomBytes(32) }];
const indexKey = randomBytes(32);
const keyring = new Keyring(sealing, indexKey);

function newRoute(): Route {
  const address = parseEmailAddress('jo@example.com');
  assert.ok(address);
  return {
    formId: newFormId(),
    alias: 'Contact',
    address,
    status: 'active',
    targets: [TO_INBOX],
    inbox: identifyInbox(keyring, address),
    createdAt: 0,
    verificationSentAt: undefined,
    tokenNonce: randomBytes(12).toString('base64url'),
    settings: NO_SETTINGS,
    language: 'en',
    idempotency: undefined,
  };
}

const throwsCode = (code: ErrorCode, run: () => void) =>
  assert.throws(run, (error) => error instanceof ServiceError && error.code === code);

describe('a management token', () => {
  const route = newRoute();
  const token = managementTokenOf(keyring, route);

  it('a management token is lsm_ and 256 bits, the same each time it is derived', () => {
    assert.match(token, /^lsm_[\w-]{43}$/);
    assert.equal(managementTokenOf(keyring, { ...route }), token);
  });

  it('a management token survives a new sealing key', () => {
    const rotated = new Keyring([{ id: 'k2', secret: randomBytes(32) }, ...sealing], indexKey);
    assert.equal(managementTokenOf(rotated, route), token);
  });

  it('a management token differs by route, by nonce and by index key', () => {
    const other = new Keyring(sealing, randomBytes(32));
    const tokens = [
      token,
      managementTokenOf(keyring, newRoute()),
      managementTokenOf(keyring, { ...route, tokenNonce: 'x' }),
      managementTokenOf(other, route),
    ];
    assert.equal(new Set(tokens).size, tokens.length);
  });

  it('a management token opens its own route and no other', () => {
    requireManagementToken(keyring, route, token);
    throwsCode('management_token_invalid', () =>
      requireManagementToken(keyring, newRoute(), token),
    );
    throwsCode('management_token_invalid', () => requireManagementToken(keyring, route, ''));
    throwsCode('management_token_invalid', () =>
      requireManagementToken(keyring, route, `${token}x`),
    );
  });
});

describe('any management token', () => {
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const nonce = fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => {
    return Buffer.from(bytes).toString('base64url');
  });

  it('a management token has one shape, and opens nothing with any one character changed', () => {
    const route = newRoute();
    fc.assert(
      fc.property(
        nonce,
        fc.nat({ max: 46 }),
        fc.constantFrom(...Array.from(ALPHABET)),
        (tokenNonce, at, other) => {
          const own = { ...route, tokenNonce };
          const token = managementTokenOf(keyring, own);
          assert.match(token, /^lsm_[A-Za-z0-9_-]{43}$/);
          assert.equal(readManagementToken(`Bearer ${token}`), token);
          requireManagementToken(keyring, own, token);
          if (token[at] === other) return;
          const changed = token.slice(0, at) + other + token.slice(at + 1);
          throwsCode('management_token_invalid', () =>
            requireManagementToken(keyring, own, changed),
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('any other text opens no route', () => {
    const route = newRoute();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        throwsCode('management_token_invalid', () => requireManagementToken(keyring, route, text));
      }),
    );
  });
});

describe('the Authorization header', () => {
  const token = `lsm_${'A'.repeat(43)}`;

  for (const header of [`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}  `])
    it(`the Authorization header names a token: ${header.slice(0, 14)}`, () =>
      assert.equal(readManagementToken(header), token));

  const others = [token, `Basic ${token}`, `Bearer${token}`, `Token ${token}`];
  for (const header of [undefined, '', 'Bearer', 'Bearer ', 'Bearer    ', ...others])
    it(`the Authorization header names no token: ${JSON.stringify(header?.slice(0, 14))}`, () => {
      throwsCode('management_token_required', () => readManagementToken(header));
    });

  const lengths = [42, 44].map((length) => `lsm_${'A'.repeat(length)}`);
  const odd = [`LSM_${'A'.repeat(43)}`, `lsm_${'+'.repeat(43)}`, `${token} ${token}`, `${token},x`];
  for (const bad of ['x', 'lsm_', ...lengths, ...odd])
    it(`the Authorization header names a malformed token: ${bad.slice(0, 14)} (${bad.length})`, () => {
      throwsCode('management_token_invalid', () => readManagementToken(`Bearer ${bad}`));
    });
});
