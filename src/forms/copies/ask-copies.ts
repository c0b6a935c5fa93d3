import type { Context } from '../../platform/context.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { composeMail } from '../../mail/compose-mail.ts';
import type { Letterhead } from '../../mail/letter.ts';
import { MailFailure, type SendMail } from '../../mail/mailer.ts';
import { isDoubtful, sendOrRefund } from '../../mail/mail-outcome.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import { identifyInbox } from '../../inboxes/inbox-identity.ts';
import type { ReturnPath } from '../../inboxes/bounces/bounce-token.ts';
import { refusalSubject, type Refusals } from '../../inboxes/refusals.ts';
import {
  copyKey,
  type CopyStanding,
  listedCopies,
  standingOf,
  withStanding,
} from '../settings/copies.ts';
import { createLinkTo } from '../decision-token.ts';
import { nextActionOf } from '../route-resource.ts';
import type { RouteCopies } from '../forms-context.ts';
import { rewriteRoute } from '../opened-routes.ts';
import type { Route } from '../route.ts';
import { mailLanguageOf } from '../../mail/mail-facts.ts';
import { createVerificationBudgets } from '../../inboxes/verification/verification-budgets.ts';

/** Asks inboxes whether they want copies, on the budgets of verification mails. */
export interface AskCopies extends RouteCopies {
  /**
   * Asks one of them again, for the owner; one that gets copies is left alone. Throws `invalid_email` where it
   * is not listed, `inbox_not_verified`, `rate_limited` and `delivery_failed`.
   */
  askAgain(route: Route, address: EmailAddress, requestId: string): Promise<Route>;
}

/** What copies need besides. */
export interface CopiesContext extends Context {
  refusals: Refusals;
  sendMail: SendMail;
  letterhead: Letterhead;
  /** Undefined if bounces are not reported to this service. */
  returnPath: ReturnPath | undefined;
}

/** How long an inbox may agree; milliseconds. */
const LIFE = LIMITS.verificationTokenHours * 3_600_000;

const NOT_LISTED = 'This address is not among the copies of the form.';
const NOT_SENT = 'The email could not be sent, so the inbox was not asked. Please try again later.';

/** A question to one inbox. */
interface Question {
  route: Route;
  address: EmailAddress;
  since: number;
  requestId: string;
}

function createReport({ log }: CopiesContext) {
  return (
    { route: { formId }, requestId }: Pick<Question, 'route' | 'requestId'>,
    error: unknown,
  ) => {
    const known = { requestId, formId };
    if (error instanceof MailFailure) log.copyNotMailed({ ...known, reason: error.kind });
    else if (error instanceof ServiceError) log.copyNotMailed({ ...known, reason: error.code });
    else log.copyNotMailed({ ...known, reason: 'fault', error });
  };
}

/** Mails a question; throws what keeps it from being sent. */
function createMailQuestion(parts: CopiesContext): (question: Question) => Promise<void> {
  const { keyring, refusals, sendMail, letterhead, links, log, now } = parts;
  const budgets = createVerificationBudgets(parts);
  const report = createReport(parts);
  const linkTo = createLinkTo(keyring, links);
  return async (question) => {
    const { route, address, since, requestId } = question;
    const { formId, inbox } = route;
    await refusals.check(address);
    const { quota } = identifyInbox(keyring, address);
    const take = await budgets.look({ address, inbox: quota, owner: inbox.quota });
    const refund = await take();
    const link = linkTo('copy', {
      form: formId,
      inbox: copyKey(keyring, formId, address),
      subject: refusalSubject(keyring, address),
      since,
      expiresAt: now() + LIFE,
    });
    // Written to the inbox that is asked, as if the form were its own: it says nothing of the owner's.
    const about = { route: { ...route, address }, link };
    const send = () =>
      sendMail(() => composeMail('copy_ask', about, mailLanguageOf(route), letterhead));
    try {
      await sendOrRefund(send, refund);
    } catch (error) {
      if (!isDoubtful(error)) throw error;
      // It may have arrived, so the inbox counts as asked.
      report(question, error);
      return;
    }
    log.copyMailed({ requestId, formId, mail: 'ask' });
  };
}

