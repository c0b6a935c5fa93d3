import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import { databaseUrl, type PostgresDatabase } from '../../src/database-url.ts';
import { MIGRATIONS } from '../../src/stores/migrations/index.ts';
import { openPostgresStore, type PostgresOptions } from '../../src/stores/postgres-store.ts';
import { StoreError, StoreUnavailable, type Store } from '../../src/stores/store.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { describeStore } from './describe-store.ts';

const server = await startPostgres({ after });

const toDatabase = (url: string) => databaseUrl(url) as PostgresDatabase;

async function openStore(
  test: TestContext,
  url: string,
  options: Partial<PostgresOptions> = {},
): Promise<Store> {
  const store = await openPostgresStore(toDatabase(url), { connections: 10, ...options });
  test.after(() => store.close().catch(() => undefined));
  return store;
}

async function dumpTables(url: string): Promise<string> {
  const database = new URL(url).pathname.slice(1);
  const tables = await server.query(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    database,
  );
  const rows = tables.map(({ name }) => server.query(`SELECT * FROM ${String(name)}`, database));
  return JSON.stringify([tables, await Promise.all(rows)], (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

for (const [name, query] of [
  ['PostgreSQL', ''],
  ['PostgreSQL without prepared statements', '?prepare=false'],
] as const) {
  describeStore(name, async (test) => {
    const url = (await server.newDatabase()) + query;
    const store = await openStore(test, url);
    return {
      store,
      async reopen() {
        await store.close();
        return openStore(test, url);
      },
      dump: () => dumpTables(url),
    };
  });
}

const NEWEST = MIGRATIONS.at(-1)?.id ?? 0;

describe('the PostgreSQL schema', () => {
  it('is made once by nodes that start together', async (test) => {
    const url = await server.newDatabase();
    const stores = await Promise.all(
      Array.from({ length: 8 }, () => openStore(test, url, { connections: 1 })),
    );
    await Promise.all(stores.map((store) => store.ping()));
    const steps = await server.query(
      'SELECT id FROM schema_steps ORDER BY id',
      new URL(url).pathname.slice(1),
    );
    assert.deepEqual(
      steps.map(({ id }) => id),
      [0, ...MIGRATIONS.map(({ id }) => id)],
    );
  });
});
void StoreError;
void StoreUnavailable;
void NEWEST;
