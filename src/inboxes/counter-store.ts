import type { KeyedHash } from '../platform/secrets/keyed-hash.ts';

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
export const MOST_SUBJECTS = 6;

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
