import type { KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Sealed } from '../platform/secrets/sealed-box.ts';

/** The right of one request to make the delivery of its Idempotency-Key. */
export interface Claim {
  /** A keyed hash of what was posted, so that nobody can test guesses. */
  request: KeyedHash;
  /** Random, so that a request whose insert is repeated recognises its own row. */
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
  /** Inserts the claim unless there is one; returns the stored row, undefined if it was just removed. */
  claim(subject: KeyedHash, claim: Claim): Promise<OutcomeRow | undefined>;
  find(subject: KeyedHash): Promise<OutcomeRow | undefined>;
  /**
   * Replaces `former` by a claim, unless an outcome from after `endedAt` was stored meanwhile; returns
   * the stored row.
   */
  takeOver(
    subject: KeyedHash,
    former: string,
    claim: Claim,
    endedAt: number,
  ): Promise<OutcomeRow | undefined>;
  /** Stores the outcome of a claimed delivery; does nothing when the claim was taken over. */
  settle(subject: KeyedHash, claim: string, sealed: Sealed): Promise<void>;
  /** Gives a claim up, so that a retry may try again; false where there is no such claim. */
  release(subject: KeyedHash, claim: string): Promise<boolean>;
  /** Deletes claims from before this time, in milliseconds; freed pages are overwritten. */
  removeClaimedBefore(time: number): Promise<void>;
}
