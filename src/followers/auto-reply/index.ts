import type { Context } from '../../platform/context.ts';
import { referenceOf } from '../../contract/names.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { challengeOf, type Route } from '../../forms/route.ts';
import { decisionLink } from '../../forms/decision-token.ts';
import { hasUnprovenLink } from '../../forms/settings/auto-reply.ts';
import { mailboxOf } from '../../inboxes/inbox-identity.ts';
import type { Refund } from '../../inboxes/mail-budget.ts';
import { isInForce, stoppedAnswersSubject } from '../../inboxes/refusals.ts';
import { AnswerMails } from '../../mail/answer-email.ts';
import { MailFailure, type OutgoingMail, type SendMail } from '../../mail/mailer.ts';
import type { Sender } from '../../mail/mime-message.ts';
import { sendsReplies } from '../../platform/settings/settings.ts';
import {
  parseEmailAddress,
  splitAddress,
  type EmailAddress,
} from '../../platform/text/email-address.ts';
import { breakLinks } from '../../platform/text/strangers-words.ts';
import { within } from '../../platform/waiting/within.ts';
import type { Delivery } from '../../submissions/delivery.ts';
import type { Follower } from '../../submissions/ports.ts';
import { AnswerBudgets } from './answer-budgets.ts';

/** Why an automatic reply is not sent, as the log has it. */
type NoAnswer =
  | 'off'
  | 'unsolved'
  | 'test'
  | 'marked'
  | 'no_address'
  | 'machine'
  | 'own_address'
  | 'stopped'
  | 'budget'
  | 'refused'
  | 'fault';

/** Names that no person reads or that answer by themselves (RFC 3834, 2; RFC 2142). */
const MACHINES: ReadonlySet<string> = new Set(
  (
    'abuse bounce bounces daemon devnull donotreply dontreply hostmaster listmaster listproc listserv ' +
    'mailer-daemon mailerdaemon mailman majordomo news noc noreply nobody notification notifications ' +
    'null postmaster root security spam sympa usenet uucp'
  ).split(' '),
);

/** Begins and ends of the addresses of lists and of programs: `owner-list`, `list-request`. */
const BEGIN = /^(owner|bounces?|no-?reply|do-?not-?reply|mailer-daemon)[._=-]/;
const END =
  /[._-](owner|request|bounces?|join|leave|subscribe|unsubscribe|no-?reply|do-?not-?reply)$/;

/** True if an address is that of a program or a list, so that nobody waits for an answer there. */
function isMachine(address: EmailAddress): boolean {
  const [name = ''] = splitAddress(address).localPart.toLowerCase().split('+');
  const isKnown = MACHINES.has(name) || MACHINES.has(name.replace(/[._-]/g, ''));
  return isKnown || BEGIN.test(name) || END.test(name);
}

const toMailbox = (address: EmailAddress): string => {
  const { name, domain } = mailboxOf(address);
  return `${name}@${domain}`;
};

/** The reason not to answer a delivery, without the store; else the address of the visitor. */
export function judge(
  { route, submission, isSolved = false }: Delivery,
  ownMailboxes: ReadonlySet<string>,
): NoAnswer | { to: EmailAddress } {
  const { replyTo, test, suspicions } = submission;
  if (!isSolved || challengeOf(route) !== 'always') return 'unsolved';
  if (test) return 'test';
  if (suspicions) return 'marked';
  if (replyTo === undefined) return 'no_address';
  if (isMachine(replyTo)) return 'machine';
  return ownMailboxes.has(toMailbox(replyTo)) ? 'own_address' : { to: replyTo };
}

const isRefusal = (error: unknown) => error instanceof MailFailure && error.isPermanent;

/**
 * True if a failed mail is given back. A refused recipient is not, so that it is not tried again.
 */
const isUntried = (error: unknown) =>
  !(error instanceof MailFailure) || (error.kind !== 'doubtful' && !error.isPermanent);

/** After this many refused null senders in a row, the mail server is taken to refuse them all. */
const MOST_REFUSED = 3;

/**
 * Milliseconds for which such a server gets the usual sender, before the null sender is tried
 * again.
 */
const PAUSE = 3_600_000;

/** Milliseconds that a visitor waits for an answer to be taken; it may still be sent afterwards. */
const PATIENCE = 5_000;

