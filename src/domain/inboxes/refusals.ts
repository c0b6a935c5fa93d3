import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { keyedHash, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { splitAddress, type EmailAddress } from './email-address.ts';
import { mailboxOf } from './mail-providers.ts';

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

const DAY_SECONDS = 86_400;

const REFUSED =
  'The owner of this inbox asked for no more verification emails for now. ' +
  'Ask them in person, or try again later.';

/** Addresses whose owner said "I did not ask for this": nobody can have them mailed for a while. */
export interface Refusals {
  /** Throws `rate_limited` while the address refuses verification mails. */
  check(address: EmailAddress): Promise<void>;
  /** Refuses verification mails from now on. */
  add(subject: KeyedHash): Promise<void>;
  /** Whether such mails are refused now. */
  isRefused(subject: KeyedHash): Promise<boolean>;
  /** Lets such mails through again. */
  lift(subject: KeyedHash): Promise<void>;
  /** The form was confirmed: links that refuse it have no effect any more, even once it is deleted. */
  end(formId: string): Promise<void>;
  hasEnded(formId: string): Promise<boolean>;
}

/** What a refusal is kept under: the mailbox, whose owner did not choose how others spell it. */
export function refusalSubject(keyring: Keyring, address: EmailAddress): KeyedHash {
  const { name, domain } = mailboxOf(address);
  return keyedHash(keyring, 'refusal', `${name}@${domain}`);
}

/** What links in mails of version 1.0 hold: the address without its `+tag`. */
function formerSubject(keyring: Keyring, address: EmailAddress): KeyedHash {
  const { localPart, domain } = splitAddress(address);
  const untagged = localPart.split('+', 1)[0] || localPart;
  return keyedHash(keyring, 'refusal', `${untagged}@${domain}`.toLowerCase());
}

export function createRefusals(store: RefusalStore, keyring: Keyring, now: () => number): Refusals {
  const second = () => Math.floor(now() / 1000);
  const endsAt = () => second() + LIMITS.refusalDays * DAY_SECONDS;
  const isInForce = async (subject: KeyedHash) => ((await store.endOf(subject)) ?? 0) > second();
  const endingOf = (formId: string) => keyedHash(keyring, 'refusal', 'confirmed-form', formId);
  return {
    async check(address) {
      const subjects = [refusalSubject(keyring, address), formerSubject(keyring, address)] as const;
      const left = ((await store.endOf(...subjects)) ?? 0) - second();
      if (left <= 0) return;
      throw new ServiceError('rate_limited', { retry_after_seconds: left }, { message: REFUSED });
    },
    add: (subject) => store.add(subject, endsAt()),
    isRefused: isInForce,
    lift: (subject) => store.remove(subject),
    end: (formId) => store.add(endingOf(formId), endsAt()),
    hasEnded: (formId) => isInForce(endingOf(formId)),
  };
}

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
