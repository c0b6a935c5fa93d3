import type { KeyedHash } from '../secrets/keyed-hash.ts';
import type { Sealed } from '../secrets/sealed-box.ts';
import { change, changed, find as findRow, first, sweep, write, type Driver } from './statement.ts';

/** The right of one request to make the delivery of its Idempotency-Key. */
export interface Claim {
  /** A keyed hash of what was posted, so that nobody can test guesses. */
  request: KeyedHash;
  /** Random, so that a request whose insert is repeated recognises its own row. */
  claim: string;
  /** Milliseconds since the epoch. */
  claimedAt: number;
}

/** A claim, and how its delivery ended; null while it is under way. */
export type OutcomeRow = Claim & { sealed: Sealed | null };

const COLUMNS = `request, claim, claimed_at AS "claimedAt", sealed`;

const find = findRow<[subject: KeyedHash], OutcomeRow>(
  `SELECT ${COLUMNS} FROM outcomes WHERE subject = $1`,
);

const claim = first(
  change<[subject: KeyedHash, request: KeyedHash, claim: string, claimedAt: number], OutcomeRow>(
    `INSERT INTO outcomes (subject, request, claim, claimed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
  ),
);

const takeOver = first(
  change<
    [
      subject: KeyedHash,
      former: string,
      request: KeyedHash,
      claim: string,
      claimedAt: number,
      endedAt: number,
    ],
    OutcomeRow
  >(
    `UPDATE outcomes SET request = $3, claim = $4, claimed_at = $5, sealed = NULL
     WHERE subject = $1 AND claim = $2 AND (sealed IS NULL OR claimed_at <= $6)
     RETURNING ${COLUMNS}`,
  ),
);

const removeOld = sweep('outcomes', 'subject', 'claimed_at < $1');

/**
 * The calls about outcomes of deliveries with an Idempotency-Key, for a day. A write that changed
 * nothing rereads the row: it may be its own.
 */
export const OUTCOMES = {
  find,
  /**
   * Inserts the claim unless there is one; returns the stored row, undefined if it was just
   * removed.
   */
  claim: async (driver: Driver, subject: KeyedHash, by: Claim): Promise<OutcomeRow | undefined> =>
    (await claim(driver, subject, by.request, by.claim, by.claimedAt)) ?? find(driver, subject),
  /**
   * Replaces `former` by a claim, unless an outcome from after `endedAt` was stored meanwhile;
   * returns the stored row.
   */
  takeOver: async (
    driver: Driver,
    subject: KeyedHash,
    former: string,
    by: Claim,
    endedAt: number,
  ): Promise<OutcomeRow | undefined> =>
    (await takeOver(driver, subject, former, by.request, by.claim, by.claimedAt, endedAt)) ??
    find(driver, subject),
  /** Stores the outcome of a claimed delivery; does nothing when the claim was taken over. */
  settle: write<[subject: KeyedHash, claim: string, sealed: Sealed]>(
    `UPDATE outcomes SET sealed = $3 WHERE subject = $1 AND claim = $2`,
  ),
  /** Gives a claim up, so that a retry may try again; false if there is no such claim. */
  release: changed<[subject: KeyedHash, claim: string]>(
    `DELETE FROM outcomes WHERE subject = $1 AND claim = $2 RETURNING claim`,
  ),
  /** Deletes claims from before this time, in milliseconds; freed pages are overwritten. */
  async removeClaimedBefore(driver: Driver, time: number): Promise<void> {
    if ((await removeOld(driver, time)) > 0) driver.scrub();
  },
};
