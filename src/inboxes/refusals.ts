import type { RefusalStore } from '../platform/stores/counter-tables.ts';
import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import { keyedHash, type KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { EmailAddress } from '../platform/text/email-address.ts';
import { mailboxOf } from './inbox-identity.ts';

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
  /**
   * A question is over: a form was confirmed, and links that refuse it have no effect any more, even once it is
   * deleted; or an inbox has refused what it was offered.
   */
  end(question: string): Promise<void>;
  hasEnded(question: string): Promise<boolean>;
}

/** What a refusal is for: the mailbox, because others choose how to spell its address. */
function refusedMailbox(address: EmailAddress): string {
  const { name, domain } = mailboxOf(address);
  return `${name}@${domain}`;
}

/** The key of a refusal. */
export const refusalSubject = (keyring: Keyring, address: EmailAddress): KeyedHash =>
  keyedHash(keyring, 'refusal', refusedMailbox(address));

/** The key of an address that has stopped automatic replies. */
export const stoppedAnswersSubject = (keyring: Keyring, address: EmailAddress): KeyedHash =>
  keyedHash(keyring, 'auto-reply', 'stopped', refusedMailbox(address));

/** Whether what is kept under this subject holds until after `now`, in milliseconds. */
export const isStopped = async (
  refusals: Pick<RefusalStore, 'endOf'>,
  subject: KeyedHash,
  now: number,
): Promise<boolean> => ((await refusals.endOf(subject)) ?? 0) > Math.floor(now / 1_000);

export function createRefusals(store: RefusalStore, keyring: Keyring, now: () => number): Refusals {
  const second = () => Math.floor(now() / 1000);
  const endsAt = () => second() + LIMITS.refusalDays * DAY_SECONDS;
  const isInForce = async (subject: KeyedHash) => ((await store.endOf(subject)) ?? 0) > second();
  const endingOf = (question: string) => keyedHash(keyring, 'refusal', 'ended', question);
  return {
    async check(address) {
      const left = ((await store.endOf(refusalSubject(keyring, address))) ?? 0) - second();
      if (left <= 0) return;
      throw new ServiceError('rate_limited', { retry_after_seconds: left }, { message: REFUSED });
    },
    add: (subject) => store.add(subject, endsAt()),
    isRefused: isInForce,
    lift: (subject) => store.remove(subject),
    end: (question) => store.add(endingOf(question), endsAt()),
    hasEnded: (question) => isInForce(endingOf(question)),
  };
}

/**
 * Why new forms of an inbox wait: `stopped`, its owner stopped a form, and starting it again lifts this;
 * `lasting`, they reported one as spam, or want to confirm each.
 */
type HoldReason = 'stopped' | 'lasting';

/** The hashed words, which never change. */
const SUBJECTS = { stopped: 'stopped', lasting: 'reported' } as const;

const HOLD_DAYS = { stopped: LIMITS.newFormHoldDays, lasting: LIMITS.confirmNewFormsDays } as const;

/**
 * Exact addresses whose new forms wait for a click of their owner, although the inbox has confirmed
 * other forms. Kept under keyed hashes, so that deleting a form does not lift it.
 */
export interface NewFormHolds {
  set(owner: KeyedHash, reason: HoldReason): Promise<void>;
  /** The owner has started the stopped form again. */
  lift(owner: KeyedHash): Promise<void>;
  /** The owner lets new forms be active at once. */
  end(owner: KeyedHash): Promise<void>;
  isSet(owner: KeyedHash): Promise<boolean>;
}

export function createNewFormHolds(
  store: RefusalStore,
  keyring: Keyring,
  now: () => number,
): NewFormHolds {
  const second = () => Math.floor(now() / 1000);
  const subjectOf = (reason: HoldReason, owner: KeyedHash) =>
    keyedHash(keyring, 'refusal', 'new-forms', SUBJECTS[reason], owner);
  const remove = (reason: HoldReason, owner: KeyedHash) => store.remove(subjectOf(reason, owner));

  return {
    set: (owner, reason) =>
      store.add(subjectOf(reason, owner), second() + HOLD_DAYS[reason] * DAY_SECONDS),
    lift: (owner) => remove('stopped', owner),
    async end(owner) {
      await Promise.all([remove('stopped', owner), remove('lasting', owner)]);
    },
    async isSet(owner) {
      const ends = await store.endOf(subjectOf('stopped', owner), subjectOf('lasting', owner));
      return (ends ?? 0) > second();
    },
  };
}
