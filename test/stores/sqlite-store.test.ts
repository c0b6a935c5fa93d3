import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { sealRoute } from '../../src/forms/route.ts';
import { inspectStore } from '../../src/platform/stores/inspection.ts';
import { openSqliteStore } from '../../src/platform/stores/sqlite-store.ts';
import { StoreError } from '../../src/platform/stores/store-errors.ts';
import { describeStore } from './describe-store.ts';
import { LATER, NEWEST } from './later-schema.ts';
import { hashOf, idempotencyOf, keyring, newRoute, plain } from './route-rows.ts';
import { dumpTables, newFolder, newPath, openStore } from './sqlite-files.ts';

const PERIOD = Date.UTC(2025, 6, 1) / 1000;

/** The bytes of the database and of the files that SQLite puts beside it. */
function filesOf(path: string): Buffer {
  const folder = join(path, '..');
  return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
}

describeStore('SQLite', async (test) => {
  const path = newPath(test);
  const store = openStore(test, path);
  return {
    store,
    async reopen() {
      await store.close();
      return openStore(test, path);
    },
    dump: async () => dumpTables(path),
  };
});

describe('the SQLite file', () => {
  it('an SQLite store is not shared', (test) => {
    assert.equal(openStore(test, newPath(test)).shared, false);
  });

  it('an SQLite file, its folder and the files next to it are created private', async (test) => {
    const path = newPath(test);
    await openStore(test, path).addKeyCheck('index', 'check');
    const files = readdirSync(join(path, '..'));
    assert.ok(files.includes('letterslot.db') && files.includes('letterslot.db-wal'));
    for (const file of files) {
      assert.equal(statSync(join(path, '..', file)).mode & 0o777, 0o600, file);
    }
    assert.equal(statSync(join(path, '..')).mode & 0o777, 0o700);
  });

  it('an empty SQLite file gets the newest schema, and keeps it', async (test) => {
    const path = newPath(test);
    await openSqliteStore(path).close();
    await openSqliteStore(path).close();
    const database = new DatabaseSync(path, { readOnly: true });
    test.after(() => database.close());
    assert.equal(database.prepare('PRAGMA user_version').get()?.['user_version'], NEWEST);
    assert.equal(database.prepare('PRAGMA journal_mode').get()?.['journal_mode'], 'wal');
  });

  it('an SQLite file is brought to the schema of a later version and keeps every row', async (test) => {
    const path = newPath(test);
    const idempotency = idempotencyOf('key');
    const row = sealRoute(keyring, newRoute('jo@example.com', { status: 'active', idempotency }));
    const before = openStore(test, path);
    assert.equal(await before.routes.insert(row), true);
    assert.equal(await before.counters.take(hashOf('a'), PERIOD, 9), 1);
    await before.close();
    for (const _time of ['once', 'twice']) {
      const store = openStore(test, path, LATER);
      assert.deepEqual(plain(await store.routes.find(row.formId)), row);
      const rival = sealRoute(keyring, newRoute('jo@example.com', { idempotency }));
      assert.equal(await store.routes.insert(rival), false, 'the key is taken');
      await store.close();
    }
    assert.equal(await openStore(test, path, LATER).counters.take(hashOf('a'), PERIOD, 9), 2);
  });

  it('an SQLite file of a newer version is refused, and left as it was', async (test) => {
    const path = newPath(test);
    await openSqliteStore(path, { migrations: LATER }).close();
    const before = readFileSync(path);
    assert.throws(
      () => openSqliteStore(path),
      (error) =>
        error instanceof StoreError && /newer version of Letterslot.*\.$/.test(error.message),
    );
    assert.deepEqual(readFileSync(path), before);
  });

  it('an SQLite file of before the first release, or of another program, is refused, and left as it was', async (test) => {
    for (const [version, application] of [
      [9, 0],
      [0, 7],
      [1, 7],
      [0, 0],
    ]) {
      const path = newPath(test);
      await openSqliteStore(path).close();
      const old = new DatabaseSync(path);
      old.exec(`PRAGMA user_version = ${version}; PRAGMA application_id = ${application}`);
      old.close();
      const before = readFileSync(path);
      assert.throws(() => openSqliteStore(path), /^StoreError: .* before its first release/);
      await assert.rejects(inspectStore({ engine: 'sqlite', path }), /before its first release/);
      assert.deepEqual(readFileSync(path), before);
    }
  });

  it('a file that is not a database is refused, and left as it was', (test) => {
    const path = join(newFolder(test), 'notes.txt');
    const text = 'This is a text and no database. '.repeat(200);
    writeFileSync(path, text);
    assert.throws(
      () => openSqliteStore(path),
      (error) => error instanceof StoreError && error.message.includes(path),
    );
    assert.equal(readFileSync(path, 'utf8'), text);
  });

  it('an SQLite path that is a folder or below a file is refused', (test) => {
    const folder = newFolder(test);
    writeFileSync(join(folder, 'file'), '');
    for (const path of [folder, join(folder, 'file', 'letterslot.db')]) {
      assert.throws(() => openSqliteStore(path), StoreError, path);
    }
  });

  it('an SQLite file holds nothing of a removed route, open or closed', async (test) => {
    const path = newPath(test);
    const store = openStore(test, path);
    const rows = Array.from({ length: 50 }, () =>
      sealRoute(keyring, newRoute('jo@example.com', { alias: '😀'.repeat(120) })),
    );
    for (const row of rows) await store.routes.insert(row);
    const [kept, ...removed] = rows;
    assert.ok(kept && filesOf(path).includes(kept.sealed), 'a route that is there is found');
    for (const { formId } of removed) await store.routes.remove(formId);
    const check = () => {
      const bytes = filesOf(path);
      assert.ok(bytes.includes(kept.sealed));
      for (const { sealed, formId } of removed) {
        assert.ok(!bytes.includes(sealed) && !bytes.includes(sealed.slice(20, 80)));
        assert.ok(!bytes.includes(formId));
      }
    };
    check();
    await store.close();
    check();
  });

  it('an SQLite file holds nothing of an unconfirmed route', async (test) => {
    const path = newPath(test);
    const store = openStore(test, path);
    const row = sealRoute(keyring, newRoute('jo@example.com', { createdAt: 1 }));
    await store.routes.insert(row);
    await store.routes.removeUnverifiedBefore(2);
    assert.ok(!filesOf(path).includes(row.sealed));
    await store.close();
    assert.ok(!filesOf(path).includes(row.sealed));
  });

  it('an SQLite file holds nothing of an outcome whose day has ended', async (test) => {
    const path = newPath(test);
    const store = openStore(test, path);
    const request = hashOf('request');
    await store.outcomes.claim(hashOf('subject'), { request, claim: 'claim', claimedAt: 1 });
    assert.ok(filesOf(path).includes(request));
    await store.outcomes.removeClaimedBefore(2);
    assert.ok(!filesOf(path).includes(request));
  });

  it('an SQLite file holds nothing of a removed route soon after the last reader finished', async (test) => {
    const path = newPath(test);
    const store = openStore(test, path);
    const row = sealRoute(keyring, newRoute('jo@example.com'));
    await store.routes.insert(row);
    const reader = new DatabaseSync(path, { readOnly: true });
    reader.exec('BEGIN; SELECT * FROM routes');
    await store.routes.remove(row.formId);
    assert.ok(filesOf(path).includes(row.sealed), 'the reader may still need it');
    reader.close();
    while (filesOf(path).includes(row.sealed)) await wait(20);
    assert.equal(filesOf(path).includes(row.formId), false);
  });

  it('the write-ahead log stays small through 20,000 counts', async (test) => {
    const path = newPath(test);
    const store = openStore(test, path);
    for (let batch = 0; batch < 100; batch += 1) {
      const subjects = Array.from({ length: 200 }, (_, index) => hashOf(`${batch} ${index}`));
      const counts = await Promise.all(
        subjects.map((subject) => store.counters.take(subject, PERIOD, 9)),
      );
      assert.ok(counts.every((count) => count === 1));
    }
    assert.ok(statSync(`${path}-wal`).size < 20 * 1024 * 1024);
    await store.close();
    assert.equal(existsSync(`${path}-wal`), false);
  });

  it('two connections to an SQLite file share counts exactly', async (test) => {
    const path = newPath(test);
    const stores = [openStore(test, path), openStore(test, path)];
    const tries = Array.from({ length: 200 }, () =>
      stores.map(({ counters }) => counters.take(hashOf('a'), PERIOD, 250)),
    );
    const counts = (await Promise.all(tries.flat())).filter((count) => count !== undefined);
    assert.equal(counts.length, 250);
    assert.equal(new Set(counts).size, 250);
  });
});

describe('the lock of another process', () => {
  it('writes wait for the lock of another process while reads and the event loop go on', async (test) => {
    const path = newPath(test);
    const store = openStore(test, path);
    const row = sealRoute(keyring, newRoute('jo@example.com'));
    await store.routes.insert(row);
    const other = new DatabaseSync(path);
    test.after(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    let taken = false;
    const taking = store.counters.take(hashOf('a'), PERIOD, 10).then((used) => {
      taken = true;
      return used;
    });
    await new Promise((resolve) => setTimeout(resolve, 400));
    assert.equal(taken, false);
    assert.equal((await store.routes.find(row.formId))?.formId, row.formId);
    other.exec('COMMIT');
    assert.equal(await taking, 1);
  });
});
