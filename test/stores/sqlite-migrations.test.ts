import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { sealRoute } from '../../src/forms/route.ts';
import { MIGRATIONS, type Dialect } from '../../src/platform/stores/migrations.ts';
import { openSqliteStore } from '../../src/platform/stores/sqlite-store.ts';
import { hashOf, idempotencyOf, keyring, newRoute, plain } from './route-rows.ts';
import { newTempFolder } from '../support/temp-folder.ts';

const SQLITE: Dialect = { engine: 'sqlite', clustered: ' WITHOUT ROWID', transient: '' };
const POSTGRES: Dialect = { engine: 'postgres', clustered: '', transient: 'UNLOGGED ' };

/** What each migration did when it was released, to either engine. A new one gets its line. */
const RELEASED = [
  '1 routes and counters 82aa62695f3db321',
  '2 stopped routes and rates 030e814b05bc964d',
  '3 denser tables 9013296e57517929',
  '4 owner controls 3827978f9dfb7681',
  '5 outcomes 1b5e01b90b6a7f47',
  '6 unapproved routes 883da6f83f8929b1',
  '7 buckets by subject a54196d6412b9b8d',
  '8 routes by age 8f65cee2cdd5daf5',
  '9 form counts 401ad65c8c6b5391',
  '10 routes by quota c5ac151d706769c6',
];

const PERIOD = Date.UTC(2025, 6, 1) / 1000;

describe('a migration', () => {
  it('a released migration never changes, because databases have recorded it', () => {
    const digests = MIGRATIONS.map(({ id, name, statements }) => {
      const sql = JSON.stringify([SQLITE, POSTGRES].map((dialect) => statements(dialect)));
      return `${id} ${name} ${createHash('sha256').update(sql).digest('hex').slice(0, 16)}`;
    });
    assert.deepEqual(digests, RELEASED);
  });
});

describe('the schema of an older SQLite file', () => {
  for (const version of MIGRATIONS.slice(0, -1).map(({ id }) => id)) {
    it(`an SQLite file of schema ${version} is brought up to date and keeps every row`, async (test) => {
      const folder = newTempFolder('migrate');
      test.after(() => rmSync(folder, { recursive: true }));
      const path = join(folder, 'x.db');
      const database = new DatabaseSync(path);
      for (const { id, statements } of MIGRATIONS) {
        if (id > version) continue;
        for (const statement of statements(SQLITE)) database.exec(statement);
        database.exec(`PRAGMA user_version = ${id}`);
      }
      const row = sealRoute(
        keyring,
        newRoute('jo@example.com', { status: 'active', idempotency: idempotencyOf('key') }),
      );
      database
        .prepare(
          `INSERT INTO routes (form_id, sealed, status, mode, owner, quota, created_at, token_nonce,
             idempotency_key, request_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          row.formId,
          row.sealed,
          row.status,
          row.mode,
          row.owner,
          row.quota,
          row.createdAt,
          row.tokenNonce,
          row.idempotencyKey,
          row.requestHash,
        );
      database.prepare('INSERT INTO counters VALUES (?, ?, 7)').run(hashOf('a'), PERIOD);
      database.close();

      const store = openSqliteStore(path);
      test.after(() => store.close());
      assert.deepEqual(plain(await store.routes.find(row.formId)), row);
      assert.equal(await store.counters.take(hashOf('a'), PERIOD, 9), 8);
      const rival = newRoute('jo@example.com', { idempotency: idempotencyOf('key') });
      assert.equal(await store.routes.insert(sealRoute(keyring, rival)), false, 'the key is taken');
    });
  }
});
