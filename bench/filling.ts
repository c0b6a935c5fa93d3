import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { TO_INBOX } from '../src/forms/targets/channels.ts';
import { parseEmailAddress } from '../src/platform/text/email-address.ts';
import { identifyInbox } from '../src/inboxes/inbox-identity.ts';
import { newFormId, sealRoute, type Route } from '../src/forms/route.ts';
import { managementTokenOf } from '../src/forms/form-credentials.ts';
import { Keyring } from '../src/platform/secrets/keyring.ts';
import { ROUTE, type RouteRow } from '../src/platform/stores/route-table.ts';
import { openSqliteStore } from '../src/platform/stores/sqlite-store.ts';
import type { OwnedRoute } from './servers.ts';
import { NO_SETTINGS } from '../src/forms/settings/setting-rules.ts';

/** Keeps the pages of a database in memory while it is filled, and syncs nothing. */
const FILLING =
  'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000; BEGIN';

/** Routes that the load uses from memory; its garbage collector would be slow with millions. */
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
    settings: NO_SETTINGS,
    language: 'en',
    idempotency: undefined,
  };
}

/** Gives a plain route its settings. */
export type FormOf = (route: Route, index: number) => Route;

export interface FilledDatabase {
  /** DATABASE_URL and the keys the database was filled with. */
  env: Readonly<Record<string, string>>;
  /** All of them, or as many as the load needs, from all over the database. */
  routes: OwnedRoute[];
}

/** Writes all ids of a database to a file, one a line, in the fastest order for an import. */
export function listIds(path: string, file: string): void {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare('SELECT form_id AS id FROM routes ORDER BY form_id').iterate();
  writeFileSync(file, Array.from(rows, ({ id }) => `${String(id)}\n`).join(''));
  database.close();
}

/** A database of the service that takes rows in one transaction, which ends when it is closed. */
export function openFilling(path: string) {
  const database = new DatabaseSync(path);
  database.exec(FILLING);
  const places = ROUTE.places.replaceAll('$', '?');
  const insert = database.prepare(`INSERT INTO routes (${ROUTE.names}) VALUES (${places})`);
  return {
    insert(row: RouteRow) {
      insert.run(...ROUTE.valuesOf({ ...row, idempotencyKey: null, requestHash: null }));
    },
    close() {
      database.exec('COMMIT; PRAGMA journal_mode = WAL');
      database.close();
    },
  };
}

/** As long, and like no other one: no id or hash has a full stop. */
const renumber = <Text extends string>(text: Text, number: number) => {
  const suffix = `.${number}`;
  return (text.slice(0, -suffix.length) + suffix) as Text;
};

/** A row beside another, as large, of another form and inbox; it cannot be opened. */
const fillerLike = (row: RouteRow, number: number): RouteRow => ({
  ...row,
  formId: renumber(row.formId, number),
  owner: renumber(row.owner, number),
});

/** The keys that a database was filled with. */
export function keyringOf({ SEALING_KEYS = '', INDEX_KEY = '' }: FilledDatabase['env']): Keyring {
  const [id = '', secret = ''] = SEALING_KEYS.split(':');
  const octets = (text: string) => Buffer.from(text, 'base64url');
  return new Keyring([{ id, secret: octets(secret) }], octets(INDEX_KEY));
}

/** A new SQLite database of the service with this many active routes, each as `formOf` has it. */
export async function fillDatabase(
  path: string,
  count: number,
  formOf: FormOf = (route) => route,
): Promise<FilledDatabase> {
  const [sealing, index] = [randomBytes(32), randomBytes(32)];
  const keyring = new Keyring([{ id: 'k1', secret: sealing }], index);
  await openSqliteStore(path).close();
  const filling = openFilling(path);
  const routes: OwnedRoute[] = [];
  const stride = Math.ceil(count / MOST_ASKED);
  for (let done = 0; done < count; done += stride) {
    const route = formOf(newRoute(keyring, done), done);
    const row = sealRoute(keyring, route);
    filling.insert(row);
    routes.push({ formId: route.formId, managementToken: managementTokenOf(keyring, route) });
    const fillers = Math.min(stride, count - done) - 1;
    for (let number = 1; number <= fillers; number += 1) filling.insert(fillerLike(row, number));
  }
  filling.close();
  return {
    env: {
      DATABASE_URL: `file:${path}`,
      SEALING_KEYS: `k1:${sealing.toString('base64url')}`,
      INDEX_KEY: index.toString('base64url'),
    },
    routes,
  };
}
