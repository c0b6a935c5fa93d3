import type { CounterStore } from './counter-tables.ts';
import type { FormId } from '../../contract/names.ts';
import { GroupedCalls, type Group } from './grouped-calls.ts';
import type { KeyedHash } from '../secrets/keyed-hash.ts';
import { ROUTE, type RouteRow, type RouteStore } from './route-table.ts';
import { query, tally, type Runner } from './statement.ts';
import type { Store } from './store.ts';

/** A count, and the subject that it is of. */
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
  take: tally<[subjects: string, endsAt: number, limit: number], Taken>(
    `INSERT INTO counters (subject, ends_at, used)
     ${ASKED} HAVING count(*) <= $3 ORDER BY subject
     ON CONFLICT (subject, ends_at) DO UPDATE SET used = counters.used + excluded.used
     WHERE counters.used + excluded.used <= $3 RETURNING subject, used`,
  ),
  takeRates: tally<[subjects: string, endsAt: number], Taken>(
    `INSERT INTO rates (subject, ends_at, used)
     ${ASKED} ORDER BY subject
     ON CONFLICT (subject, ends_at) DO UPDATE SET used = rates.used + excluded.used
     RETURNING subject, used`,
  ),
};

/** Gives each call one of the counts of its group; all were under way, so any order is right. */
function handOut(rows: readonly Taken[]): (subject: KeyedHash) => number | undefined {
  const counts = new Map(rows.map(({ subject, used }) => [subject, used]));
  return (subject) => {
    const used = counts.get(subject);
    if (used !== undefined) counts.set(subject, used - 1);
    return used;
  };
}

/** PostgreSQL plans a list each time, so a look-up that is alone costs half without one. */
function groupFinds(engine: Runner, findOne: RouteStore['find']) {
  return new GroupedCalls<FormId, RouteRow | undefined>(async (formIds) => {
    if (formIds.length === 1) {
      const row = await findOne(formIds[0]);
      return () => row;
    }
    const rows = await SQL.find(engine, formIds.join(','));
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
function groupCounts(engine: Runner, takeOne: CounterStore['take']) {
  async function takeAll(calls: Group<Count>) {
    const [{ endsAt, limit }] = calls;
    const subjects = calls.map(({ subject }) => subject);
    const counts = handOut(await SQL.take(engine, subjects.join(','), endsAt, limit));
    const inTurn = new Map<KeyedHash, Promise<number | undefined>>();
    return ({ subject }: Count) => {
      const used = counts(subject);
      const isAlone = subjects.indexOf(subject) === subjects.lastIndexOf(subject);
      if (used !== undefined || isAlone) return used;
      const last = inTurn.get(subject);
      const next = last
        ? last.then((before) =>
            before === undefined ? undefined : takeOne(subject, endsAt, limit),
          )
        : takeOne(subject, endsAt, limit);
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

function groupRates(engine: Runner) {
  async function takeAll(calls: Group<Rates>) {
    const [{ endsAt }] = calls;
    const subjects = calls.flatMap((call) => call.subjects);
    const counts = handOut(await SQL.takeRates(engine, subjects.join(','), endsAt));
    return (call: Rates) => call.subjects.map((subject) => counts(subject) ?? 0);
  }
  return new GroupedCalls(takeAll, ({ endsAt }) => endsAt);
}

/** The store, with the statements of a submission shared by all that are under way (ADR 22). */
export function withGroups(store: Store, engine: Runner): Store {
  const finds = groupFinds(engine, store.routes.find);
  const counts = groupCounts(engine, store.counters.take);
  const rates = groupRates(engine);
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
      await Promise.all([finds, counts, rates].map((calls) => calls.settled()));
      await store.close();
    },
  };
}
