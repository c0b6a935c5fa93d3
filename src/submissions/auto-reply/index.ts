import type { Context } from '../../platform/context.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { createComposeAnswer } from '../../mail/answer-email.ts';
import { MailFailure, type SendMail, type OutgoingMail } from '../../mail/mailer.ts';
import type { OwnNames } from '../../mail/sender-name.ts';
import { within } from '../../platform/waiting/turns.ts';
import { parseEmailAddress, type EmailAddress } from '../../platform/text/email-address.ts';
import type { Refund } from '../../inboxes/mail-budget.ts';
import { hasUnprovenLink } from '../../forms/settings/auto-reply.ts';
import { breakLinks } from '../../platform/text/strangers-words.ts';
import { createLinkTo } from '../../forms/decision-token.ts';
import { isStopped, stoppedAnswersSubject } from '../../inboxes/refusals.ts';
import type { Route } from '../../forms/route.ts';
import type { Delivery, Follower } from '../delivery.ts';
import { createAnswerBudgets } from './answer-budgets.ts';
import { createIsOwn, judge, type NoAnswer } from './answerable.ts';

const isRefusal = (error: unknown) => error instanceof MailFailure && error.isPermanent;

/** Null senders refused in a row, until the mail server is taken for one that refuses all of them. */
const MOST_REFUSED = 3;

/** Milliseconds for which such a server gets the address of every mail, before it is tried again. */
const PAUSE = 3_600_000;

/**
 * Sends with the null sender, so that no bounce and no other automatic reply comes back (RFC 3834, 3.3).
 * A mail that a server refuses so is sent with the address of every mail.
 */
function createSendAnswer(
  sendMail: SendMail,
  now: () => number,
): (compose: () => OutgoingMail) => Promise<void> {
  let refusedInRow = 0;
  let pausedUntil = -Infinity;

  return async (compose) => {
    const isTried = now() >= pausedUntil;
    if (isTried) {
      try {
        await sendMail(() => ({ ...compose(), envelopeFrom: '' }));
        refusedInRow = 0;
        return;
      } catch (error) {
        // A server may refuse the sender in any of its replies: only a second try shows which of the two it refused.
        if (!isRefusal(error)) throw error;
      }
    }
    await sendMail(compose);
    if (isTried) refusedInRow += 1;
    if (isTried && refusedInRow >= MOST_REFUSED) pausedUntil = now() + PAUSE;
  };
}

/** Milliseconds that a visitor waits for an answer to be taken; it may still be sent afterwards. */
const PATIENCE = 5_000;

interface Parts extends Context, OwnNames {
  sendMail: SendMail;
  /** Addresses of this service and its operator; what is no address is left out. */
  ownAddresses: readonly (string | undefined)[];
  /** CREATE_RATE_PER_MINUTE, from which the budgets follow; 0 leaves those of each address. */
  ratePerMinute: number;
  /** AUTO_REPLIES, and AUTO_REPLY_HOSTS. */
  isOn: boolean;
  replyHosts: readonly string[];
}

/** Automatic replies to visitors. */
export interface Answers {
  /** Answers the visitor of a delivered submission; reports `auto_reply`, `sent` or `skipped`. */
  answerVisitor: Follower;
}

type Outcome = 'sent' | NoAnswer;

/** What is given back: a refused recipient would be tried again and again otherwise. */
const isUntried = (error: unknown) =>
  !(error instanceof MailFailure) || (error.kind !== 'doubtful' && !error.isPermanent);

/** Sends one answer; docs/decisions/0049. */
function createSend(parts: Parts) {
  const { keyring, sendMail, links, replyHosts } = parts;
  const compose = createComposeAnswer(parts);
  const linkTo = createLinkTo(keyring, links);
  const send = createSendAnswer(sendMail, parts.now);
  /** A text that was accepted when the operator listed other hosts has no link. */
  const linkless = (text: string) => (hasUnprovenLink(text, replyHosts) ? breakLinks(text) : text);

  return async (route: Route, to: EmailAddress): Promise<void> => {
    const { auto_reply: own } = route.settings;
    if (!own) return;
    const answer = { subject: linkless(own.subject), text: linkless(own.text) };
    const stopLink = linkTo('answers', { subject: stoppedAnswersSubject(keyring, to) });
    await send(() => compose({ route, answer, to, stopLink }));
  };
}

export function createAnswers(parts: Parts): Answers {
  const { store, keyring, ratePerMinute, log, now } = parts;
  const { counters, counts } = store;
  const take = createAnswerBudgets({ counters, counts, keyring, now }, ratePerMinute);
  const isOwn = createIsOwn(parts.ownAddresses.flatMap((text) => parseEmailAddress(text) ?? []));
  const send = createSend(parts);

  async function attempt(delivery: Delivery): Promise<Outcome> {
    const { route, caller } = delivery;
    if (!parts.isOn) return 'off';
    const judged = judge(delivery, isOwn);
    if (typeof judged === 'string') return judged;
    const { to } = judged;
    let refund: Refund | undefined;
    try {
      if (await isStopped(store.refusals, stoppedAnswersSubject(keyring, to), now()))
        return 'stopped';
      refund = await take(route, to, caller);
      await send(route, to);
      return 'sent';
    } catch (error) {
      if (!refund && error instanceof ServiceError) return 'budget';
      if (refund && isUntried(error)) await refund();
      if (error instanceof MailFailure) return 'refused';
      throw error;
    }
  }

  async function answer(delivery: Delivery): Promise<Outcome> {
    const { requestId, route } = delivery;
    const about = { requestId, formId: route.formId };
    try {
      const outcome = await attempt(delivery);
      if (outcome === 'sent') log.answerSent(about);
      else log.answerSkipped({ ...about, reason: outcome });
      return outcome;
    } catch (error) {
      log.answerFailed({ ...about, error });
      return 'fault';
    }
  }

  async function report(delivery: Delivery) {
    const outcome = await within(PATIENCE, answer(delivery), () => 'late');
    return { auto_reply: outcome === 'sent' ? 'sent' : 'skipped' };
  }

  return {
    answerVisitor: ({ settings }) =>
      settings.auto_reply &&
      ((delivery) =>
        // A test of the form comes from its owner: nobody waits for an answer.
        delivery.submission.test && !delivery.isSolved ? undefined : report(delivery)),
  };
}
