import type { KeyedHash } from '../secrets/keyed-hash.ts';
import { change, query, sweepBefore, type Driver, type Value } from './statement.ts';

/** Mails are counted in buckets of this many seconds, each identified by the second it ends. */
export const BUCKET_SECONDS = 600;

/** The spans that a budget limits, in seconds. */
export const SPANS = { hour: 3_600, day: 86_400 } as const;

/** How many mails a budget allows in any span of that length. */
export type BudgetSize = Record<keyof typeof SPANS, number>;

/** A bucket in which something was counted. */
export interface Bucket {
  endsAt: number;
  used: number;
}

/** What was counted in a bucket, and in the spans that end with it or with the next one. */
export interface SpanUse extends BudgetSize {
  subject: KeyedHash;
  bucket: number;
}

/** A subject that may have at most `limit` in a bucket, at least 1. */
interface BucketLimit {
  subject: KeyedHash;
  limit: number;
}

/** Subjects that one call may name. */
const MOST_SUBJECTS = 6;

/** Port: counters of an inbox, each for one period, identified by the second it ends. */
export interface CounterStore {
  /** Counts one more unless `limit` is reached; returns the new count, or undefined at the limit. */
  take(subject: KeyedHash, endsAt: number, limit: number): Promise<number | undefined>;
  /** The count; changes nothing. */
  read(subject: KeyedHash, endsAt: number): Promise<number>;
  /**
   * Counts one more for each subject in a bucket, or for none when one is at its limit; returns the
   * subjects that were counted. Only nodes that count at the same moment can cause a part of them.
   */
  takeEach(limits: readonly BucketLimit[], endsAt: number): Promise<KeyedHash[]>;
  /** The bucket, and what shares a span with it; a subject without counts is left out. */
  readSpans(subjects: readonly KeyedHash[], endsAt: number): Promise<SpanUse[]>;
  /** The bucket, the next one and those of the day before it: newest first, without empty ones. */
  readBuckets(subject: KeyedHash, endsAt: number): Promise<Bucket[]>;
  /** Subtracts one; never below zero, never in another period. */
  giveBack(subject: KeyedHash, endsAt: number): Promise<void>;
  /** Deletes the counters of periods that ended before `second`. */
  removeEndedBefore(second: number): Promise<void>;
}

/** The subjects of one request's limits. */
export type RateSubjects = readonly [KeyedHash] | readonly [KeyedHash, KeyedHash];

/** Port: short-lived counts that every node sees. A crash of whatever holds them may reset them. */
export interface RateStore {
  /** Counts one more for each of one or two subjects; returns the new counts in the same order. */
  take(subjects: RateSubjects, endsAt: number): Promise<number[]>;
  /** Deletes the windows that ended before `second`. */
  removeEndedBefore(second: number): Promise<void>;
}

/** Port: what owners of inboxes have ruled out, each until a time in seconds since the epoch. */
export interface RefusalStore {
  /** Adds an entry until `endsAt`; a later end that is already stored stays. */
  add(subject: KeyedHash, endsAt: number): Promise<void>;
  remove(subject: KeyedHash): Promise<void>;
  /** When it ends, if there is one; of two subjects the later end. */
  endOf(subject: KeyedHash, other?: KeyedHash): Promise<number | undefined>;
  /** Deletes what ended before `second`. */
  removeEndedBefore(second: number): Promise<void>;
}

type Count = Pick<Bucket, 'used'>;
type Rate = Count & { subject: KeyedHash };

const BUCKET_END = 'CAST($1 AS BIGINT)';
const DAY = SPANS.day;

/** The last midnight up to the end of the next bucket. */
const MIDNIGHT = `(${BUCKET_END} + ${BUCKET_SECONDS}) - (${BUCKET_END} + ${BUCKET_SECONDS}) % ${DAY}`;

/**
 * The buckets that share a day with the one that ends at $1, and the next one, which a node whose
 * clock is ahead may have begun. Buckets that end at midnight are not in SQLite's index of them.
 */
const bucketsOf = (subjects: string) => `(
    SELECT subject, ends_at, used FROM counters
    WHERE subject IN (${subjects}) AND ends_at % ${DAY} <> 0
      AND ends_at BETWEEN ${BUCKET_END} - ${DAY} AND ${BUCKET_END} + ${BUCKET_SECONDS}
    UNION ALL
    SELECT subject, ends_at, used FROM counters
    WHERE subject IN (${subjects}) AND ends_at IN (${MIDNIGHT}, ${MIDNIGHT} - ${DAY})
      AND ends_at >= ${BUCKET_END} - ${DAY}
  ) AS buckets`;

const usedWhere = (condition: string) =>
  `CAST(sum(CASE WHEN ${condition} THEN used ELSE 0 END) AS BIGINT)`;

/** The places of the subjects in `readSpans`, and of subjects with their limits in `takeEach`. */
const SUBJECTS = Array.from({ length: MOST_SUBJECTS }, (_, at) => `$${at + 2}`).join(', ');
const LIMITED = Array.from({ length: MOST_SUBJECTS }, (_, at) => ({
  subject: `$${2 * at + 2}`,
  limit: `$${2 * at + 3}`,
}));
const LIMIT = `CASE counters.subject ${LIMITED.map(
  ({ subject, limit }) => `WHEN ${subject} THEN CAST(${limit} AS BIGINT)`,
).join(' ')} END`;

