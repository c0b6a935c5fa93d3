import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { TO_INBOX } from '../../src/forms/targets/channels.ts';
import { parseEmailAddress } from '../../src/platform/text/email-address.ts';
import { identifyInbox } from '../../src/inboxes/inbox-identity.ts';
import { newFormId, openRoute, sealRoute, type Route } from '../../src/forms/route.ts';
import type { FormId } from '../../src/contract/names.ts';
import { keyedHash, type KeyedHash } from '../../src/platform/secrets/keyed-hash.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { NO_SETTINGS } from '../../src/forms/settings/setting-rules.ts';
import { newKeyring } from '../support/keys.ts';

export const keyring = newKeyring();

export const hashOf = (text: string): KeyedHash => keyedHash(keyring, 'inbox-identity', text);

export const idempotencyOf = (key: string): NonNullable<Route['idempotency']> => ({
  key: keyedHash(keyring, 'idempotency-key', key),
  request: keyedHash(keyring, 'creation-request', key),
});

/** A pending route of `email` with its own form id; `changes` replace what it holds. */
export function newRoute(email: string, changes: Partial<Route> = {}): Route {
  const address = parseEmailAddress(email);
  assert.ok(address);
  return {
    formId: newFormId(),
    alias: 'Contact form',
    address,
    status: 'pending_verification',
    targets: [TO_INBOX],
    inbox: identifyInbox(keyring, address),
    createdAt: Date.UTC(2025, 0, 1),
    verificationSentAt: undefined,
    tokenNonce: randomBytes(12).toString('base64url'),
    settings: NO_SETTINGS,
    language: 'en',
    idempotency: undefined,
    ...changes,
  };
}

export const addRoute = async (store: Store, route: Route): Promise<void> => {
  assert.equal(await store.routes.insert(sealRoute(keyring, route)), true);
};

/** A row as data: those of SQLite have no prototype. */
export const plain = <Row extends object>(row: Row | undefined): Row | undefined =>
  row && { ...row };

/** A route as data, in which absent and undefined are one. */
export const facts = (route: Route | undefined): unknown =>
  route && (JSON.parse(JSON.stringify(route)) as unknown);

export async function findRoute(store: Store, formId: FormId): Promise<Route | undefined> {
  const row = await store.routes.find(formId);
  return row && openRoute(keyring, row);
}