/** Automatic replies to visitors; docs/decisions/0049. */
export class AutoReplies implements Follower {
  readonly #context: Context;
  readonly #sendMail: SendMail;
  readonly #mails: AnswerMails;
  readonly #budgets: AnswerBudgets;
  /** Of this service and its operator. */
  readonly #ownMailboxes: ReadonlySet<string>;
  #refusedInRow = 0;
  #pausedUntil = -Infinity;

  constructor(context: Context, sendMail: SendMail, from: Sender) {
    const { OPERATOR_NAME, OPERATOR_CONTACT, BOUNCE_ADDRESS } = context.settings;
    const own = [from.address, OPERATOR_CONTACT, BOUNCE_ADDRESS];
    this.#context = context;
    this.#sendMail = sendMail;
    this.#mails = new AnswerMails({
      operator: OPERATOR_NAME ?? 'Letterslot',
      sender: from.name,
    });
    this.#budgets = new AnswerBudgets(context);
    this.#ownMailboxes = new Set(
      own.flatMap((text) => parseEmailAddress(text) ?? []).map(toMailbox),
    );
  }

  /** Answers the visitor of a delivered submission; reports `auto_reply`, `sent` or `skipped`. */
  at({ settings }: Route) {
    if (!settings.auto_reply) return undefined;
    return (delivery: Delivery) =>
      // A test of the form comes from its owner: nobody waits for an answer.
      delivery.submission.test && !delivery.isSolved ? undefined : this.#report(delivery);
  }

  async #report(delivery: Delivery) {
    const outcome = await within(PATIENCE, this.#answer(delivery), () => 'late');
    return { auto_reply: outcome === 'sent' ? 'sent' : 'skipped' };
  }

  async #answer(delivery: Delivery): Promise<'sent' | NoAnswer> {
    const { log } = this.#context;
    const { requestId, route } = delivery;
    const about = { requestId, formId: route.formId };
    try {
      const outcome = await this.#attempt(delivery);
      if (outcome === 'sent') log.answerSent(about);
      else log.answerSkipped({ ...about, reason: outcome });
      return outcome;
    } catch (error) {
      log.answerFailed({ ...about, error });
      return 'fault';
    }
  }

  async #attempt(delivery: Delivery): Promise<'sent' | NoAnswer> {
    const { store, keyring, settings, now } = this.#context;
    if (!sendsReplies(settings)) return 'off';
    const judged = judge(delivery, this.#ownMailboxes);
    if (typeof judged === 'string') return judged;
    const { to } = judged;
    const { route, caller } = delivery;
    let refund: Refund | undefined;
    try {
      const subject = stoppedAnswersSubject(keyring, to);
      if (await isInForce(store.refusals, now(), subject)) return 'stopped';
      refund = await this.#budgets.reserve(route, to, caller);
      await this.#send(this.#mailOf(delivery, to));
      return 'sent';
    } catch (error) {
      if (!refund && error instanceof ServiceError) return 'budget';
      if (refund && isUntried(error)) await refund();
      if (error instanceof MailFailure) return 'refused';
      throw error;
    }
  }

  #mailOf({ id, route }: Delivery, to: EmailAddress): () => OutgoingMail {
    const { keyring, settings } = this.#context;
    const { subject = '', text = '' } = route.settings.auto_reply ?? {};
    // A text that was accepted when the operator listed other hosts has no link.
    const linkless = (part: string) =>
      hasUnprovenLink(part, settings.AUTO_REPLY_HOSTS ?? []) ? breakLinks(part) : part;
    const answer = { subject: linkless(subject), text: linkless(text) };
    const stopLink = decisionLink(this.#context, 'answers', {
      subject: stoppedAnswersSubject(keyring, to),
    });
    return () => this.#mails.compose({ route, answer, to, reference: referenceOf(id), stopLink });
  }

  /**
   * Sends with the null sender, so that no bounce and no other automatic reply comes back (RFC
   * 3834, 3.3). A mail that a server refuses so is sent with the address of every mail.
   */
  async #send(compose: () => OutgoingMail): Promise<void> {
    const { now } = this.#context;
    if (now() < this.#pausedUntil) return this.#sendMail(compose);
    try {
      await this.#sendMail(() => ({ ...compose(), envelopeFrom: '' }));
      this.#refusedInRow = 0;
    } catch (error) {
      // A server may refuse sender or recipient in any reply: a second try shows which.
      if (!isRefusal(error)) throw error;
      await this.#sendMail(compose);
      this.#refusedInRow += 1;
      if (this.#refusedInRow >= MOST_REFUSED) this.#pausedUntil = now() + PAUSE;
    }
  }
}