export const READ_SPANS = query<[endsAt: number, ...Value[]], SpanUse>(`
  SELECT subject, ${usedWhere(`ends_at = ${BUCKET_END}`)} AS "bucket",
    ${usedWhere(`ends_at >= ${BUCKET_END} - ${SPANS.hour}`)} AS "hour",
    CAST(sum(used) AS BIGINT) AS "day"
  FROM ${bucketsOf(SUBJECTS)} GROUP BY subject`);

/** Counts are not repeatable: a second execution would count twice. */
const SQL = {
  take: change<[subject: KeyedHash, endsAt: number, limit: number], Count>(
    `INSERT INTO counters (subject, ends_at, used) VALUES ($1, $2, 1)
     ON CONFLICT (subject, ends_at) DO UPDATE SET used = counters.used + 1
     WHERE counters.used < $3 RETURNING used`,
    { repeatable: false },
  ),
  takeEach: change<[endsAt: number, ...Value[]], { subject: KeyedHash }>(
    `INSERT INTO counters (subject, ends_at, used)
     SELECT column1, ${BUCKET_END}, 1
     FROM (VALUES ${LIMITED.map(({ subject }) => `(${subject})`).join(', ')}) AS wanted
     WHERE column1 IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM counters
       WHERE ends_at = ${BUCKET_END} AND used >= ${LIMIT}
         AND subject IN (${LIMITED.map(({ subject }) => subject).join(', ')})
     )
     ON CONFLICT (subject, ends_at) DO UPDATE SET used = counters.used + 1
     WHERE counters.used < ${LIMIT}
     RETURNING subject`,
    { repeatable: false },
  ),
  read: query<[subject: KeyedHash, endsAt: number], Count>(
    `SELECT used FROM counters WHERE subject = $1 AND ends_at = $2`,
  ),
  readBuckets: query<[endsAt: number, subject: KeyedHash], Bucket>(`
    SELECT ends_at AS "endsAt", used FROM ${bucketsOf('$2')} WHERE used > 0 ORDER BY ends_at DESC`),
  giveBack: change<[subject: KeyedHash, endsAt: number]>(
    `UPDATE counters SET used = used - 1 WHERE subject = $1 AND ends_at = $2 AND used > 0`,
    { repeatable: false },
  ),
  removeEnded: change<[before: number, most: number]>(
    `DELETE FROM counters WHERE (subject, ends_at) IN (
       SELECT subject, ends_at FROM counters WHERE ends_at < $1 LIMIT $2
     ) RETURNING subject`,
    { repeatable: true },
  ),
  takeRate: change<[subject: KeyedHash, endsAt: number], Rate>(
    `INSERT INTO rates (subject, ends_at, used) VALUES ($1, $2, 1)
     ON CONFLICT (subject, ends_at) DO UPDATE SET used = rates.used + 1 RETURNING subject, used`,
    { repeatable: false },
  ),
  takeRates: change<[first: KeyedHash, second: KeyedHash, endsAt: number], Rate>(
    `INSERT INTO rates (subject, ends_at, used) VALUES ($1, $3, 1), ($2, $3, 1)
     ON CONFLICT (subject, ends_at) DO UPDATE SET used = rates.used + 1 RETURNING subject, used`,
    { repeatable: false },
  ),
  removeEndedRates: change<[before: number, most: number]>(
    `DELETE FROM rates WHERE (subject, ends_at) IN (
       SELECT subject, ends_at FROM rates WHERE ends_at < $1 LIMIT $2
     ) RETURNING subject`,
    { repeatable: true },
  ),
};

/** The values of each subject in turn; a statement has places for all. */
const places = (valuesAt: (at: number) => Value[]): Value[] =>
  Array.from({ length: MOST_SUBJECTS }, (_, at) => valuesAt(at)).flat();

/** The counters of a store on any engine. */
export function createCounters(driver: Driver): CounterStore {
  return {
    async take(subject, endsAt, limit) {
      const [row] = await driver.run(SQL.take, subject, endsAt, limit);
      return row?.used;
    },
    async read(subject, endsAt) {
      const [row] = await driver.run(SQL.read, subject, endsAt);
      return row?.used ?? 0;
    },
    async takeEach(limits, endsAt) {
      const values = places((at) => [limits[at]?.subject ?? null, limits[at]?.limit ?? null]);
      const rows = await driver.run(SQL.takeEach, endsAt, ...values);
      return rows.map(({ subject }) => subject);
    },
    readSpans: (subjects, endsAt) =>
      driver.run(READ_SPANS, endsAt, ...places((at) => [subjects[at] ?? null])),
    readBuckets: (subject, endsAt) => driver.run(SQL.readBuckets, endsAt, subject),
    async giveBack(subject, endsAt) {
      await driver.run(SQL.giveBack, subject, endsAt);
    },
    async removeEndedBefore(second) {
      await sweepBefore(driver, SQL.removeEnded, second);
    },
  };
}

/** The rates of a store on any engine. */
export function createRates(driver: Driver): RateStore {
  return {
    async take(subjects, endsAt) {
      const [first, second] = subjects;
      const rows = await (second
        ? driver.run(SQL.takeRates, first, second, endsAt)
        : driver.run(SQL.takeRate, first, endsAt));
      const counts = new Map(rows.map(({ subject, used }) => [subject, used]));
      return subjects.map((subject) => counts.get(subject) ?? 0);
    },
    async removeEndedBefore(second) {
      await sweepBefore(driver, SQL.removeEndedRates, second);
    },
  };
}
