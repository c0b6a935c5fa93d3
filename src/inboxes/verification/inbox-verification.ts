import type { FactsOf } from '../../forms/decision-token.ts';
import type { Requester, RouteVerification } from '../../forms/forms-context.ts';
import type { Route } from '../../forms/route.ts';

/**
 * What a genuine link means now; `outdated` when the owner has stopped its route since, `gone` when
 * the route was deleted.
 */
export type VerificationState =
  { state: 'open' | 'confirmed'; route: Route } | { state: 'expired' | 'outdated' | 'gone' };

/**
 * Port: how inboxes give their consent on this deployment. `refresh` does not fail when a provider
 * is down; it throws `config_incomplete` when the provider refuses the credentials.
 */
export interface InboxVerification extends RouteVerification {
  /** Like `askInbox`, for the owner with a link only they have: strangers cannot use up its budget. */
  askInboxForOwner(route: Route, requester: Requester): Promise<Route>;
  /**
   * Starts a pending route for the owner, who has a session of its inbox. A provider has to know the
   * inbox still: then like `askInboxForOwner`. Returns the route as it is then.
   */
  startForOwner(route: Route, requester: Requester): Promise<Route>;
  /** Throws `verification_unavailable` where a provider has links of its own. */
  expectLinks(): void;
  /** The facts for the confirmation page. Changes nothing, no matter who opens it. */
  look(facts: FactsOf<'verify'>): Promise<VerificationState>;
  /** The token that confirms a pending route, for a page its owner sees; undefined without links. */
  confirmationToken(route: Route): string | undefined;
  /** Activates the route of a valid token; repeating it succeeds until its owner stops the route. */
  confirm(facts: FactsOf<'verify'>, requestId: string): Promise<Route>;
}
