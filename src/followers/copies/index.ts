import { mailLanguageOf } from '../../catalogs/languages.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { composeMail } from '../../mail/compose-mail.ts';
import { isDoubtful, MailFailure, sendOrRefund } from '../../mail/mailer.ts';
import type { OwnerMails } from '../../consent/decisions/owner-mails.ts';
import type { Context } from '../../platform/context.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import { identifyInbox } from '../../inboxes/inbox-identity.ts';
import { refusalSubject, type Refusals } from '../../inboxes/refusals.ts';
import {
  copyKey,
  type CopyStanding,
  listedCopies,
  standingOf,
  withStanding,
} from '../../forms/settings/copies.ts';
import { decisionLink } from '../../forms/decision-token.ts';
import { nextActionOf } from '../../forms/route-resource.ts';
import type { RouteCopies } from '../../forms/forms-context.ts';
import { rewriteRoute } from '../../forms/opened-routes.ts';
import type { Route } from '../../forms/route.ts';
import type { ReturnPaths } from '../../consent/bounces/bounce-token.ts';
import { VerificationBudgets } from '../../consent/verification/verification-budgets.ts';
import { DeliverCopies } from './deliver-copies.ts';

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

/** How an inbox stands once it was asked; undefined if it could not be. */
type AskedStanding = Omit<CopyStanding, 'address'> | undefined;

/**
 * Other inboxes that get each message of a form (docs/copies.md); asked like strangers' inboxes.
 */
export class Copies implements RouteCopies {
  /** Mails them what was delivered to the owner. */
  readonly deliver: DeliverCopies;
  readonly #context: Context;
  readonly #refusals: Refusals;
  readonly #mails: OwnerMails;
  readonly #budgets: VerificationBudgets;

  constructor(context: Context, refusals: Refusals, mails: OwnerMails, returnPaths: ReturnPaths) {
    this.deliver = new DeliverCopies(context, mails.letterhead, returnPaths);
    this.#context = context;
    this.#refusals = refusals;
    this.#mails = mails;
    this.#budgets = new VerificationBudgets(context);
  }

  async askNew(route: Route, requestId: string): Promise<Route> {
    if (route.status !== 'active' || listedCopies(route).length === 0) return route;
    try {
      return await this.#askEach(route, requestId);
    } catch (error) {
      this.#report({ route, requestId }, error);
      return route;
    }
  }

  /**
   * Asks one of them again, for the owner; one that gets copies is left alone. Throws
   * `invalid_email` if it is not listed, `inbox_not_verified`, `rate_limited` and
   * `delivery_failed`.
   */
  async askAgain(route: Route, wanted: EmailAddress, requestId: string): Promise<Route> {
    const { links, now } = this.#context;
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
      await this.#mail(question);
    } catch (cause) {
      this.#report(question, cause);
      if (!(cause instanceof MailFailure)) throw cause;
      throw new ServiceError('delivery_failed', cause.retryDetails, { message: NOT_SENT, cause });
    }
    let latest = route;
    const asked = await rewriteRoute(this.#context, route.formId, (current) => {
      latest = current;
      const found = standingOf(current, address);
      const isListed = listedCopies(current).includes(address);
      // An answer that came meanwhile holds: an earlier link must not start copies again.
      const isSame = found?.status === standing?.status && found?.since === standing?.since;
      if (!isListed || (found && found.status !== 'asked' && !isSame)) return undefined;
      return withStanding(current, address, { status: 'asked', since });
    });
    return asked ?? latest;
  }

  async #askEach(found: Route, requestId: string): Promise<Route> {
    const since = this.#context.now();
    let fresh: readonly EmailAddress[] = [];
    // They count as asked before they are: requests at the same time ask no inbox twice.
    const route = await rewriteRoute(this.#context, found.formId, (current) => {
      fresh = listedCopies(current).filter((address) => !standingOf(current, address));
      if (current.status !== 'active' || fresh.length === 0) return undefined;
      const claim = (form: Route, address: EmailAddress) =>
        withStanding(form, address, { status: 'asked', since });
      return fresh.reduce(claim, current);
    });
    if (!route) return found;
    const outcomes = await Promise.all(
      fresh.map((address) => this.#ask({ route, address, since, requestId })),
    );
    if (outcomes.every((outcome) => outcome?.status === 'asked')) return route;
    const settle = (form: Route, address: EmailAddress, at: number) => {
      const standing = standingOf(form, address);
      const isMine = standing?.status === 'asked' && standing.since === since;
      return isMine ? withStanding(form, address, outcomes[at]) : form;
    };
    const settled = await rewriteRoute(this.#context, route.formId, (current) =>
      fresh.reduce(settle, current),
    );
    return settled ?? route;
  }

  async #ask(question: Question): Promise<AskedStanding> {
    const { address, since } = question;
    try {
      const isRefused = await this.#refusals.isRefused(
        refusalSubject(this.#context.keyring, address),
      );
      if (!isRefused) await this.#mail(question);
      return { status: isRefused ? 'refused' : 'asked', since };
    } catch (error) {
      this.#report(question, error);
      return undefined;
    }
  }

  /** Mails a question; throws what keeps it from being sent. */
  async #mail(question: Question): Promise<void> {
    const { keyring, log, now } = this.#context;
    const { letterhead, outbox } = this.#mails;
    const { route, address, since, requestId } = question;
    const { formId, inbox } = route;
    await this.#refusals.check(address);
    const { quota } = identifyInbox(keyring, address);
    const reserve = await this.#budgets.check({ address, inbox: quota, owner: inbox.quota });
    const refund = await reserve();
    const link = decisionLink(this.#context, 'copy', {
      form: formId,
      inbox: copyKey(keyring, formId, address),
      subject: refusalSubject(keyring, address),
      since,
      expiresAt: now() + LIFE,
    });
    // Written as if the form were the reader's: the mail must not name the owner's address.
    const about = { route: { ...route, address }, link };
    const send = () =>
      outbox.sendMail(() => composeMail('copy_ask', about, mailLanguageOf(route), letterhead));
    try {
      await sendOrRefund(send, refund);
    } catch (error) {
      if (!isDoubtful(error)) throw error;
      // It may have arrived, so the inbox counts as asked.
      this.#report(question, error);
      return;
    }
    log.copyMailed({ requestId, formId, mail: 'ask' });
  }

  #report({ route, requestId }: Pick<Question, 'route' | 'requestId'>, error: unknown): void {
    const { log } = this.#context;
    const known = { requestId, formId: route.formId };
    if (error instanceof MailFailure) log.copyNotMailed({ ...known, reason: error.kind });
    else if (error instanceof ServiceError) log.copyNotMailed({ ...known, reason: error.code });
    else log.copyNotMailed({ ...known, reason: 'fault', error });
  }
}
