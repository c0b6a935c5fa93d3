import { LIMITS } from '../../contract/limits.ts';
import { keyedHash, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { RefusalStore } from './refusal-store.ts';

/** How the owner ended a form: a report weighs more, and no restart lifts its hold. */
type HoldReason = 'stopped' | 'reported';

/**
 * Exact addresses whose owner has stopped a form lately: for LIMITS.newFormHoldDays a new form waits
 * for their click, although the inbox has confirmed other forms.
 */
export interface NewFormHolds {
  set(owner: KeyedHash, reason: HoldReason): Promise<void>;
  /** The owner has started the stopped form again. */
  lift(owner: KeyedHash): Promise<void>;
  isSet(owner: KeyedHash): Promise<boolean>;
}

const DAY_SECONDS = 86_400;

export function createNewFormHolds(
  store: RefusalStore,
  keyring: Keyring,
  now: () => number,
): NewFormHolds {
  const second = () => Math.floor(now() / 1000);
  const subjectOf = (reason: HoldReason, owner: KeyedHash) =>
    keyedHash(keyring, 'refusal', 'new-forms', reason, owner);
  const isActive = async (reason: HoldReason, owner: KeyedHash) =>
    ((await store.endOf(subjectOf(reason, owner))) ?? 0) > second();

  return {
    set: (owner, reason) =>
      store.add(subjectOf(reason, owner), second() + LIMITS.newFormHoldDays * DAY_SECONDS),
    lift: (owner) => store.remove(subjectOf('stopped', owner)),
    isSet: async (owner) =>
      (await isActive('reported', owner)) || (await isActive('stopped', owner)),
  };
}
