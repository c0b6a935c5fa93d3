import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { keyedHash, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { splitAddress, type EmailAddress } from './email-address.ts';
import { mailboxOf } from './inbox-identity.ts';

/** Port: what owners of inboxes have ruled out, each until a time in seconds since the epoch. */
export interface RefusalStore {
  /** Adds an entry until `endsAt`; a later end that is already stored stays. */
  add(subject: KeyedHash, endsAt: number): Promise<void>;
  remove(subject: KeyedHash): Promise<void>;
  /** When it ends, if there is one; of two subjects the later end. */
  endOf(subject: KeyedHash, other?: KeyedHash): Promise<number | undefined>;
  /** Deletes what ended before `second`. */
  removeEndedBefore(second: number): Promise<void>;
}

const DAY_SECONDS = 86_400;

const REFUSED =
  'The owner of this inbox asked for no more verification emails for now. ' +
  'Ask them in person, or try again later.';

/** Addresses whose owner said "I did not ask for this": for a while they get no verification mails. */
export interface Refusals {
  /** Throws `rate_limited` while the address refuses verification mails. */
  check(address: EmailAddress): Promise<void>;
  /** Refuses verification mails from now on. */
  add(subject: KeyedHash): Promise<void>;
  /** Whether such mails are refused now. */
  isRefused(subject: KeyedHash): Promise<boolean>;
  /** Lets such mails through again. */
  lift(subject: KeyedHash): Promise<void>;
  /** The form was confirmed: links that refuse it no longer have an effect, even once it is deleted. */
  end(formId: string): Promise<void>;
  hasEnded(formId: string): Promise<boolean>;
}

/** What a refusal is for: the mailbox, because others choose how to spell its address. */
function refusedMailbox(address: EmailAddress): string {
  const { name, domain } = mailboxOf(address);
  return `${name}@${domain}`;
}

/** The same in links of version 1.0: the address without its `+tag`. */
function formerMailbox(address: EmailAddress): string {
  const { localPart, domain } = splitAddress(address);
  const untagged = localPart.split('+', 1)[0] || localPart;
  return `${untagged}@${domain}`.toLowerCase();
}

/** The key of a refusal. */
export const refusalSubject = (keyring: Keyring, address: EmailAddress): KeyedHash =>
  keyedHash(keyring, 'refusal', refusedMailbox(address));

export function createRefusals(store: RefusalStore, keyring: Keyring, now: () => number): Refusals {
  const second = () => Math.floor(now() / 1000);
  const endsAt = () => second() + LIMITS.refusalDays * DAY_SECONDS;
  const isInForce = async (subject: KeyedHash) => ((await store.endOf(subject)) ?? 0) > second();
  const endingOf = (formId: string) => keyedHash(keyring, 'refusal', 'confirmed-form', formId);
  return {
    async check(address) {
      const [mailbox, former] = [refusedMailbox(address), formerMailbox(address)];
      const subject = keyedHash(keyring, 'refusal', mailbox);
      const other = former === mailbox ? undefined : keyedHash(keyring, 'refusal', former);
      const left = ((await store.endOf(subject, other)) ?? 0) - second();
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

/** How the owner ended a form: `reported` as spam is not lifted by a restart. */
type HoldReason = 'stopped' | 'reported';

/**
 * Exact addresses whose owner stopped a form recently: for LIMITS.newFormHoldDays a new form waits for
 * their click, although the inbox has confirmed other forms.
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
