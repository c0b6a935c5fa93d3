import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it, type TestContext } from 'node:test';
import type { FormId } from '../../src/contract/names.ts';
import { COUNTS } from '../../src/platform/stores/count-table.ts';
import { COUNTERS } from '../../src/platform/stores/counter-tables.ts';
import { LIST_START, ROUTES } from '../../src/platform/stores/route-table.ts';
import { openSqliteStore } from '../../src/platform/stores/sqlite-store.ts';
import type { Driver } from '../../src/platform/stores/statement.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { hashOf } from './route-rows.ts';

/** The SQL that a call of the store runs. */
async function sqlOf(call: (driver: Driver) => Promise<unknown>): Promise<string> {
  let text = '';
  const run: Driver['run'] = async ({ sql }) => {
    text = sql;
    return [];
  };
  await call({ shared: false, run, scrub: () => undefined, close: async () => undefined });
  return text;
}

/** How SQLite finds the rows of a table for a call of the store. */
async function searchesOf(
  test: TestContext,
  call: (driver: Driver) => Promise<unknown>,
  table: string,
) {
  const folder = newTempFolder('plans', test);
  const path = join(folder, 'x.db');
  await openSqliteStore(path).close();
  using database = new DatabaseSync(path);
  const sql = await sqlOf(call);
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql.replaceAll('$', '?')}`).all();
  return steps.map(({ detail }) => String(detail)).filter((step) => step.split(' ')[1] === table);
}

const FORM = 'cfm_22222222222222ZZ' as FormId;

it('SQLite finds mail budgets by their subject, however many were counted that day', async (test) => {
  assert.deepEqual(await searchesOf(test, (db) => COUNTERS.readSpans(db, [], 0), 'counters'), [
    'SEARCH counters USING INDEX buckets_by_subject (subject=? AND ends_at>? AND ends_at<?)',
    'SEARCH counters USING PRIMARY KEY (ends_at=? AND subject=?)',
  ]);
});

it('SQLite finds the counts of a form, and of a page of forms, by their ids and days', async (test) => {
  for (const call of [
    (db: Driver) => COUNTS.listSince(db, FORM, 0),
    (db: Driver) => COUNTS.sumSince(db, [FORM], 0, 0),
  ]) {
    assert.deepEqual(await searchesOf(test, call, 'form_counts'), [
      'SEARCH form_counts USING PRIMARY KEY (form_id=? AND day>?)',
    ]);
  }
});

it('SQLite finds silent forms in the range of their ids', async (test) => {
  const ids = { first: FORM, last: FORM };
  const of = { since: 0, lastDays: { from: 0, to: 0 }, leastDays: 0 };
  const list = (db: Driver) => COUNTS.listSilent(db, ids, of);
  assert.deepEqual(await searchesOf(test, list, 'form_counts'), [
    'SEARCH form_counts USING PRIMARY KEY (form_id>? AND form_id<?)',
  ]);
});

it('SQLite counts the routes of an inbox in their index alone', async (test) => {
  const count = (db: Driver) => ROUTES.countByQuota(db, hashOf('a'));
  assert.deepEqual(await searchesOf(test, count, 'routes'), [
    'SEARCH routes USING COVERING INDEX routes_by_quota (quota=?)',
  ]);
});

it("SQLite finds a page of an owner's routes from its place on", async (test) => {
  const list = (db: Driver) => ROUTES.listByOwner(db, hashOf('a'), LIST_START, 1);
  assert.deepEqual(await searchesOf(test, list, 'routes'), [
    'SEARCH routes USING INDEX routes_by_owner_and_age (owner=? AND created_at>?)',
  ]);
});
