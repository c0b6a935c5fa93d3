import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CounterStore } from './counter-tables.ts';
import type { FormId } from '../../contract/names.ts';
import type { KeyedHash } from '../secrets/keyed-hash.ts';
import { ROUTE, type RouteRow, type RouteStore } from './route-table.ts';
import { query, tally, type Runner } from './statement.ts';
import type { Store } from './store.ts';

/** Groups under way at the same time; further calls wait for one of them to end. */
const LANES = 2;

/** Most calls in one group: a group must not hold the locks of its rows for long. */
const MOST_CALLS = 100;

type Group<Item> = readonly [Item, ...Item[]];

interface Waiting<Call, Answer> {
  call: Call;
  resolve(answer: Answer | Promise<Answer>): void;
  reject(error: unknown): void;
}

/** Runs a group of calls; the answer of each is asked for once, in their order. */
export type RunGroup<Call, Answer> = (
  calls: Group<Call>,
) => Promise<(call: Call) => Answer | Promise<Answer>>;

/** Runs calls that arrive together, or while others are under way, in groups. */
export class GroupedCalls<Call, Answer> {
  readonly #run: RunGroup<Call, Answer>;
  readonly #keyOf: (call: Call) => unknown;
  readonly #waiting = new Map<unknown, Waiting<Call, Answer>[]>();
  readonly #lanes = new Set<Promise<void>>();

  /** Only calls with equal keys share a group. */
  constructor(run: RunGroup<Call, Answer>, keyOf: (call: Call) => unknown = () => undefined) {
    this.#run = run;
    this.#keyOf = keyOf;
  }

  ask(call: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const key = this.#keyOf(call);
      const waiting = { call, resolve, reject };
      const alike = this.#waiting.get(key);
      if (alike) alike.push(waiting);
      else this.#waiting.set(key, [waiting]);
      if (this.#lanes.size < LANES) this.#openLane();
    });
  }

  /** Resolves when nothing waits or is under way any more. */
  async settled(): Promise<void> {
    while (this.#lanes.size > 0) await Promise.all(this.#lanes);
  }

  #openLane(): void {
    const lane = this.#runGroups().finally(() => this.#lanes.delete(lane));
    this.#lanes.add(lane);
  }

  async #runGroups(): Promise<void> {
    // Other requests that are read in this turn of the event loop share the first group.
    await nextTurn();
    for (let group = this.#next(); group; group = this.#next()) {
      const [first, ...others] = group;
      try {
        const answerOf = await this.#run([first.call, ...others.map(({ call }) => call)]);
        for (const { call, resolve } of group) resolve(answerOf(call));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
  }

  /** The calls of the oldest key; what does not fit into their group queues behind the other keys. */
  #next(): Group<Waiting<Call, Answer>> | undefined {
    for (const [key, waiting] of this.#waiting) {
      this.#waiting.delete(key);
      const [first, ...others] = waiting.splice(0, MOST_CALLS);
      if (waiting.length > 0) this.#waiting.set(key, waiting);
      if (first) return [first, ...others];
    }
    return undefined;
  }
}

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
  async function takeAll(calls: readonly [Count, ...Count[]]) {
    const [{ endsAt, limit }] = calls;
    const subjects = calls.map(({ subject }) => subject);
    const counts = handOut(await SQL.take(engine, subjects.join(','), endsAt, limit));
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

function groupRates(engine: Runner) {
  async function takeAll(calls: readonly [Rates, ...Rates[]]) {
    const [{ endsAt }] = calls;
    const subjects = calls.flatMap((call) => call.subjects);
    const counts = handOut(await SQL.takeRates(engine, subjects.join(','), endsAt));
    return (call: Rates) => call.subjects.map((subject) => counts(subject) ?? 0);
  }
  return new GroupedCalls(takeAll, ({ endsAt }) => endsAt);
}

/** The store, with the statements of a submission shared by all that are under way (ADR 34). */
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
      await Promise.all([finds.settled(), counts.settled(), rates.settled()]);
      await store.close();
    },
  };
}
