import type { KeyedHash } from '../secrets/keyed-hash.ts';
import type { Sealed } from '../secrets/sealed-box.ts';
import type { OutcomeRow, OutcomeStore } from '../../domain/submissions/outcome-store.ts';
import type { Driver, Sweep } from './driver.ts';
import type { OutcomeRecord } from './statements.ts';

function toOutcomeRow(records: readonly object[]): OutcomeRow | undefined {
  const [record] = records as readonly OutcomeRecord[];
  return (
    record && {
      request: record.request as KeyedHash,
      claim: record.claim,
      claimedAt: record.claimed_at,
      sealed: record.sealed as Sealed | null,
    }
  );
}

/** Removes in steps what is older than a time; answers how many rows that were. */

/** The outcomes of a store. After a write that changed nothing a row is read: it may be the writer's. */
export function createOutcomes(driver: Driver, sweep: Sweep): OutcomeStore {
  const find = async (subject: KeyedHash) =>
    toOutcomeRow(await driver.read('findOutcome', subject));
  return {
    find,
    async claim(subject, { request, claim, claimedAt }) {
      const made = await driver.write('claimOutcome', subject, request, claim, claimedAt);
      return toOutcomeRow(made) ?? find(subject);
    },
    async takeOver(subject, former, { request, claim, claimedAt }, endedAt) {
      const values = [subject, former, request, claim, claimedAt, endedAt];
      return toOutcomeRow(await driver.write('takeOverOutcome', ...values)) ?? find(subject);
    },
    async settle(subject, claim, sealed) {
      await driver.write('settleOutcome', subject, claim, sealed);
    },
    async release(subject, claim) {
      await driver.write('releaseOutcome', subject, claim);
    },
    async removeClaimedBefore(time) {
      if ((await sweep('removeOldOutcomes', time)) > 0) driver.scrub();
    },
  };
}
