import { decisionToken, type FactsOf } from '../../forms/decision-token.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { sendOrRefuse } from '../../mail/mailer.ts';
import { findRow, rewriteRoute } from '../../forms/opened-routes.ts';
import { healed, openRoute, type Route } from '../../forms/route.ts';
import type { Requester, RouteCopies } from '../../forms/forms-context.ts';
import {
  BudgetedVerification,
  type InboxVerification,
  type VerificationLinks,
  type VerificationState,
} from './inbox-verification.ts';
import type { NewFormHolds, Refusals } from '../../inboxes/refusals.ts';
import type { Context } from '../../platform/context.ts';
import { composeMail } from '../../mail/compose-mail.ts';
import type { OwnerMails } from '../decisions/owner-mails.ts';
import { disclose } from '../../forms/targets/channels.ts';
import { placesOf } from '../../forms/targets/places.ts';

const NOT_SENT =
  'The verification email could not be sent, so no form was created. Please try again later.';

/** When the link emailed for a route expires; milliseconds. */
function expiryOf({ verificationSentAt, createdAt }: Route): number {
  return (verificationSentAt ?? createdAt) + LIMITS.verificationTokenHours * 3_600_000;
}

/** Inboxes confirm by an emailed link; contract, "Verification (arbitrary delivery mode only)". */
export class ArbitraryMode
  extends BudgetedVerification
  implements InboxVerification, VerificationLinks
{
  readonly #mails: OwnerMails;
  readonly #copies: RouteCopies;

  constructor(
    context: Context,
    refusals: Refusals,
    holds: NewFormHolds,
    mails: OwnerMails,
    copies: RouteCopies,
  ) {
    super(context, refusals, holds);
    this.#mails = mails;
    this.#copies = copies;
  }

  async startForOwner(route: Route, { requestId }: Requester): Promise<Route> {
    return (await this.#activate(route, requestId)) ?? this.#findRoute(route.formId);
  }

  refresh(route: Route): Promise<Route> {
    return Promise.resolve(route);
  }

  confirmationToken(route: Route): string {
    const { formId, inbox, stoppedAt } = route;
    return decisionToken(this.context.keyring, 'verify', {
      form: formId,
      owner: inbox.owner,
      expiresAt: expiryOf(route),
      stoppedAt,
    });
  }

  expectLinks(): this {
    return this;
  }

  expiresAt(route: Route): number | undefined {
    return route.status === 'active' ? undefined : expiryOf(route);
  }

  async look({ form, owner, expiresAt, stoppedAt }: FactsOf<'verify'>): Promise<VerificationState> {
    const { store, keyring, now } = this.context;
    const row = await store.routes.find(form);
    const route = row && openRoute(keyring, row);
    if (route?.inbox.owner !== owner) return { state: 'gone' };
    if (route.status === 'active') return { state: 'confirmed', route };
    if (route.stoppedAt !== stoppedAt) return { state: 'outdated' };
    return now() >= expiresAt ? { state: 'expired' } : { state: 'open', route };
  }

  async confirm(facts: FactsOf<'verify'>, requestId: string): Promise<Route> {
    const { form, owner, expiresAt, stoppedAt } = facts;
    if (this.context.now() >= expiresAt) throw new ServiceError('verification_token_expired');
    const route = await this.#findRoute(form);
    if (route.inbox.owner !== owner) throw new ServiceError('verification_mismatch');
    const active = await this.#activate({ ...route, stoppedAt }, requestId);
    if (active) return active;
    await this.#findRoute(form);
    throw new ServiceError('verification_mismatch', undefined, { variant: 'outdated_link' });
  }

  async #findRoute(formId: string): Promise<Route> {
    const { store, keyring } = this.context;
    return openRoute(keyring, await findRow(store.routes, formId));
  }

  /** Undefined if the route is gone, or was not stopped at `stoppedAt`. */
  async #activate(route: Route, requestId: string): Promise<Route | undefined> {
    const { store, keyring, log, now } = this.context;
    const { formId, inbox, stoppedAt } = route;
    const activated = store.routes.activate(formId, stoppedAt);
    await Promise.all([activated, this.refusals.end(formId)]);
    if (!(await activated)) return undefined;
    if (stoppedAt !== undefined) await this.holds.lift(inbox.owner);
    log.routeConfirmed({ requestId, formId });
    // The link came by mail: the inbox gets mail. A repeated link is older than the bounce.
    if (route.bounced && route.status !== 'active') {
      await rewriteRoute({ store, keyring }, formId, (it) => healed(it, now()));
    }
    const active = { ...route, status: 'active', stoppedAt: undefined } as const;
    return this.#copies.askNew({ ...active, unapprovedSince: undefined }, requestId);
  }

  protected async ask(route: Route, { requestId, language }: Requester): Promise<Route> {
    const { store, links, log, now } = this.context;
    const { letterhead, ownerLinks, outbox } = this.#mails;
    const { formId, settings } = route;
    const sentAt = now();
    const mailed: Route = { ...route, verificationSentAt: sentAt };
    const about = {
      route: mailed,
      endpoint: links.endpoint(formId),
      disclosed: disclose(placesOf(mailed)),
      link: links.decision('verify', this.confirmationToken(mailed)),
      refuseLink: ownerLinks.refuse(mailed),
    };
    const isSent = await sendOrRefuse(
      () =>
        outbox.sendMail(() =>
          composeMail('confirm', about, settings.language ?? language, letterhead),
        ),
      NOT_SENT,
      ({ kind, reason, replyCode }) =>
        log.verificationNotMailed({ requestId, formId, kind, reason, replyCode }),
    );
    if (!isSent) return route;
    log.verificationMailed({ requestId, formId });
    await store.routes.markVerificationSent(formId, sentAt);
    return mailed;
  }
}
