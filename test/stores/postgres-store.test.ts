import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import { databaseUrl, type PostgresDatabase } from '../../src/database-url.ts';
import { MIGRATIONS } from '../../src/stores/migrations/index.ts';
import { openPostgresStore, type PostgresOptions } from '../../src/stores/postgres-store.ts';
import type { Migration } from '../../src/stores/migrations/migration.ts';
import { sealRoute } from '../../src/routes/route.ts';
import { StoreError, StoreUnavailable, type Store } from '../../src/stores/store.ts';
import { keyring, newRoute } from './route-rows.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { describeStore } from './describe-store.ts';

const server = await startPostgres({ after });

const nameOf = (url: string) => new URL(url).pathname.slice(1);

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
  const database = nameOf(url);
  const tables = await server.query(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    database,
  );
  const rows = tables.map(({ name }) => server.query(`SELECT * FROM ${String(name)}`, database));
  return JSON.stringify([tables, await Promise.all(rows)], (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

/** As engines behave that know no other isolation: they ask for retries (SQLSTATE 40001). */
const SERIALIZABLE = `SET default_transaction_isolation = 'serializable'`;

for (const [name, query, setting] of [
  ['PostgreSQL', '', ''],
  ['PostgreSQL without prepared statements', '?prepare=false', ''],
  ['PostgreSQL, serializable', '', SERIALIZABLE],
] as const) {
  describeStore(name, async (test) => {
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
  });
}

const NEWEST = MIGRATIONS.at(-1)?.id ?? 0;

/** What a later version might add. */
const NEXT: Migration = {
  id: NEWEST + 1,
  name: 'a step of a later version',
  statements: () => [
    'ALTER TABLE routes ADD COLUMN locale TEXT',
    'ALTER TABLE counters ADD COLUMN note TEXT',
    'CREATE TABLE later (id TEXT PRIMARY KEY)',
  ],
};

const PERIOD = Date.UTC(2025, 6, 1) / 1000;

describe('the PostgreSQL schema', () => {
  it('is made once by nodes that start together', async (test) => {
    const url = await server.newDatabase();
    const stores = await Promise.all(
      Array.from({ length: 8 }, () => openStore(test, url, { connections: 1 })),
    );
    await Promise.all(stores.map((store) => store.ping()));
    const steps = await server.query('SELECT id FROM schema_steps ORDER BY id', nameOf(url));
    assert.deepEqual(
      steps.map(({ id }) => id),
      [0, ...MIGRATIONS.map(({ id }) => id)],
    );
  });

  it('serves the version before beside the next one during a rolling update', async (test) => {
    const url = await server.newDatabase();
    const old = await openStore(test, url);
    const route = newRoute('jo@example.com', { status: 'active' });
    const use = async (store: Store, times: number) => {
      for (let time = 0; time < times; time += 1) {
        const row = newRoute('jo@example.com');
        assert.equal(await store.routes.insert(sealRoute(keyring, row)), true);
        assert.ok(await store.routes.find(row.formId));
        assert.ok(await store.routes.hasActiveRoute(row.inbox.owner));
        assert.ok((await store.routes.listByOwner(row.inbox.owner)).length > 1);
        assert.ok(await store.counters.take(row.inbox.quota, PERIOD, 9_999));
        assert.equal(await store.routes.remove(row.formId), true);
      }
    };
    await old.routes.insert(sealRoute(keyring, route));
    // Every connection of the old node has prepared its statements before the schema changes.
    await Promise.all(Array.from({ length: 10 }, () => use(old, 3)));
    const next = await openStore(test, url, { migrations: [...MIGRATIONS, NEXT] });
    await Promise.all([old, next, old, next].map((store) => use(store, 10)));
  });

  it('is refused when a newer version made it, and left as it was', async (test) => {
    const url = await server.newDatabase();
    await (await openStore(test, url, { migrations: [...MIGRATIONS, NEXT] })).close();
    const before = await dumpTables(url);
    await assert.rejects(openStore(test, url), (error) => {
      assert.ok(error instanceof StoreError && !(error instanceof StoreUnavailable));
      assert.match(error.message, /newer version of Letterslot.*\.$/);
      return true;
    });
    assert.equal(await dumpTables(url), before);
  });

  it('is only read when it is up to date, so that a user without DDL rights will do', async (test) => {
    const url = await server.newDatabase();
    await (await openStore(test, url)).close();
    const database = nameOf(url);
    await server.query(
      `CREATE ROLE clerk LOGIN; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO clerk`,
      database,
    );
    const store = await openStore(test, url.replace('letterslot@', 'clerk@'));
    const route = newRoute('jo@example.com');
    assert.equal(await store.routes.insert(sealRoute(keyring, route)), true);
    assert.equal(await store.counters.take(route.inbox.quota, PERIOD, 9), 1);
    assert.deepEqual(await store.rates.take([route.inbox.quota], PERIOD), [1]);
  });
});

describe('a PostgreSQL database that cannot be used', () => {
  const refuse = async (test: TestContext, url: string, kind: typeof StoreError, words: RegExp) => {
    await assert.rejects(openStore(test, url, { startPatience: 200 }), (error) => {
      assert.ok(error instanceof StoreError && error.constructor === kind, String(error));
      assert.match(error.message, words);
      assert.ok(!error.message.includes('s3cret'));
      return true;
    });
  };

  it('is named, with what is wrong', async (test) => {
    const { port } = server;
    await server.query(`CREATE ROLE nobody_in_particular`);
    const at = (user: string, name: string, place = `127.0.0.1:${port}`) =>
      `postgres://${user}@${place}/${name}`;
    await refuse(
      test,
      at('letterslot:s3cret', 'missing'),
      StoreError,
      /no such database \(3D000\)/,
    );
    await refuse(test, at('nobody_in_particular', 'postgres'), StoreError, /\(28000\)/);
    await refuse(
      test,
      at('letterslot:s3cret', 'postgres', '127.0.0.1:1'),
      StoreUnavailable,
      /^Cannot reach the PostgreSQL database postgres on 127\.0\.0\.1:1 \(ECONNREFUSED\)\.$/,
    );
  });

  it('is not used in clear text where TLS is asked for', async (test) => {
    const url = `${await server.newDatabase()}?sslmode=require`;
    await refuse(test, url, StoreUnavailable, /SSL/);
  });
});
