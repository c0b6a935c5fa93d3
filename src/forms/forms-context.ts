import type { RateLimiter } from '../inboxes/rate-limit.ts';
import type { NewFormHolds } from '../inboxes/refusals.ts';
import type { Sessions } from '../inboxes/inbox-session.ts';
import type { Context } from '../platform/context.ts';
import type { FormRoom } from './form-room.ts';
import type { Proposal, Route, UnapprovedRoute } from './route.ts';
import type { Requester, RouteVerification } from './route-verification.ts';

/** What the life of a form needs besides. */
export interface FormsContext extends Context {
  limiter: RateLimiter;
  /** CREATE_RATE_PER_MINUTE; 0 is off. */
  ratePerMinute: number;
  room: FormRoom;
  sessions: Pick<Sessions, 'open'>;
  /** ACCOUNT_LOOKUP_SECRET; without it the operation is unavailable. */
  accountSecret: string | undefined;
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
  copies: {
    /** Asks the inboxes of an active form that its owner has agreed to. Never rejects. */
    askNew(route: Route, requestId: string): Promise<Route>;
  };
}
