import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { MIGRATIONS } from '../../src/platform/stores/migrations.ts';
import { sealRoute } from '../../src/forms/route.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { StoreError, StoreUnavailable } from '../../src/platform/stores/store-errors.ts';
import { keyring, newRoute } from './route-rows.ts';
import { NO_TLS, NOT_DURABLE, ROLE, startPostgres, urlOf } from '../support/postgres-server.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';
import { LATER } from './later-schema.ts';
import { LIST_START } from '../../src/platform/stores/route-table.ts';
import { describeStore } from './describe-store.ts';
import { dumpTables, nameOf, opening, openStore, server } from './postgres-databases.ts';

describeStore('PostgreSQL', opening());

const PERIOD = Date.UTC(2025, 6, 1) / 1000;

describe('a PostgreSQL store', () => {
  it('a PostgreSQL store is shared by several processes', async (test) => {
    assert.equal((await openStore(test, await server.newDatabase())).shared, true);
  });
});

describe('the PostgreSQL schema', () => {
  it('nodes that start together create the PostgreSQL schema once', async (test) => {
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

  it('the PostgreSQL schema serves two versions during a rolling update', async (test) => {
    const url = await server.newDatabase();
    const old = await openStore(test, url);
    const route = newRoute('jo@example.com', { status: 'active' });
    const use = async (store: Store, times: number) => {
      for (let time = 0; time < times; time += 1) {
        const row = newRoute('jo@example.com');
        assert.equal(await store.routes.insert(sealRoute(keyring, row)), true);
        assert.ok(await store.routes.find(row.formId));
        assert.ok(await store.routes.isConfirmedInbox(row.inbox.owner));
        assert.ok((await store.routes.listByOwner(row.inbox.owner, LIST_START, 9)).length > 1);
        assert.ok(await store.counters.take(row.inbox.quota, PERIOD, 9_999));
        await store.routes.remove(row.formId);
      }
    };
    await old.routes.insert(sealRoute(keyring, route));
    // Every connection of the old node has prepared its statements before the schema changes.
    await Promise.all(Array.from({ length: 10 }, () => use(old, 3)));
    const next = await openStore(test, url, { migrations: LATER });
    await Promise.all([old, next, old, next].map((store) => use(store, 10)));
  });

  it('a PostgreSQL schema of a newer version is refused, and left as it was', async (test) => {
    const url = await server.newDatabase();
    await (await openStore(test, url, { migrations: LATER })).close();
    const before = await dumpTables(url);
    await assert.rejects(openStore(test, url), (error) => {
      assert.ok(error instanceof StoreError && !(error instanceof StoreUnavailable));
      assert.match(error.message, /newer version of Letterslot.*\.$/);
      return true;
    });
    assert.equal(await dumpTables(url), before);
  });

  it('a PostgreSQL schema of before the first release is refused, and left as it was', async (test) => {
    const url = await server.newDatabase();
    await (await openStore(test, url, {})).close();
    await server.query(`UPDATE schema_steps SET name = 'routes' WHERE id = 1`, nameOf(url));
    const before = await dumpTables(url);
    await assert.rejects(openStore(test, url), /before its first release/);
    assert.equal(await dumpTables(url), before);
  });

  it('a PostgreSQL schema that is up to date needs no DDL rights', async (test) => {
    const url = await server.newDatabase();
    await (await openStore(test, url)).close();
    const database = nameOf(url);
    await server.query(
      `CREATE ROLE clerk LOGIN PASSWORD 'clerk'; GRANT USAGE ON SCHEMA ${ROLE} TO clerk;
       ALTER ROLE clerk SET search_path = ${ROLE};
       GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${ROLE} TO clerk`,
      database,
    );
    const store = await openStore(
      test,
      urlOf({ port: server.port, name: database, user: 'clerk', password: 'clerk' }),
    );
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

  it('an unusable PostgreSQL database is named, with what is wrong', async (test) => {
    const { port } = server;
    const name = nameOf(await server.newDatabase());
    await server.query(`CREATE ROLE nobody_in_particular PASSWORD 's3cret'`);
    await server.query(`CREATE ROLE homeless LOGIN PASSWORD 's3cret'`);
    await server.query(`ALTER ROLE homeless SET search_path = nowhere`);
    const password = 's3cret';
    const faults: [url: string, words: RegExp][] = [
      [urlOf({ port, name: 'missing' }), /no such database \(3D000\)/],
      [urlOf({ port, name, password }), /refuses the user or the password \(28P01\)/],
      [urlOf({ port, name, password: undefined }), /the URL has none \(ENOPASSWORD\)/],
      [urlOf({ port, name, user: 'nobody_in_particular', password }), /\(28000\)/],
      [urlOf({ port, name, user: 'homeless', password }), /name it in search_path \(3F000\)/],
    ];
    for (const [url, words] of faults) await refuse(test, url, StoreError, words);
    await refuse(
      test,
      urlOf({ port: 1, name, password }),
      StoreUnavailable,
      /^Cannot reach the PostgreSQL database test_\w+ on 127\.0\.0\.1:1 \(ECONNREFUSED\)\.$/,
    );
  });

  it('PostgreSQL is trusted only with a certificate of a known authority for its name', async (test) => {
    const url = await server.newDatabase();
    const without = url.replace(/&sslrootcert=.*/, '');
    await refuse(test, without, StoreError, /trusted authority.*\(.*\)/);
    const encrypted = without.replace('verify-full', 'require');
    await (await openStore(test, encrypted)).ping();
    const other = url.replace(/database-ca/, 'ca');
    await refuse(test, other, StoreError, /trusted authority/);
    const missing = url.replace(/database-ca/, 'no-ca');
    await refuse(test, missing, StoreError, /sslrootcert in DATABASE_URL cannot be read/);
    await (await openStore(test, url.replace('127.0.0.1', 'localhost'))).ping();
    await (await openStore(test, `${url}&channel_binding=require`)).ping();
  });

  it('PostgreSQL is not used in clear text if TLS is required, except over a socket', async (test) => {
    const folder = newTempFolder('socket');
    chmodSync(folder, 0o777);
    const plain = await startPostgres({ after: (run) => test.after(run) }, [
      ...NOT_DURABLE,
      NO_TLS,
      `unix_socket_directories=${folder}`,
    ]);
    const socket = (await plain.newDatabase())
      .replace(/@[^/]+/, '@')
      .replace(/\?.*/, `?host=${folder}&port=${plain.port}`);
    await (await openStore(test, socket)).ping();
    const url = await plain.newDatabase();
    await refuse(test, url, StoreError, /offers no TLS.*\(ENOTLS\)/);
    const clear = url.replace(/\?.*/, '?sslmode=disable');
    await refuse(test, `${clear}&channel_binding=require`, StoreError, /\(EBINDING\)/);
    await (await openStore(test, clear)).ping();
  });

  it('a PostgreSQL database that is full or starting is only unavailable', async (test) => {
    const { port } = server;
    const name = nameOf(await server.newDatabase());
    await server.query(`CREATE ROLE crowd LOGIN PASSWORD 'crowd' CONNECTION LIMIT 0`);
    const crowded = urlOf({ port, name, user: 'crowd', password: 'crowd' });
    await refuse(test, crowded, StoreUnavailable, /\(53300\)/);
    const settings = [...NOT_DURABLE, 'hot_standby=off'];
    const primary = await startPostgres({ after: (run) => test.after(run) }, settings);
    const standby = await primary.startStandby();
    const recovering = urlOf({ port: standby.port, name: 'postgres' });
    await refuse(test, recovering, StoreUnavailable, /\(57P03\)/);
  });

  it('a failed PostgreSQL handshake leaves no connection', async (test) => {
    const { port } = server;
    const name = nameOf(await server.newDatabase());
    const url = urlOf({ port, name, password: undefined });
    for (const _ of [1, 2, 3]) await refuse(test, url, StoreError, /ENOPASSWORD/);
    const open = `SELECT count(*) FROM pg_stat_activity WHERE state = 'starting'
      OR (usename IS NULL AND backend_type = 'client backend')`;
    await until('the end of the handshakes', async () => {
      const [row] = await server.query(open);
      return Number(row?.['count']) === 0;
    });
  });
});
