import assert from 'node:assert/strict';
import { after, it, type TestContext } from 'node:test';
import { sealRoute } from '../../src/forms/route.ts';
import { databaseUrl } from '../../src/platform/settings/database-url.ts';
import { openPostgresStore } from '../../src/platform/stores/postgres-store.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { NOT_DURABLE, startPostgres } from '../support/postgres-server.ts';
import { until } from '../support/until.ts';
import { hashOf, keyring, newRoute } from './route-rows.ts';

const LOGGED = ['log_statement=all', 'log_line_prefix=db=%d ', 'deadlock_timeout=10ms'];
const server = await startPostgres({ after: (run) => after(run) }, [...NOT_DURABLE, ...LOGGED]);

const JUNE = Date.UTC(2025, 6, 1) / 1000;
const JULY = Date.UTC(2025, 7, 1) / 1000;

const times = <T>(count: number, run: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => run(index));

/** Two nodes' stores on one database. */
async function open(test: TestContext) {
  const url = await server.newDatabase();
  const database = databaseUrl(url);
  assert.ok(database.engine === 'postgres');
  const name = new URL(url).pathname.slice(1);
  const openOne = () => openPostgresStore(database, { connections: 10 });
  const stores: [Store, Store] = [await openOne(), await openOne()];
  test.after(() => Promise.all(stores.map((store) => store.close())));
  /** Statements on a table that the server has logged for this database. */
  const countStatements = async (table: string) => {
    const marker = hashOf(String(Math.random()));
    await server.query(`SELECT '${marker}'`);
    await until('the log', () => server.log().includes(marker));
    const entries = server.log().split(`db=${name} LOG:  execute`).slice(1);
    return entries.filter((entry) => entry.split('db=', 1)[0]?.includes(table)).length;
  };
  const deadlocks = () => server.log().split(`db=${name} ERROR:  deadlock`).length - 1;
  return { stores, countStatements, deadlocks };
}

it('look-ups made together are one statement to PostgreSQL, and each gets its own route', async (test) => {
  const { stores, countStatements } = await open(test);
  const { routes } = stores[0];
  const rows = times(5, (index) => sealRoute(keyring, newRoute(`jo-${index}@example.com`)));
  for (const row of rows) await routes.insert(row);
  const suspended = rows[2];
  assert.ok(suspended);
  await routes.suspend(suspended.formId, 5);
  const before = await countStatements('WHERE form_id');
  const unknown = newRoute('jo@example.com').formId;
  const ids = [...rows, ...rows].map(({ formId }) => formId);
  const found = await Promise.all([unknown, ...ids].map((formId) => routes.find(formId)));
  const expected = rows.map(({ sealed }) => (sealed === suspended.sealed ? undefined : sealed));
  assert.deepEqual(
    found.map((row) => row?.sealed),
    [undefined, ...expected, ...expected],
  );
  assert.equal((await countStatements('WHERE form_id')) - before, 1);
});

it('counts made together are one statement to PostgreSQL for each period and limit', async (test) => {
  const { stores, countStatements } = await open(test);
  const { counters } = stores[0];
  const take = (name: string, endsAt: number, limit: number) =>
    counters.take(hashOf(name), endsAt, limit);
  const counts = await Promise.all([
    take('a', JUNE, 3),
    take('b', JUNE, 3),
    take('a', JULY, 3),
    take('a', JUNE, 3),
    take('c', JUNE, 9),
  ]);
  assert.deepEqual(counts.toSorted(), [1, 1, 1, 1, 2]);
  assert.equal(await countStatements('INTO counters'), 3);
  assert.deepEqual(await Promise.all([take('a', JUNE, 3), take('b', JUNE, 3)]), [3, 2]);
});

it('rates counted together are one statement to PostgreSQL', async (test) => {
  const { stores, countStatements } = await open(test);
  const { rates } = stores[0];
  const pairs = times(40, (index) => rates.take([hashOf(`${index}`), hashOf('form')], JUNE));
  const counts = await Promise.all(pairs);
  assert.deepEqual(new Set(counts.map(([client]) => client)), new Set([1]));
  const forms = counts.map(([, form]) => form);
  assert.deepEqual(new Set(forms), new Set(times(40, (index) => index + 1)));
  assert.equal(await countStatements('INTO rates'), 1);
});

it('calls of a group that has room for some of them get exactly what is left', async (test) => {
  const { stores } = await open(test);
  const take = (limit: number) => stores[0].counters.take(hashOf('a'), JUNE, limit);
  const taken: (readonly number[])[] = [];
  for (const limit of [5, 5, 12, 12]) {
    const counts = await Promise.all(times(10, () => take(limit)));
    const some = counts.filter((used) => used !== undefined);
    taken.push(some.toSorted((left, right) => left - right));
  }
  assert.deepEqual(taken, [[1, 2, 3, 4, 5], [], [6, 7, 8, 9, 10, 11, 12], []]);
});

it('calls of a group that has no room take one more statement to PostgreSQL, one call none', async (test) => {
  const { stores, countStatements } = await open(test);
  const take = () => stores[0].counters.take(hashOf('a'), JUNE, 1);
  assert.equal(await take(), 1);
  const statements = async (calls: number) => {
    const before = await countStatements('INTO counters');
    const counts = await Promise.all(times(calls, take));
    assert.deepEqual(new Set(counts), new Set([undefined]));
    return (await countStatements('INTO counters')) - before;
  };
  assert.deepEqual([await statements(1), await statements(50)], [1, 2]);
});

it('groups of two nodes count exactly, and never wait for each other in a circle', async (test) => {
  const { stores, deadlocks } = await open(test);
  const names = times(60, (index) => `subject ${index}`);
  const shuffled = () => names.toSorted(() => Math.random() - 0.5);
  const calls = times(40, (round) => {
    const { counters, rates } = stores[round % 2 === 0 ? 0 : 1];
    return shuffled().map(async (name, index) => {
      await rates.take([hashOf(name), hashOf(names[index] ?? '')], JUNE);
      return counters.take(hashOf(name), JUNE, 30);
    });
  });
  const counts = await Promise.all(calls.flat());
  const taken = counts.filter((used) => used !== undefined);
  assert.equal(taken.length, 60 * 30);
  assert.equal(
    taken.reduce((sum, used) => sum + used, 0),
    (60 * 30 * 31) / 2,
  );
  assert.deepEqual(await stores[0].rates.take([hashOf('subject 0')], JUNE), [81]);
  assert.equal(deadlocks(), 0);
});
