import type { KeyedHash } from '../secrets/keyed-hash.ts';
import type { Log } from '../log/log.ts';
import { COUNTS } from './count-table.ts';
import { COUNTERS, RATES } from './counter-tables.ts';
import { OUTCOMES } from './outcome-table.ts';
import { ROUTES } from './route-table.ts';
import {
  bind,
  find,
  query,
  sweep,
  write,
  type Bound,
  type ConnectionUse,
  type Driver,
  type Runner,
} from './statement.ts';

const endOf = find<[subject: KeyedHash, other: KeyedHash], { endsAt: number | null }>(
  `SELECT max(ends_at) AS "endsAt" FROM refusals WHERE subject IN ($1, $2)`,
);

/** Refusals of owners, each until a time in seconds since the epoch. */
const REFUSALS = {
  /** Adds an entry until `endsAt`; a later end that is already stored stays. */
  add: write<[subject: KeyedHash, endsAt: number]>(
    `INSERT INTO refusals (subject, ends_at) VALUES ($1, $2)
     ON CONFLICT (subject) DO UPDATE SET ends_at = excluded.ends_at
     WHERE refusals.ends_at < excluded.ends_at`,
  ),
  remove: write<[subject: KeyedHash]>(`DELETE FROM refusals WHERE subject = $1`),
  /** When it ends, if there is one; of two subjects the later end. */
  endOf: async (driver: Driver, subject: KeyedHash, other = subject) =>
    (await endOf(driver, subject, other))?.endsAt ?? undefined,
  /** Deletes what ended before a second. */
  removeEndedBefore: sweep('refusals', 'subject', 'ends_at < $1'),
};

const keyChecks = query<[], { name: string; value: string }>(`SELECT name, value FROM key_checks`);

/** Check values of the keys used before, by name: `index`, or the id of a sealing key. */
export const listKeyChecks = async (driver: Runner): Promise<Map<string, string>> =>
  new Map((await keyChecks(driver)).map(({ name, value }) => [name, value]));

/** Resolves when the engine has written: a row that has ended, which the next sweep removes. */
export const ping = write<[]>(
  `INSERT INTO counters (subject, ends_at, used) VALUES ('ping', 0, 1)
   ON CONFLICT (subject, ends_at) DO UPDATE SET used = counters.used + 1`,
);

const OWN = {
  listKeyChecks,
  addKeyCheck: write<[name: string, check: string]>(
    `INSERT INTO key_checks (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
  ),
  /** Forgets a key that no row needs any more. */
  removeKeyCheck: write<[name: string]>(`DELETE FROM key_checks WHERE name = $1`),
  ping,
};

const PARTS = {
  routes: ROUTES,
  counters: COUNTERS,
  rates: RATES,
  refusals: REFUSALS,
  outcomes: OUTCOMES,
  counts: COUNTS,
};

export type RefusalStore = Bound<typeof REFUSALS>;

type Parts = { [Part in keyof typeof PARTS]: Bound<(typeof PARTS)[Part]> };

/** Everything that is kept. Every engine passes the shared test in test/stores. */
export interface Store extends Parts, Bound<typeof OWN> {
  /** True if other processes may serve from the same store. */
  readonly shared: boolean;
  /** The pool of connections, if the engine has one. */
  connections?(): ConnectionUse;
  close(): Promise<void>;
}

/** The store on any engine: its calls as statements that the driver runs. */
export function createStore(driver: Driver): Store {
  return {
    shared: driver.shared,
    routes: bind(ROUTES, driver),
    counters: bind(COUNTERS, driver),
    rates: bind(RATES, driver),
    refusals: bind(REFUSALS, driver),
    outcomes: bind(OUTCOMES, driver),
    counts: bind(COUNTS, driver),
    ...bind(OWN, driver),
    ...(driver.connections && { connections: driver.connections }),
    close: () => driver.close(),
  };
}

const callsOf = (part: keyof Parts) => Object.keys(PARTS[part]).map((name) => `${part}.${name}`);

/** The calls that `watchStore` reports, by part and method. */
export const STORE_CALLS: readonly string[] = [
  ...(Object.keys(PARTS) as (keyof Parts)[]).flatMap(callsOf),
  'ping',
];

type AnyCall = (...values: unknown[]) => Promise<unknown>;

/** Calls that each report their time. */
function watch<Calls extends object>(calls: Calls, prefix: string, report: Log['storeAnswered']) {
  const watched = Object.entries(calls as Record<string, AnyCall>).map(([name, run]) => {
    const call = `${prefix}${name}`;
    const timed: AnyCall = (...values) => {
      const start = performance.now();
      const end = (failed: boolean) => report({ call, ms: performance.now() - start, failed });
      const answer = run(...values);
      answer.then(
        () => end(false),
        () => end(true),
      );
      return answer;
    };
    return [name, timed] as const;
  });
  return Object.fromEntries(watched) as object as Calls;
}

/** A store that reports each of its calls with its time. */
export function watchStore(store: Store, report: Log['storeAnswered']): Store {
  return {
    ...store,
    routes: watch(store.routes, 'routes.', report),
    counters: watch(store.counters, 'counters.', report),
    rates: watch(store.rates, 'rates.', report),
    refusals: watch(store.refusals, 'refusals.', report),
    outcomes: watch(store.outcomes, 'outcomes.', report),
    counts: watch(store.counts, 'counts.', report),
    ...watch({ ping: store.ping }, '', report),
  };
}
