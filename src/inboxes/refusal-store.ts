import type { KeyedHash } from '../secrets/keyed-hash.ts';

/** Port: addresses whose owner wants no verification mails, each until a second since the epoch. */
export interface RefusalStore {
  /** Refuses until `endsAt`; a later end stays. */
  add(subject: KeyedHash, endsAt: number): Promise<void>;
  /** When the refusal ends, where there is one. */
  endOf(subject: KeyedHash): Promise<number | undefined>;
  /** Forgets refusals that ended before `second`. */
  removeEndedBefore(second: number): Promise<void>;
}