type Outcome = Omit<CopyStanding, 'address'> | undefined;

/** Asks who was not asked yet. */
function createAskNew(parts: CopiesContext): AskCopies['askNew'] {
  const { keyring, refusals, now } = parts;
  const mail = createMailQuestion(parts);
  const report = createReport(parts);

  async function ask(question: Question): Promise<Outcome> {
    const { address, since } = question;
    try {
      const isRefused = await refusals.isRefused(refusalSubject(keyring, address));
      if (!isRefused) await mail(question);
      return { status: isRefused ? 'refused' : 'asked', since };
    } catch (error) {
      report(question, error);
      return undefined;
    }
  }

  /** They count as asked before they are: requests at the same time ask nobody twice. */
  async function claim({ formId }: Route, since: number) {
    let fresh: readonly EmailAddress[] = [];
    const claimed = await rewriteRoute(parts, formId, (current) => {
      fresh = listedCopies(current).filter((address) => !standingOf(current, address));
      if (current.status !== 'active' || fresh.length === 0) return undefined;
      const claimOne = (form: Route, address: EmailAddress) =>
        withStanding(form, address, { status: 'asked', since });
      return fresh.reduce(claimOne, current);
    });
    return { claimed, fresh };
  }

  async function askEach(found: Route, requestId: string): Promise<Route> {
    const since = now();
    const { claimed: route, fresh } = await claim(found, since);
    if (!route) return found;
    const outcomes = await Promise.all(
      fresh.map((address) => ask({ route, address, since, requestId })),
    );
    if (outcomes.every((outcome) => outcome?.status === 'asked')) return route;
    const settle = (form: Route, address: EmailAddress, at: number) => {
      const standing = standingOf(form, address);
      const isMine = standing?.status === 'asked' && standing.since === since;
      return isMine ? withStanding(form, address, outcomes[at]) : form;
    };
    return (
      (await rewriteRoute(parts, route.formId, (current) => fresh.reduce(settle, current))) ?? route
    );
  }

  return async (route, requestId) => {
    if (route.status !== 'active' || listedCopies(route).length === 0) return route;
    try {
      return await askEach(route, requestId);
    } catch (error) {
      report({ route, requestId }, error);
      return route;
    }
  };
}

function createAskAgain(parts: CopiesContext): AskCopies['askAgain'] {
  const { links, now } = parts;
  const mail = createMailQuestion(parts);
  const report = createReport(parts);

  return async (route, wanted, requestId) => {
    const isWanted = (listed: string) => listed.toLowerCase() === wanted.toLowerCase();
    const address = listedCopies(route).find(isWanted);
    if (!address) throw new ServiceError('invalid_email', undefined, { message: NOT_LISTED });
    if (route.status !== 'active') {
      throw new ServiceError('inbox_not_verified', { next_action: nextActionOf(route, links) });
    }
    const standing = standingOf(route, address);
    if (standing?.status === 'confirmed') return route;
    // A link of before a stop has no effect, so the question is a new one.
    const since = standing?.status === 'asked' ? standing.since : now();
    const question = { route, address, since, requestId };
    try {
      await mail(question);
    } catch (cause) {
      report(question, cause);
      if (!(cause instanceof MailFailure)) throw cause;
      throw new ServiceError('delivery_failed', cause.retryDetails, { message: NOT_SENT, cause });
    }
    let latest = route;
    const asked = await rewriteRoute(parts, route.formId, (current) => {
      latest = current;
      const found = standingOf(current, address);
      const isListed = listedCopies(current).includes(address);
      // An answer that came meanwhile holds: an earlier link must not start what its reader has ended.
      const isSame = found?.status === standing?.status && found?.since === standing?.since;
      if (!isListed || (found && found.status !== 'asked' && !isSame)) return undefined;
      return withStanding(current, address, { status: 'asked', since });
    });
    return asked ?? latest;
  };
}

export const createAskCopies = (parts: CopiesContext): AskCopies => ({
  askNew: createAskNew(parts),
  askAgain: createAskAgain(parts),
});
