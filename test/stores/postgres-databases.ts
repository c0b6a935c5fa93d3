import { after, type TestContext } from 'node:test';
import { databaseUrl, type PostgresDatabase } from '../../src/platform/settings/database-url.ts';
import {
  openPostgresStore,
  type PostgresOptions,
} from '../../src/platform/stores/postgres-store.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { ROLE, startPostgres } from '../support/postgres-server.ts';
import type { OpenStore } from './open-store.ts';

/** The server that all tests of a file share. */
export const server = await startPostgres({ after });

export const nameOf = (url: string) => new URL(url).pathname.slice(1);

const toDatabase = (url: string) => databaseUrl(url) as PostgresDatabase;

export async function openStore(
  test: TestContext,
  url: string,
  options: Partial<PostgresOptions> = {},
): Promise<Store> {
  const store = await openPostgresStore(toDatabase(url), { connections: 10, ...options });
  test.after(() => store.close().catch(() => undefined));
  return store;
}

export async function dumpTables(url: string): Promise<string> {
  const database = nameOf(url);
  const tables = await server.query(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${ROLE}'`,
    database,
  );
  const rows = tables.map(({ name }) => server.query(`SELECT * FROM ${String(name)}`, database));
  return JSON.stringify([tables, await Promise.all(rows)], (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

/** As engines behave that know no other isolation: they ask for retries (SQLSTATE 40001). */
export const SERIALIZABLE = `SET default_transaction_isolation = 'serializable'`;

/** Opens stores on databases of their own, with these words in the URL and this setting. */
export const opening =
  (query = '', setting = ''): OpenStore =>
  async (test) => {
    const url = await server.newDatabase();
    if (setting) await server.query(`ALTER DATABASE ${nameOf(url)} ${setting}`);
    const store = await openStore(test, url + query);
    return {
      store,
      async reopen() {
        await store.close();
        return openStore(test, url + query);
      },
      dump: () => dumpTables(url),
    };
  };
