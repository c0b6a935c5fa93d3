import type { KeyedHash } from '../../platform/secrets/keyed-hash.ts';

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

/** Port: counters of an inbox, each for one period, identified by the second it ends. */
export interface CounterStore {
  /** Counts one more unless `limit` is reached; returns the new count, or undefined at the limit. */
  take(subject: KeyedHash, endsAt: number, limit: number): Promise<number | undefined>;
  /** The count; changes nothing. */
  read(subject: KeyedHash, endsAt: number): Promise<number>;
  /**
   * Counts one more in a bucket, unless it and the buckets that share a span with it hold as many as
   * that span allows; then undefined. Exact within a bucket; at its edges check with `readBuckets`.
   */
  takeInSpans(subject: KeyedHash, endsAt: number, most: BudgetSize): Promise<number | undefined>;
  /** The bucket, the next one and those of the day before it: newest first, without empty ones. */
  readBuckets(subject: KeyedHash, endsAt: number): Promise<Bucket[]>;
  /** Subtracts one; never below zero, never in another period. */
  giveBack(subject: KeyedHash, endsAt: number): Promise<void>;
  /** Deletes the counters of periods that ended before `second`. */
  removeEndedBefore(second: number): Promise<void>;
}
