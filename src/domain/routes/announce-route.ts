import type { MailBudget, Refund } from '../inboxes/mail-budget.ts';
import type { Refusals } from '../inboxes/refusals.ts';
import { BudgetSpent, type VerificationBudgets } from '../inboxes/verification-budgets.ts';
import type { Log } from '../../platform/log/log.ts';
import type { RouteVerification } from './route-verification.ts';
import type { Route } from './route.ts';

/** Who asks for a mail to an inbox without having shown that it is theirs. */
export interface Asker {
  /** The name of the client in limits. */
  caller: string;
  requestId: string;
}

/**
 * Asks the inbox of a stored, pending route for its consent. Throws `rate_limited` when a budget is
 * used up or the owner refuses such mails, and what the port throws.
 */
export interface AnnounceRoute {
  /** Counts against the budgets of the inbox, its domain, the asker's network and the deployment. */
  forStranger(route: Route, asker: Asker): Promise<Route>;
  /** Asked for with a link that only the inbox has: strangers cannot use up the budget of these. */
  forOwner(route: Route, requestId: string): Promise<Route>;
}

interface Parts {
  budgets: VerificationBudgets;
  restartBudget: MailBudget;
  refusals: Refusals;
  verification: RouteVerification;
  log: Log;
}

export function createAnnounceRoute(parts: Parts): AnnounceRoute {
  const { budgets, restartBudget, refusals, verification, log } = parts;

  /** What was not asked, or was answered before, is given back to the budget. */
  async function announce(route: Route, requestId: string, take: () => Promise<Refund>) {
    await refusals.check(route.address);
    const refund = await take();
    try {
      const announced = await verification.announce(route, requestId);
      if (announced.status === 'active') await refund();
      return announced;
    } catch (error) {
      await refund();
      throw error;
    }
  }

  return {
    forStranger: (route, { caller, requestId }) =>
      announce(route, requestId, async () => {
        const { formId, address, inbox } = route;
        try {
          return await budgets.take({ address, inbox: inbox.quota, caller });
        } catch (error) {
          if (error instanceof BudgetSpent) {
            log.mailBudgetSpent({ requestId, formId, budget: error.budget });
          }
          throw error;
        }
      }),
    forOwner: (route, requestId) =>
      announce(route, requestId, () => restartBudget.take(route.inbox.quota)),
  };
}
