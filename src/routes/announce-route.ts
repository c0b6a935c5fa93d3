import type { Refusals } from '../inboxes/refusals.ts';
import type { MailBudget } from '../inboxes/mail-budget.ts';
import type { RouteVerification } from './route-verification.ts';
import type { Route } from './route.ts';

/**
 * Asks the inbox of a stored, pending route for its consent. Throws `rate_limited` when the budget of
 * the inbox is used up or its owner refuses such mails, and what the port throws.
 */
export type AnnounceRoute = (route: Route, requestId: string) => Promise<Route>;

interface Parts {
  budget: MailBudget;
  refusals: Refusals;
  verification: RouteVerification;
}

/** What was not asked, or was answered before, is given back to the budget. */
export function createAnnounceRoute({ budget, refusals, verification }: Parts): AnnounceRoute {
  return async (route, requestId) => {
    await refusals.check(route.address);
    const refund = await budget.take(route.inbox.quota);
    try {
      const announced = await verification.announce(route, requestId);
      if (announced.status === 'active') await refund();
      return announced;
    } catch (error) {
      await refund();
      throw error;
    }
  };
}
