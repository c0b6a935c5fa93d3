import assert from 'node:assert/strict';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it, type TestContext } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Store } from '../../src/platform/stores/store.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { newNodeKeys } from '../support/keys.ts';
import { startService, type TestService } from '../support/service.ts';

const FORMS = 40_000;
const SILENT = 5;

/** Routes that are read by one statement. */
const BATCH = 500;

/** On so many days each silent form delivered. */
const DAYS = 20;

const DAY = 86_400_000;
const TODAY = 20_000;

/** Milliseconds that everything else may wait, beside other tests. */
const LONGEST_BLOCK = 150;

/** Bytes in use during a look beyond those before it; the rows of all forms would take 60 MB. */
const MOST_MEMORY = 10_000_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes that are reachable. */
function memoryInUse(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/**
 * Copies a form over all ids, with deliveries on each of `days` until yesterday; `silent` ones
 * ended 8 days earlier.
 */
const fillingOf = (silent: readonly string[], days: number): string[] => {
  const same = 'sealed, status, mode, owner, quota, created_at, token_nonce';
  const ids = silent.map((id) => `'${id}'`).join(', ');
  return [
    `INSERT INTO routes (form_id, ${same})
     WITH RECURSIVE series (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM series WHERE n < ${FORMS - 1})
     SELECT 'cfm_' || substr(CAST(100000 + (n * 7919) % 100000 AS TEXT), 2) || 'copyofaform', ${same}
     FROM series, (SELECT ${same} FROM routes LIMIT 1) AS original`,
    `INSERT INTO form_counts (form_id, day, outcome, n)
     WITH RECURSIVE days (day) AS (
       SELECT ${TODAY - DAYS} UNION ALL SELECT day + 1 FROM days WHERE day < ${TODAY - 1}
     )
     SELECT form_id, day - CASE WHEN form_id IN (${ids}) THEN 8 ELSE 0 END, 'delivered', 2
     FROM routes, days WHERE form_id IN (${ids}) OR day >= ${TODAY - days}`,
  ];
};

/** Counts what is asked of the parts of a store, and measures what they give. */
function watchStore() {
  const seen = { calls: new Map<string, number>(), most: 0, memory: 0, isMeasuring: false };
  const watched = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name, receiver) {
        const method: unknown = Reflect.get(target, name, receiver);
        if (typeof method !== 'function') return method;
        return async (...values: unknown[]) => {
          const calls = (seen.calls.get(String(name)) ?? 0) + 1;
          seen.calls.set(String(name), calls);
          const answer: unknown = await Reflect.apply(method, target, values);
          if (Array.isArray(answer)) seen.most = Math.max(seen.most, answer.length);
          const isSample = seen.isMeasuring && name === 'listAfter' && calls % 20 === 0;
          if (isSample) seen.memory = Math.max(seen.memory, memoryInUse());
          return answer;
        };
      },
    });
  const wrapStore = ({ routes, counts, counters, refusals, ...store }: Store): Store => ({
    ...store,
    routes: watched(routes),
    counts: watched(counts),
    counters: watched(counters),
    refusals: watched(refusals),
  });
  return { seen, wrapStore };
}

interface Engine {
  env: Record<string, string>;
  /** On how many days the other forms delivered. */
  days: number;
  run(service: TestService, sql: string): Promise<unknown>;
}

/** Two scans of many forms: the first counts statements and pauses, the second memory. */
async function lookAt(test: TestContext, { env, days, run }: Engine): Promise<void> {
  const clock = { now: TODAY * DAY + 40_000_000 };
  const { seen, wrapStore } = watchStore();
  const shared = { PUBLIC_URL: 'https://forms.example', MONTHLY_LIMIT: '0', ...env };
  const service = await startService(test, shared, { now: () => clock.now, wrapStore });
  const silent: string[] = [];
  for (let at = 0; at < SILENT; at += 1) {
    const { form_id } = await service.activeRoute({ email: `owner@place${at}.example` });
    silent.push(form_id);
  }
  for (const sql of fillingOf(silent, days)) await run(service, sql);
  service.sink.mails.length = 0;
  seen.calls.clear();

  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = performance.now();
  await service.service.checkSilences();
  const ms = performance.now() - began;
  delay.disable();
  const block = delay.max / 1e6;
  test.diagnostic(`${Math.round(ms)} ms; nothing else waited longer than ${Math.round(block)} ms`);
  assert.equal(service.sink.mails.length, SILENT);
  const batches = Math.floor((FORMS + SILENT) / BATCH) + 1;
  const { listAfter, listSilent, listSince, ...others } = Object.fromEntries(seen.calls);
  assert.deepEqual([listAfter, listSilent, listSince], [batches, batches, SILENT]);
  const asked = Object.values(others).reduce((sum, calls) => sum + calls, 0);
  assert.ok(asked <= 10 * SILENT, JSON.stringify(others));
  assert.ok(seen.most <= BATCH, `${seen.most} rows at once`);
  assert.ok(block < LONGEST_BLOCK, `${block} ms`);

  clock.now += DAY;
  seen.isMeasuring = true;
  const before = memoryInUse();
  await service.service.checkSilences();
  const grown = seen.memory - before;
  test.diagnostic(`${Math.round(grown / 1000)} kB beyond those before`);
  assert.equal(service.logText().split('"silences_looked"').length - 1, 2);
  assert.ok(grown < MOST_MEMORY, `${grown} bytes`);
}

describe(`a look at ${FORMS} forms for silence`, () => {
  it(`SQLite: ${FORMS} forms are looked at in bounded memory and statements, and hold up no request`, (test) =>
    lookAt(test, {
      env: {},
      days: DAYS,
      run({ folder }, sql) {
        using database = new DatabaseSync(join(folder, 'test.db'), { timeout: 10_000 });
        return Promise.resolve(database.exec(sql));
      },
    }));

  it(`PostgreSQL: ${FORMS} forms are looked at in bounded memory and statements, and hold up no request`, async (test) => {
    const server = await startPostgres({ after: (end) => after(end) });
    const url = await server.newDatabase();
    const name = new URL(url).pathname.slice(1);
    await lookAt(test, {
      env: { DATABASE_URL: url, ...newNodeKeys() },
      // So that filling it takes no minute.
      days: 8,
      async run(_service, sql) {
        await server.query(sql, name);
        await server.query('ANALYZE', name);
      },
    });
  });
});
