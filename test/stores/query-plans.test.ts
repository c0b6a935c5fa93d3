import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { LIST_COUNTS, LIST_SILENT, SUM_COUNTS } from '../../src/platform/stores/count-table.ts';
import { READ_SPANS } from '../../src/platform/stores/counter-tables.ts';
import { COUNT_BY_QUOTA, LIST_BY_OWNER } from '../../src/platform/stores/route-table.ts';
import { openSqliteStore } from '../../src/platform/stores/sqlite-store.ts';
import { newTempFolder } from '../support/temp-folder.ts';

/** How SQLite finds the rows of a table for a statement. */
async function searchesOf(test: TestContext, { sql }: { sql: string }, table: string) {
  const folder = newTempFolder('plans');
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'x.db');
  await openSqliteStore(path).close();
  using database = new DatabaseSync(path);
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql.replaceAll('$', '?')}`).all();
  return steps.map(({ detail }) => String(detail)).filter((step) => step.split(' ')[1] === table);
}

describe('how SQLite finds rows', () => {
  it('SQLite finds mail budgets by their subject, however many were counted that day', async (test) => {
    assert.deepEqual(await searchesOf(test, READ_SPANS, 'counters'), [
      'SEARCH counters USING INDEX buckets_by_subject (subject=? AND ends_at>? AND ends_at<?)',
      'SEARCH counters USING PRIMARY KEY (ends_at=? AND subject=?)',
    ]);
  });

  it('SQLite finds the counts of a form, and of a page of forms, by their ids and days', async (test) => {
    for (const statement of [LIST_COUNTS, SUM_COUNTS]) {
      assert.deepEqual(await searchesOf(test, statement, 'form_counts'), [
        'SEARCH form_counts USING PRIMARY KEY (form_id=? AND day>?)',
      ]);
    }
  });

  it('SQLite finds silent forms in the range of their ids', async (test) => {
    assert.deepEqual(await searchesOf(test, LIST_SILENT, 'form_counts'), [
      'SEARCH form_counts USING PRIMARY KEY (form_id>? AND form_id<?)',
    ]);
  });

  it('SQLite counts the routes of an inbox in their index alone', async (test) => {
    assert.deepEqual(await searchesOf(test, COUNT_BY_QUOTA, 'routes'), [
      'SEARCH routes USING COVERING INDEX routes_by_quota (quota=?)',
    ]);
  });

  it("SQLite finds a page of an owner's routes from its place on", async (test) => {
    assert.deepEqual(await searchesOf(test, LIST_BY_OWNER, 'routes'), [
      'SEARCH routes USING INDEX routes_by_owner_and_age (owner=? AND created_at>?)',
    ]);
  });
});
