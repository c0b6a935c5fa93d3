import { randomBytes } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { TO_INBOX } from '../src/domain/channels/channels.ts';
import { parseEmailAddress } from '../src/domain/inboxes/email-address.ts';
import { identifyInbox } from '../src/domain/inboxes/inbox-identity.ts';
import { newFormId, sealRoute, type Route } from '../src/domain/routes/route.ts';
import { managementTokenOf } from '../src/domain/routes/management-token.ts';
import { createKeyring, type Keyring } from '../src/platform/secrets/keyring.ts';
import { openSqliteStore } from '../src/platform/stores/sqlite-store.ts';
import type { OwnedRoute } from './requests.ts';

/** Rows that share one transaction. */
export const BATCH = 1_000;

/** Routes that the load keeps in memory and asks for; with millions its collector would slow it down. */
const MOST_ASKED = 100_000;

const SOME_DAY = 1_790_000_000_000;

/** An active route, each with another inbox. */
export function newRoute(keyring: Keyring, index: number): Route {
  const address = parseEmailAddress(`owner-${index}@customer-${index % 1_000}.example`);
  if (!address) throw new Error('the address is not one');
  return {
    formId: newFormId(),
    alias: 'Contact form of the shop',
    address,
    status: 'active',
    targets: [TO_INBOX],
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
  /** All of them, or as many as the load needs, from all over the database. */
  routes: OwnedRoute[];
  /** The ids of all, one a line, in their order, in which a database takes them fastest. */
  idsFile: string;
}

/** Writes the ids of a database to a file beside it; answers its path. */
function listIds(path: string): string {
  const file = `${path}.ids`;
  const database = new DatabaseSync(path, { readOnly: true });
  const output = openSync(file, 'w');
  for (const { form_id: id } of database
    .prepare('SELECT form_id FROM routes ORDER BY form_id')
    .iterate()) {
    writeSync(output, `${String(id)}\n`);
  }
  closeSync(output);
  database.close();
  return file;
}

/** A new SQLite database of the service with this many active routes. */
export async function fillDatabase(path: string, count: number): Promise<FilledDatabase> {
  const [sealing, index] = [randomBytes(32), randomBytes(32)];
  const keyring = createKeyring([{ id: 'k1', secret: sealing }], index);
  const store = openSqliteStore(path);
  const routes: OwnedRoute[] = [];
  const stride = Math.ceil(count / MOST_ASKED);
  for (let done = 0; done < count; done += BATCH) {
    const size = Math.min(BATCH, count - done);
    const batch = Array.from({ length: size }, (_, at) => newRoute(keyring, done + at));
    await Promise.all(batch.map((route) => store.routes.insert(sealRoute(keyring, route))));
    const asked = batch.filter((_, at) => (done + at) % stride === 0);
    const owned = asked.map((route) => ({
      formId: route.formId,
      managementToken: managementTokenOf(keyring, route),
    }));
    routes.push(...owned);
  }
  await store.close();
  const idsFile = listIds(path);
  return {
    env: {
      DATABASE_URL: `file:${path}`,
      SEALING_KEYS: `k1:${sealing.toString('base64url')}`,
      INDEX_KEY: index.toString('base64url'),
    },
    routes,
    idsFile,
  };
}
