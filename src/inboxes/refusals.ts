import type { RefusalStore } from '../platform/stores/store.ts';
import type { Context } from '../platform/context.ts';
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

/** A refusal is for the mailbox, because others choose how to spell its address. */
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

/** Whether what is kept under these subjects holds until after `now`, in milliseconds. */
export const isInForce = async (
  refusals: Pick<RefusalStore, 'endOf'>,
  now: number,
  ...subjects: Parameters<RefusalStore['endOf']>
): Promise<boolean> => ((await refusals.endOf(...subjects)) ?? 0) > Math.floor(now / 1_000);

const daysAfter = (now: number, days: number) => Math.floor(now / 1_000) + days * DAY_SECONDS;

type RulingsContext = Pick<Context, 'keyring' | 'now'> & {
  store: Pick<Context['store'], 'refusals'>;
};

export type Refusals = ReturnType<typeof createRefusals>;

/** Addresses whose owner said "I did not ask for this": for a while they get no verification mails. */
export function createRefusals({ store: { refusals }, keyring, now }: RulingsContext) {
  const endsAt = () => daysAfter(now(), LIMITS.refusalDays);
  const endingOf = (question: string) => keyedHash(keyring, 'refusal', 'ended', question);
  return {
    /** Throws `rate_limited` while the address refuses verification mails. */
    async check(address: EmailAddress): Promise<void> {
      const ends = (await refusals.endOf(refusalSubject(keyring, address))) ?? 0;
      const left = ends - Math.floor(now() / 1_000);
      if (left <= 0) return;
      throw new ServiceError('rate_limited', { retry_after_seconds: left }, { message: REFUSED });
    },
    /** Refuses verification mails from now on. */
    add: (subject: KeyedHash) => refusals.add(subject, endsAt()),
    /** Whether such mails are refused now. */
    isRefused: (subject: KeyedHash) => isInForce(refusals, now(), subject),
    /** Lets such mails through again. */
    lift: (subject: KeyedHash) => refusals.remove(subject),
    /**
     * A question is over: a form was confirmed, and links that refuse it have no effect any more, even once it is
     * deleted; or an inbox has refused what it was offered.
     */
    end: (question: string) => refusals.add(endingOf(question), endsAt()),
    hasEnded: (question: string) => isInForce(refusals, now(), endingOf(question)),
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

export type NewFormHolds = ReturnType<typeof createNewFormHolds>;

/**
 * Exact addresses whose new forms wait for a click of their owner, although the inbox has confirmed
 * other forms. Kept under keyed hashes, so that deleting a form does not lift it.
 */
export function createNewFormHolds({ store: { refusals }, keyring, now }: RulingsContext) {
  const subjectOf = (reason: HoldReason, owner: KeyedHash) =>
    keyedHash(keyring, 'refusal', 'new-forms', SUBJECTS[reason], owner);
  const remove = (reason: HoldReason, owner: KeyedHash) =>
    refusals.remove(subjectOf(reason, owner));
  return {
    set: (owner: KeyedHash, reason: HoldReason) =>
      refusals.add(subjectOf(reason, owner), daysAfter(now(), HOLD_DAYS[reason])),
    /** The owner has started the stopped form again. */
    lift: (owner: KeyedHash) => remove('stopped', owner),
    /** The owner lets new forms be active at once. */
    async end(owner: KeyedHash): Promise<void> {
      await Promise.all([remove('stopped', owner), remove('lasting', owner)]);
    },
    isSet: (owner: KeyedHash) =>
      isInForce(refusals, now(), subjectOf('stopped', owner), subjectOf('lasting', owner)),
  };
}
