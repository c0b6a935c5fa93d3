import type { KeyedHash } from '../secrets/keyed-hash.ts';
import {
  count,
  mapped,
  places,
  query,
  silent,
  sweep,
  tally,
  type Bound,
  type Driver,
  type Value,
} from './statement.ts';

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

/** The counts of a bucket, and of the spans that end with it or with the next one. */
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

/** The subjects of one request's limits. */
export type RateSubjects = readonly [KeyedHash] | readonly [KeyedHash, KeyedHash];

type Count = Pick<Bucket, 'used'>;

const BUCKET_END = 'CAST($1 AS BIGINT)';
const DAY = SPANS.day;

/** A UTC day, counted from 1970-01-01, of a time in milliseconds. */
export const dayOf = (time: number): number => Math.floor(time / (1000 * DAY));

/** `2026-11-22` for the day of that date. */
export const dateOf = (day: number): string =>
  new Date(day * 1000 * DAY).toISOString().slice(0, 10);

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

const readSpans = query<[endsAt: number, ...Value[]], SpanUse>(`
  SELECT subject, ${usedWhere(`ends_at = ${BUCKET_END}`)} AS "bucket",
    ${usedWhere(`ends_at >= ${BUCKET_END} - ${SPANS.hour}`)} AS "hour",
    CAST(sum(used) AS BIGINT) AS "day"
  FROM ${bucketsOf(SUBJECTS)} GROUP BY subject`);

const readBuckets = query<[endsAt: number, subject: KeyedHash], Bucket>(`
  SELECT ends_at AS "endsAt", used FROM ${bucketsOf('$2')} WHERE used > 0 ORDER BY ends_at DESC`);

const take = tally<[subject: KeyedHash, endsAt: number, limit: number], Count>(
  `INSERT INTO counters (subject, ends_at, used) VALUES ($1, $2, 1)
   ON CONFLICT (subject, ends_at) DO UPDATE SET used = counters.used + 1
   WHERE counters.used < $3 RETURNING used`,
);

const takeEach = tally<[endsAt: number, ...Value[]], { subject: KeyedHash }>(
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
);

/** The calls about counters of an inbox, each for one period, identified by the second it ends. */
export const COUNTERS = {
  /** Counts one more below `limit`; returns the new count, or undefined at the limit. */
  take: mapped(take, ([row]) => row?.used),
  /** The count; changes nothing. */
  read: count<[subject: KeyedHash, endsAt: number]>(
    `SELECT used AS "n" FROM counters WHERE subject = $1 AND ends_at = $2`,
  ),
  /**
   * Counts one more for each subject in a bucket, or for none when one is at its limit; returns the
   * subjects that were counted. Only nodes that count at the same moment can cause a part of them.
   */
  async takeEach(driver: Driver, limits: readonly BucketLimit[], endsAt: number) {
    const values = places(MOST_SUBJECTS, limits, (one) => [
      one?.subject ?? null,
      one?.limit ?? null,
    ]);
    return (await takeEach(driver, endsAt, ...values)).map(({ subject }) => subject);
  },
  /** The bucket, and what shares a span with it; a subject without counts is left out. */
  readSpans: (driver: Driver, subjects: readonly KeyedHash[], endsAt: number) =>
    readSpans(driver, endsAt, ...places(MOST_SUBJECTS, subjects, (subject) => [subject ?? null])),
  /** The bucket, the next one and those of the day before it: newest first, without empty ones. */
  readBuckets: (driver: Driver, subject: KeyedHash, endsAt: number) =>
    readBuckets(driver, endsAt, subject),
  /** Subtracts one; never below zero, never in another period. */
  giveBack: silent(
    tally<[subject: KeyedHash, endsAt: number]>(
      `UPDATE counters SET used = used - 1 WHERE subject = $1 AND ends_at = $2 AND used > 0`,
    ),
  ),
  /** Deletes the counters of periods that ended before a second. */
  removeEndedBefore: sweep('counters', 'subject, ends_at', 'ends_at < $1'),
};

export type CounterStore = Bound<typeof COUNTERS>;

const takeRate = tally<[subject: KeyedHash, endsAt: number], Count>(
  `INSERT INTO rates (subject, ends_at, used) VALUES ($1, $2, 1)
   ON CONFLICT (subject, ends_at) DO UPDATE SET used = rates.used + 1 RETURNING used`,
);

/** Short-lived counts that every node sees. A crash of the engine may reset them. */
export const RATES = {
  /** Counts one more for each of one or two subjects; returns the new counts in the same order. */
  take: (driver: Driver, subjects: RateSubjects, endsAt: number): Promise<number[]> =>
    Promise.all(
      subjects.map(async (subject) => (await takeRate(driver, subject, endsAt))[0]?.used ?? 0),
    ),
  /** Deletes the windows that ended before a second. */
  removeEndedBefore: silent(sweep('rates', 'subject, ends_at', 'ends_at < $1')),
};

export type RateStore = Bound<typeof RATES>;
