import { keyedHash, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { monthEnd } from './allowance.ts';
import type { CounterStore } from './counter-store.ts';

/** Submissions of an inbox's month that were dropped although a person may have sent them. */
export interface AutofillTraps {
  /** Counts one more for a quota identity. */
  count(inbox: KeyedHash): Promise<void>;
  /** How many there were since the month began (UTC). */
  read(inbox: KeyedHash): Promise<number>;
}

/** Where the counting of a month ends; a number that says it all, and that every engine holds. */
const MOST = 1_000_000;

/** Counts under a keyed hash of their own, apart from the allowance of the same inbox. */
export function createAutofillTraps(
  counters: CounterStore,
  keyring: Keyring,
  now: () => number,
): AutofillTraps {
  const subjectOf = (inbox: KeyedHash) => keyedHash(keyring, 'autofill-traps', inbox);
  const endsAt = () => monthEnd(now()).getTime() / 1000;
  return {
    async count(inbox) {
      await counters.take(subjectOf(inbox), endsAt(), MOST);
    },
    read: (inbox) => counters.read(subjectOf(inbox), endsAt()),
  };
}
