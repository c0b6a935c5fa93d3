import type { CounterStore } from './counter-tables.ts';
import type { RouteStore, RouteRow } from './route-store.ts';
import type { FormId } from '../../contract/form-id.ts';
import type { KeyedHash } from '../secrets/keyed-hash.ts';
import { GroupedCalls } from './grouped-calls.ts';
import { ROUTE } from './route-columns.ts';
import { change, query, type Driver } from './statement.ts';
import type { Store } from './store.ts';

interface Taken {
  subject: KeyedHash;
  used: number;
}

/** Counts each subject as often as `$1` lists it, in the order in which every node locks rows. */
const ASKED = `SELECT subject, CAST($2 AS BIGINT), count(*)
  FROM unnest(string_to_array($1, ',')) AS asked (subject) GROUP BY subject`;

/** For PostgreSQL alone: SQLite has no round trip to share. Ids and hashes hold no commas. */
const SQL = {
  find: query<[formIds: string], RouteRow>(
    `SELECT ${ROUTE.selected} FROM routes
     WHERE form_id = ANY (string_to_array($1, ',')) AND suspended_at IS NULL`,
  ),
  take: change<[subjects: string, endsAt: number, limit: number], Taken>(
    `INSERT INTO counters (subject, ends_at, used)
     ${ASKED} HAVING count(*) <= $3 ORDER BY subject
     ON CONFLICT (subject, ends_at) DO UPDATE SET used = counters.used + excluded.used
     WHERE counters.used + excluded.used <= $3 RETURNING subject, used`,
    { repeatable: false },
  ),
  takeRates: change<[subjects: string, endsAt: number], Taken>(
    `INSERT INTO rates (subject, ends_at, used)
     ${ASKED} ORDER BY subject
     ON CONFLICT (subject, ends_at) DO UPDATE SET used = rates.used + excluded.used
     RETURNING subject, used`,
    { repeatable: false },
  ),
};

/** Gives each call one of the counts that its group made: all were under way, so any order is right. */
function handOut(rows: readonly Taken[]): (subject: KeyedHash) => number | undefined {
  const counts = new Map(rows.map(({ subject, used }) => [subject, used]));
  return (subject) => {
    const used = counts.get(subject);
    if (used !== undefined) counts.set(subject, used - 1);
    return used;
  };
}

/** PostgreSQL plans a list each time, so a look-up that is alone costs half without one. */
function groupFinds({ run }: Pick<Driver, 'run'>, findOne: RouteStore['find']) {
  return new GroupedCalls<FormId, RouteRow | undefined>(async (formIds) => {
    if (formIds.length === 1) {
      const row = await findOne(formIds[0]);
      return () => row;
    }
    const rows = await run(SQL.find, formIds.join(','));
    const byId = new Map(rows.map((row) => [row.formId, row]));
    return (formId) => byId.get(formId);
  });
}

interface Count {
  subject: KeyedHash;
  endsAt: number;
  limit: number;
}

/**
 * A subject gets all counts of a group or none. If there is room for some of them, its calls are
 * made one by one, until the first is refused: then those after it are refused too.
 */
function groupCounts({ run }: Pick<Driver, 'run'>, takeOne: CounterStore['take']) {
  async function takeAll(calls: readonly [Count, ...Count[]]) {
    const [{ endsAt, limit }] = calls;
    const subjects = calls.map(({ subject }) => subject);
    const counts = handOut(await run(SQL.take, subjects.join(','), endsAt, limit));
    const inTurn = new Map<KeyedHash, Promise<number | undefined>>();
    return ({ subject }: Count) => {
      const used = counts(subject);
      const isAlone = subjects.indexOf(subject) === subjects.lastIndexOf(subject);
      if (used !== undefined || isAlone) return used;
      const last = inTurn.get(subject) ?? Promise.resolve(0);
      const next = last.then((before) =>
        before === undefined ? undefined : takeOne(subject, endsAt, limit),
      );
      inTurn.set(subject, next);
      return next;
    };
  }
  return new GroupedCalls(takeAll, ({ endsAt, limit }) => `${endsAt} ${limit}`);
}

interface Rates {
  subjects: readonly KeyedHash[];
  endsAt: number;
}

function groupRates({ run }: Pick<Driver, 'run'>) {
  async function takeAll(calls: readonly [Rates, ...Rates[]]) {
    const [{ endsAt }] = calls;
    const subjects = calls.flatMap((call) => call.subjects);
    const counts = handOut(await run(SQL.takeRates, subjects.join(','), endsAt));
    return (call: Rates) => call.subjects.map((subject) => counts(subject) ?? 0);
  }
  return new GroupedCalls(takeAll, ({ endsAt }) => endsAt);
}

/** The store, with the statements of a submission shared by all that are under way (ADR 34). */
export function withGroups(store: Store, driver: Pick<Driver, 'run'>): Store {
  const finds = groupFinds(driver, store.routes.find);
  const counts = groupCounts(driver, store.counters.take);
  const rates = groupRates(driver);
  return {
    ...store,
    routes: { ...store.routes, find: (formId) => finds.ask(formId) },
    counters: {
      ...store.counters,
      take: (subject, endsAt, limit) => counts.ask({ subject, endsAt, limit }),
    },
    rates: {
      ...store.rates,
      take: (subjects, endsAt) => rates.ask({ subjects, endsAt }),
    },
    async close() {
      await Promise.all([finds.settled(), counts.settled(), rates.settled()]);
      await store.close();
    },
  };
}
