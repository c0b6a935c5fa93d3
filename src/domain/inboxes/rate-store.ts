import type { KeyedHash } from '../../platform/secrets/keyed-hash.ts';

/** Port: short-lived counts that every node sees. A crash of the engine may start them anew. */
export interface RateStore {
  /** Counts one more for each of one or two subjects; returns the new counts, in their order. */
  take(subjects: readonly [KeyedHash, KeyedHash?], endsAt: number): Promise<number[]>;
  /** Forgets the windows that ended before `second`. */
  removeEndedBefore(second: number): Promise<void>;
}
