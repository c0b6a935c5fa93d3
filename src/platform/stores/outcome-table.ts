import type { KeyedHash } from '../secrets/keyed-hash.ts';
import type { Sealed } from '../secrets/sealed-box.ts';
import { change, columnsOf, query, sweepBefore, type Driver } from './statement.ts';

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
  /** Gives a claim up, so that a retry may try again; false if there is no such claim. */
  release(subject: KeyedHash, claim: string): Promise<boolean>;
  /** Deletes claims from before this time, in milliseconds; freed pages are overwritten. */
  removeClaimedBefore(time: number): Promise<void>;
}

const OUTCOME = columnsOf<OutcomeRow>({
  request: 'request',
  claim: 'claim',
  claimedAt: 'claimed_at',
  sealed: 'sealed',
});

const SQL = {
  claim: change<
    [subject: KeyedHash, request: KeyedHash, claim: string, claimedAt: number],
    OutcomeRow
  >(
    `INSERT INTO outcomes (subject, request, claim, claimed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING ${OUTCOME.selected}`,
    { repeatable: true },
  ),
  find: query<[subject: KeyedHash], OutcomeRow>(
    `SELECT ${OUTCOME.selected} FROM outcomes WHERE subject = $1`,
  ),
  takeOver: change<
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
     RETURNING ${OUTCOME.selected}`,
    { repeatable: true },
  ),
  settle: change<[subject: KeyedHash, claim: string, sealed: Sealed]>(
    `UPDATE outcomes SET sealed = $3 WHERE subject = $1 AND claim = $2`,
    { repeatable: true },
  ),
  release: change<[subject: KeyedHash, claim: string], Pick<OutcomeRow, 'claim'>>(
    `DELETE FROM outcomes WHERE subject = $1 AND claim = $2 RETURNING claim`,
    { repeatable: true },
  ),
  removeOld: change<[claimedBefore: number, most: number]>(
    `DELETE FROM outcomes WHERE subject IN (
       SELECT subject FROM outcomes WHERE claimed_at < $1 LIMIT $2
     ) RETURNING subject`,
    { repeatable: true },
  ),
};

/** The outcomes of a store. A write that changed nothing rereads the row: it may be its own. */
export function createOutcomes(driver: Driver): OutcomeStore {
  async function find(subject: KeyedHash) {
    const [row] = await driver.run(SQL.find, subject);
    return row;
  }
  return {
    find,
    async claim(subject, { request, claim, claimedAt }) {
      const [made] = await driver.run(SQL.claim, subject, request, claim, claimedAt);
      return made ?? find(subject);
    },
    async takeOver(subject, former, { request, claim, claimedAt }, endedAt) {
      const values = [subject, former, request, claim, claimedAt, endedAt] as const;
      const [taken] = await driver.run(SQL.takeOver, ...values);
      return taken ?? find(subject);
    },
    async settle(subject, claim, sealed) {
      await driver.run(SQL.settle, subject, claim, sealed);
    },
    async release(subject, claim) {
      return (await driver.run(SQL.release, subject, claim)).length > 0;
    },
    async removeClaimedBefore(time) {
      if ((await sweepBefore(driver, SQL.removeOld, time)) > 0) driver.scrub();
    },
  };
}
