import { type RefusalStore, createCounters, createRates } from './counter-tables.ts';
import type { KeyedHash } from '../secrets/keyed-hash.ts';
import { createCounts } from './count-table.ts';
import { createOutcomes } from './outcome-table.ts';
import { createRoutes } from './route-table.ts';
import { change, query, sweepBefore, type Driver } from './statement.ts';
import type { Store } from './store.ts';

export const LIST_KEY_CHECKS = query<[], { name: string; value: string }>(
  `SELECT name, value FROM key_checks`,
);

const SQL = {
  addRefusal: change<[subject: KeyedHash, endsAt: number]>(
    `INSERT INTO refusals (subject, ends_at) VALUES ($1, $2)
     ON CONFLICT (subject) DO UPDATE SET ends_at = excluded.ends_at
     WHERE refusals.ends_at < excluded.ends_at`,
    { repeatable: true },
  ),
  removeRefusal: change<[subject: KeyedHash]>(`DELETE FROM refusals WHERE subject = $1`, {
    repeatable: true,
  }),
  findRefusal: query<[subject: KeyedHash, other: KeyedHash], { endsAt: number | null }>(
    `SELECT max(ends_at) AS "endsAt" FROM refusals WHERE subject IN ($1, $2)`,
  ),
  removeEndedRefusals: change<[before: number, most: number]>(
    `DELETE FROM refusals WHERE subject IN (
       SELECT subject FROM refusals WHERE ends_at < $1 LIMIT $2
     ) RETURNING subject`,
    { repeatable: true },
  ),
  addKeyCheck: change<[name: string, check: string]>(
    `INSERT INTO key_checks (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
    { repeatable: true },
  ),
  removeKeyCheck: change<[name: string]>(`DELETE FROM key_checks WHERE name = $1`, {
    repeatable: true,
  }),
  // A row that has ended: it shows that writes succeed, and the next sweep removes it.
  ping: change<[]>(
    `INSERT INTO counters (subject, ends_at, used) VALUES ('ping', 0, 1)
     ON CONFLICT (subject, ends_at) DO UPDATE SET used = counters.used + 1`,
    { repeatable: true },
  ),
};

function createRefusals(driver: Driver): RefusalStore {
  return {
    async add(subject, endsAt) {
      await driver.run(SQL.addRefusal, subject, endsAt);
    },
    async remove(subject) {
      await driver.run(SQL.removeRefusal, subject);
    },
    async endOf(subject, other = subject) {
      const [row] = await driver.run(SQL.findRefusal, subject, other);
      return row?.endsAt ?? undefined;
    },
    async removeEndedBefore(second) {
      await sweepBefore(driver, SQL.removeEndedRefusals, second);
    },
  };
}

/** The store on any engine: its methods as statements that the driver runs. */
export function createSqlStore(driver: Driver): Store {
  return {
    shared: driver.shared,
    routes: createRoutes(driver),
    counters: createCounters(driver),
    rates: createRates(driver),
    refusals: createRefusals(driver),
    outcomes: createOutcomes(driver),
    counts: createCounts(driver),
    async listKeyChecks() {
      const checks = await driver.run(LIST_KEY_CHECKS);
      return new Map(checks.map(({ name, value }) => [name, value]));
    },
    async addKeyCheck(name, check) {
      await driver.run(SQL.addKeyCheck, name, check);
    },
    async removeKeyCheck(name) {
      await driver.run(SQL.removeKeyCheck, name);
    },
    async ping() {
      await driver.run(SQL.ping);
    },
    ...(driver.connections && { connections: driver.connections }),
    close: () => driver.close(),
  };
}
