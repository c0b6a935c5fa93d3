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

/** A refusal is for the mailbox, because others choose the spelling of its address. */
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

/** True if a ruling under one of these subjects holds at `now`, in milliseconds. */
export const isInForce = async (
  refusals: Pick<RefusalStore, 'endOf'>,
  now: number,
  ...subjects: Parameters<RefusalStore['endOf']>
): Promise<boolean> => ((await refusals.endOf(...subjects)) ?? 0) > Math.floor(now / 1_000);

const daysAfter = (now: number, days: number) => Math.floor(now / 1_000) + days * DAY_SECONDS;

type RulingsContext = Pick<Context, 'keyring' | 'now'> & {
  store: Pick<Context['store'], 'refusals'>;
};

/** Addresses whose owner said "I did not ask for this" get no verification mails for a while. */
export class Refusals {
  readonly #context: RulingsContext;

  constructor(context: RulingsContext) {
    this.#context = context;
  }

  /** Throws `rate_limited` while the address refuses verification mails. */
  async check(address: EmailAddress): Promise<void> {
    const { store, keyring, now } = this.#context;
    const ends = (await store.refusals.endOf(refusalSubject(keyring, address))) ?? 0;
    const left = ends - Math.floor(now() / 1_000);
    if (left <= 0) return;
    throw new ServiceError('rate_limited', { retry_after_seconds: left }, { message: REFUSED });
  }

  /** Refuses verification mails from now on. */
  async add(subject: KeyedHash): Promise<void> {
    await this.#context.store.refusals.add(subject, this.#endsAt());
  }

  isRefused(subject: KeyedHash): Promise<boolean> {
    return isInForce(this.#context.store.refusals, this.#context.now(), subject);
  }

  /** Lets verification mails through again. */
  async lift(subject: KeyedHash): Promise<void> {
    await this.#context.store.refusals.remove(subject);
  }

  /**
   * Ends a question: a form was confirmed, and links that refuse it have no effect any more, even
   * after its deletion; or an inbox has refused an offer.
   */
  async end(question: string): Promise<void> {
    await this.#context.store.refusals.add(this.#endingOf(question), this.#endsAt());
  }

  hasEnded(question: string): Promise<boolean> {
    const { store, now } = this.#context;
    return isInForce(store.refusals, now(), this.#endingOf(question));
  }

  #endsAt(): number {
    return daysAfter(this.#context.now(), LIMITS.refusalDays);
  }

  #endingOf(question: string): KeyedHash {
    return keyedHash(this.#context.keyring, 'refusal', 'ended', question);
  }
}

/**
 * New forms of an inbox wait because its owner stopped a form (`stopped`; starting it again lifts
 * this), reported a form as spam, or wants to confirm each (`lasting`).
 */
type HoldReason = 'stopped' | 'lasting';

/** The hashed words, which never change. */
const SUBJECTS = { stopped: 'stopped', lasting: 'reported' } as const;

const HOLD_DAYS = { stopped: LIMITS.newFormHoldDays, lasting: LIMITS.confirmNewFormsDays } as const;

/**
 * Exact addresses whose new forms wait for a click of their owner, although the inbox has confirmed
 * other forms. Kept under keyed hashes, so that deleting a form does not lift it.
 */
export class NewFormHolds {
  readonly #context: RulingsContext;

  constructor(context: RulingsContext) {
    this.#context = context;
  }

  async set(owner: KeyedHash, reason: HoldReason): Promise<void> {
    const { store, now } = this.#context;
    const endsAt = daysAfter(now(), HOLD_DAYS[reason]);
    await store.refusals.add(this.#subjectOf(reason, owner), endsAt);
  }

  /** The owner has started the stopped form again. */
  async lift(owner: KeyedHash): Promise<void> {
    await this.#context.store.refusals.remove(this.#subjectOf('stopped', owner));
  }

  /** The owner lets new forms be active at once. */
  async end(owner: KeyedHash): Promise<void> {
    const { refusals } = this.#context.store;
    const subjects = [this.#subjectOf('stopped', owner), this.#subjectOf('lasting', owner)];
    await Promise.all(subjects.map((subject) => refusals.remove(subject)));
  }

  isSet(owner: KeyedHash): Promise<boolean> {
    const { store, now } = this.#context;
    const subjects = [
      this.#subjectOf('stopped', owner),
      this.#subjectOf('lasting', owner),
    ] as const;
    return isInForce(store.refusals, now(), ...subjects);
  }

  #subjectOf(reason: HoldReason, owner: KeyedHash): KeyedHash {
    return keyedHash(this.#context.keyring, 'refusal', 'new-forms', SUBJECTS[reason], owner);
  }
}
