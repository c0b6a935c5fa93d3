import type { KeyedHash } from '../secrets/keyed-hash.ts';

/** Port: counters of an inbox, each for one period named by the second it ends. */
export interface CounterStore {
  /** Counts one more unless `limit` is reached; returns the new count, or undefined at the limit. */
  take(subject: KeyedHash, endsAt: number, limit: number): Promise<number | undefined>;
  /** The count as it is; nothing is counted. */
  read(subject: KeyedHash, endsAt: number): Promise<number>;
  /** Takes one count back; never below zero, never in another period. */
  giveBack(subject: KeyedHash, endsAt: number): Promise<void>;
  /** Forgets the counters of periods that ended before `second`. */
  removeEndedBefore(second: number): Promise<void>;
}
