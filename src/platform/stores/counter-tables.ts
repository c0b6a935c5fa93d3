import {
  BUCKET_SECONDS,
  SPANS,
  type Bucket,
  type CounterStore,
} from '../../domain/inboxes/counter-store.ts';
import type { RateStore } from '../../domain/inboxes/rate-limit.ts';
import type { KeyedHash } from '../secrets/keyed-hash.ts';
import { change, query, sweepBefore, type Driver } from './statement.ts';

type Count = Pick<Bucket, 'used'>;
type Rate = Count & { subject: KeyedHash };

const BUCKET_END = 'CAST($2 AS BIGINT)';

/**
 * The buckets that share a span with the one that ends at $2, and the next one, which a node whose
 * clock is ahead may have begun. Listed one by one: SQLite finds counters by their end first.
 */
const neighbours = (seconds: number) =>
  Array.from(
    { length: seconds / BUCKET_SECONDS },
    (_, index) => `${BUCKET_END} - ${(index + 1) * BUCKET_SECONDS}`,
  )
    .concat(`${BUCKET_END} + ${BUCKET_SECONDS}`)
    .join(', ');

/** The sum of the other buckets, exact except at their edges; the bucket itself is a locked row. */
const usedAround = (seconds: number) => `(
      SELECT coalesce(sum(near.used), 0) FROM counters AS near
      WHERE near.subject = $1 AND near.ends_at IN (${neighbours(seconds)}))`;

/** Counts are not repeatable: a second execution would count twice. */
const SQL = {
  take: change<[subject: KeyedHash, endsAt: number, limit: number], Count>(
    `INSERT INTO counters (subject, ends_at, used) VALUES ($1, $2, 1)
     ON CONFLICT (subject, ends_at) DO UPDATE SET used = counters.used + 1
     WHERE counters.used < $3 RETURNING used`,
    { repeatable: false },
  ),
  takeInSpans: change<[subject: KeyedHash, endsAt: number, hour: number, day: number], Count>(
    `INSERT INTO counters (subject, ends_at, used)
     SELECT $1, ${BUCKET_END}, 1
     WHERE ${usedAround(SPANS.hour)} < $3 AND ${usedAround(SPANS.day)} < $4
     ON CONFLICT (subject, ends_at) DO UPDATE SET used = counters.used + 1
     WHERE counters.used + ${usedAround(SPANS.hour)} < $3
       AND counters.used + ${usedAround(SPANS.day)} < $4
     RETURNING used`,
    { repeatable: false },
  ),
  read: query<[subject: KeyedHash, endsAt: number], Count>(
    `SELECT used FROM counters WHERE subject = $1 AND ends_at = $2`,
  ),
  readBuckets: query<[subject: KeyedHash, endsAt: number], Bucket>(`
    SELECT ends_at AS "endsAt", used FROM counters
    WHERE subject = $1 AND used > 0 AND ends_at IN (${BUCKET_END}, ${neighbours(SPANS.day)})
    ORDER BY ends_at DESC`),
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
    async takeInSpans(subject, endsAt, { hour, day }) {
      const [row] = await driver.run(SQL.takeInSpans, subject, endsAt, hour, day);
      return row?.used;
    },
    readBuckets: (subject, endsAt) => driver.run(SQL.readBuckets, subject, endsAt),
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
    async take([first, second], endsAt) {
      const rows = await (second
        ? driver.run(SQL.takeRates, first, second, endsAt)
        : driver.run(SQL.takeRate, first, endsAt));
      const counts = new Map(rows.map(({ subject, used }) => [subject, used]));
      return (second ? [first, second] : [first]).map((subject) => counts.get(subject) ?? 0);
    },
    async removeEndedBefore(second) {
      await sweepBefore(driver, SQL.removeEndedRates, second);
    },
  };
}
