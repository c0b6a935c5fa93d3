import type { KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Sealed } from '../../platform/secrets/sealed-box.ts';

/** The right of one request to make the delivery of its Idempotency-Key. */
export interface Claim {
  /** What was posted, under a hash that nobody can test guesses with. */
  request: KeyedHash;
  /** Random, so that a request whose insert is repeated knows its own row. */
  claim: string;
  /** Milliseconds since the epoch. */
  claimedAt: number;
}

export interface OutcomeRow extends Claim {
  /** How the delivery ended; null while it is under way. */
  sealed: Sealed | null;
}

/** Port: the outcomes of deliveries with an Idempotency-Key, for a day. */
export interface OutcomeStore {
  /** Inserts the claim unless there is one; answers what is there, undefined when that just went. */
  claim(subject: KeyedHash, claim: Claim): Promise<OutcomeRow | undefined>;
  find(subject: KeyedHash): Promise<OutcomeRow | undefined>;
  /**
   * Puts a claim in the place of `former`, unless an outcome of after `endedAt` was kept meanwhile;
   * answers what is there.
   */
  takeOver(
    subject: KeyedHash,
    former: string,
    claim: Claim,
    endedAt: number,
  ): Promise<OutcomeRow | undefined>;
  /** Keeps how a claimed delivery ended; nothing when the claim was taken over. */
  settle(subject: KeyedHash, claim: string, sealed: Sealed): Promise<void>;
  /** Gives a claim up, so that a retry may try again. */
  release(subject: KeyedHash, claim: string): Promise<void>;
  /** Forgets what was claimed before this time, in milliseconds; freed pages are overwritten. */
  removeClaimedBefore(time: number): Promise<void>;
}
