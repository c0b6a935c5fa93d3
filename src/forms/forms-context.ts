import type { EncryptionKeys } from '../inboxes/keys/index.ts';
import type { RateLimiter } from '../inboxes/rate-limit.ts';
import type { NewFormHolds } from '../inboxes/refusals.ts';
import type { Sessions } from '../inboxes/inbox-session.ts';
import type { EmailAddress } from '../platform/text/email-address.ts';
import type { Proposal, Route, UnapprovedRoute } from './route.ts';
import type { Language } from '../catalogs/languages.ts';

/** The request that causes a mail, and the language of the mail. */
export interface Requester {
  requestId: string;
  language: Language;
}

/** A client that wants an inbox asked, without proof that the inbox is theirs. */
export interface Asker extends Requester {
  /** The name of the client in limits. */
  caller: string;
}

/** The part of the port InboxVerification that forms use. */
export interface RouteVerification {
  /**
   * Asks the inbox of a pending route for its consent and returns the route as it is then. `store`
   * stores a new route first; it stays stored when asking throws. A doubtful outcome leaves it
   * unchanged. Counts against the budgets of the inbox, its domain, the asker's network and the
   * deployment. Throws `rate_limited` when one is used up or the owner refuses such mails, and a
   * ServiceError when surely no inbox was asked.
   */
  askInbox(route: Route, asker: Asker, store?: () => Promise<void>): Promise<Route>;
  /**
   * When the link mailed for a pending route expires, in milliseconds; undefined without a link.
   */
  expiresAt(route: Route): number | undefined;
  /**
   * The route as it is now; a pending one is looked up if a provider verifies. An address that
   * the provider has lost is registered again for the client `caller`, which may mail it.
   */
  refresh(route: Route, requestId: string, caller?: string): Promise<Route>;
}

/** Asks the other inboxes that get the messages of a form. */
export interface RouteCopies {
  /** Asks one inbox again, for the owner. */
  askAgain(route: Route, wanted: EmailAddress, requestId: string): Promise<Route>;
  /**
   * Asks each listed inbox that was not asked, if the form is active. The caller knows that its
   * owner agreed to the list. Never rejects: an inbox that could not be asked stays `not_asked`.
   */
  askNew(route: Route, requestId: string): Promise<Route>;
}

/** The parts of other rooms that forms use. */
export interface FormsRooms {
  limiter: RateLimiter;
  sessions: Pick<Sessions, 'open'>;
  verification: RouteVerification;
  holds: NewFormHolds;
  notices: {
    /** Tells the owner of a confirmed inbox about a form that is active at once. */
    newForm(route: UnapprovedRoute, requester: Requester): void;
    /** Mails the owner of an unapproved form about it again, and waits for it. */
    newFormAgain(route: UnapprovedRoute, requester: Requester): Promise<void>;
    /** Mails the owner a link to the proposal, and waits for it. */
    proposal(route: Route & { proposal: Proposal }, requester: Requester): Promise<void>;
  };
  copies: RouteCopies;
  encryption: Pick<EncryptionKeys, 'faultIn'>;
}
