import type { KeyedHash } from '../../platform/secrets/keyed-hash.ts';

/** Port: what owners of inboxes have ruled out, each until a second since the epoch. */
export interface RefusalStore {
  /** Holds until `endsAt`; a later end stays. */
  add(subject: KeyedHash, endsAt: number): Promise<void>;
  remove(subject: KeyedHash): Promise<void>;
  /** When it ends, where there is one; of two subjects the later end. */
  endOf(subject: KeyedHash, other?: KeyedHash): Promise<number | undefined>;
  /** Forgets what ended before `second`. */
  removeEndedBefore(second: number): Promise<void>;
}
