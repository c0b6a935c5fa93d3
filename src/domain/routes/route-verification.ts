import type { Route } from './route.ts';

/** What routes ask of the port InboxVerification. */
export interface RouteVerification {
  /**
   * Asks the inbox of a stored, pending route for its consent and answers the route as it stands
   * then. A doubtful outcome leaves it as it was; when surely nothing was asked, ServiceError.
   * `requestId` is for the log.
   */
  announce(route: Route, requestId: string): Promise<Route>;
  /** When the link emailed for a pending route expires, in milliseconds; undefined without one. */
  expiresAt(route: Route): number | undefined;
  /**
   * The route as it stands now; a pending one is looked up where a provider verifies. An address that
   * the provider has lost is registered again for the client `caller`, which may mail it.
   */
  refresh(route: Route, requestId: string, caller?: string): Promise<Route>;
}
