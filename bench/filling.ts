import { randomBytes } from 'node:crypto';
import { parseEmailAddress } from '../src/inboxes/email-address.ts';
import { identifyInbox } from '../src/inboxes/inbox-identity.ts';
import { newFormId } from '../src/routes/form-id.ts';
import { managementTokenOf } from '../src/routes/management-token.ts';
import { sealRoute, type Route } from '../src/routes/route.ts';
import { createKeyring, type Keyring } from '../src/secrets/keyring.ts';
import { openSqliteStore } from '../src/stores/sqlite-store.ts';
import type { OwnedRoute } from './requests.ts';

/** Rows that share one transaction. */
export const BATCH = 1_000;
const SOME_DAY = 1_790_000_000_000;

/** An active route, each with an inbox of its own. */
export function newRoute(keyring: Keyring, index: number): Route {
  const address = parseEmailAddress(`owner-${index}@customer-${index % 1_000}.example`);
  if (!address) throw new Error('the address is not one');
  return {
    formId: newFormId(),
    alias: 'Contact form of the shop',
    address,
    status: 'active',
    mode: 'email',
    inbox: identifyInbox(keyring, address),
    createdAt: SOME_DAY + index,
    verificationSentAt: SOME_DAY + index,
    tokenNonce: randomBytes(12).toString('base64url'),
    idempotency: undefined,
  };
}

export interface FilledDatabase {
  /** DATABASE_URL and the keys the database was filled with. */
  env: Record<string, string>;
  routes: OwnedRoute[];
}

/** A new SQLite database of the service with this many active routes. */
export async function fillDatabase(path: string, count: number): Promise<FilledDatabase> {
  const [sealing, index] = [randomBytes(32), randomBytes(32)];
  const keyring = createKeyring([{ id: 'k1', secret: sealing }], index);
  const store = openSqliteStore(path);
  const routes: OwnedRoute[] = [];
  while (routes.length < count) {
    const size = Math.min(BATCH, count - routes.length);
    const batch = Array.from({ length: size }, (_, at) => newRoute(keyring, routes.length + at));
    await Promise.all(batch.map((route) => store.routes.insert(sealRoute(keyring, route))));
    const owned = batch.map((route) => ({
      formId: route.formId,
      managementToken: managementTokenOf(keyring, route),
    }));
    routes.push(...owned);
  }
  await store.close();
  return {
    env: {
      DATABASE_URL: `file:${path}`,
      SEALING_KEYS: `k1:${sealing.toString('base64url')}`,
      INDEX_KEY: index.toString('base64url'),
    },
    routes,
  };
}
