import type { FactsOf } from '../../forms/decision-token.ts';
import type { Asker, Requester, RouteVerification } from '../../forms/forms-context.ts';
import type { Route } from '../../forms/route.ts';
import type { Context } from '../../platform/context.ts';
import { reserveMail, type Refund } from '../../inboxes/mail-budget.ts';
import type { NewFormHolds, Refusals } from '../../inboxes/refusals.ts';
import { BudgetSpent, VerificationBudgets } from './verification-budgets.ts';

/**
 * A genuine link now: `outdated` if the owner has stopped its route since, `gone` if the route was
 * deleted.
 */
export type VerificationState =
  { state: 'open' | 'confirmed'; route: Route } | { state: 'expired' | 'outdated' | 'gone' };

/** Links that this service mails to inboxes. */
export interface VerificationLinks {
  /** The facts for the confirmation page. Changes nothing, no matter who opens it. */
  look(facts: FactsOf<'verify'>): Promise<VerificationState>;
  /** Activates the route of a valid token; repeating it succeeds until the owner stops it. */
  confirm(facts: FactsOf<'verify'>, requestId: string): Promise<Route>;
}

/**
 * Port: how inboxes give their consent on this deployment. `refresh` does not fail when a provider
 * is down; it throws `config_incomplete` when the provider refuses the credentials.
 */
export interface InboxVerification extends RouteVerification {
  /** Like `askInbox`, for an owner with their own link, on a budget that strangers cannot use. */
  askInboxForOwner(route: Route, requester: Requester): Promise<Route>;
  /**
   * Starts a pending route for the owner, who has a session of its inbox. A provider has to know
   * the inbox still: then like `askInboxForOwner`. Returns the route as it is then.
   */
  startForOwner(route: Route, requester: Requester): Promise<Route>;
  /** Throws `verification_unavailable` if a provider mails links of its own. */
  expectLinks(): VerificationLinks;
  /** The token that confirms a pending route, for its owner's page; undefined without links. */
  confirmationToken(route: Route): string | undefined;
}

/** Counts and stores in one turn of the event loop; gives the mail back if storing fails. */
async function reserveAndStore(
  reserve: () => Promise<Refund>,
  store: (() => Promise<void>) | undefined,
): Promise<Refund> {
  const [reserved, stored] = await Promise.allSettled([reserve(), store?.()]);
  if (stored.status === 'rejected') {
    if (reserved.status === 'fulfilled') await reserved.value();
    throw stored.reason;
  }
  if (reserved.status === 'rejected') throw reserved.reason;
  return reserved.value;
}

/** Asks inboxes for their consent, each time on a budget; gives unneeded mails back. */
export abstract class BudgetedVerification {
  protected readonly context: Context;
  protected readonly holds: NewFormHolds;
  protected readonly refusals: Refusals;
  readonly #ofStrangers: VerificationBudgets;

  constructor(context: Context, refusals: Refusals, holds: NewFormHolds) {
    this.context = context;
    this.holds = holds;
    this.refusals = refusals;
    this.#ofStrangers = new VerificationBudgets(context);
  }

  /** Asks the inbox and returns the route as it is then; throws when surely nothing was asked. */
  protected abstract ask(route: Route, requester: Requester): Promise<Route>;

  async askInbox(route: Route, asker: Asker, store?: () => Promise<void>): Promise<Route> {
    const { caller, requestId } = asker;
    const { formId, address, inbox } = route;
    await this.refusals.check(address);
    try {
      const reserve = await this.#ofStrangers.check({ address, inbox: inbox.quota, caller });
      return await this.#spend(await reserveAndStore(reserve, store), () => this.ask(route, asker));
    } catch (error) {
      if (error instanceof BudgetSpent) {
        this.context.log.mailBudgetSpent({ requestId, formId, budget: error.budget });
      }
      throw error;
    }
  }

  async askInboxForOwner(route: Route, requester: Requester): Promise<Route> {
    await this.refusals.check(route.address);
    const refund = await reserveMail(this.context, 'restart', route.inbox.quota, route.formId);
    return this.#spend(refund, () => this.ask(route, requester));
  }

  async #spend(refund: Refund, ask: () => Promise<Route>): Promise<Route> {
    try {
      const asked = await ask();
      if (asked.status === 'active') await refund();
      return asked;
    } catch (error) {
      await refund();
      throw error;
    }
  }
}
