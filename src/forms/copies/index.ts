import type { Letterhead } from '../../mail/compose-mail.ts';
import type { SendMail } from '../../mail/mailer.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { ReturnPath } from '../../inboxes/bounces/return-path.ts';
import type { CounterStore } from '../../platform/stores/counter-tables.ts';
import type { Refusals } from '../../inboxes/refusals.ts';
import type { Links } from '../../contract/links.ts';
import { rewriteRoute, type RewriteRoute } from '../rewrite-route.ts';
import type { RouteStore } from '../../platform/stores/route-store.ts';
import type { Follower } from '../../submissions/delivery.ts';
import { createVerificationBudgets } from '../../inboxes/verification/verification-budgets.ts';
import { createAskCopies, type AskCopies } from './ask-copies.ts';
import { createDeliverCopies } from './deliver-copies.ts';

interface Parts {
  store: { routes: RouteStore; counters: CounterStore };
  keyring: Keyring;
  sendMail: SendMail;
  letterhead: Letterhead;
  /** Undefined if bounces are not reported to this service. */
  returnPath: ReturnPath | undefined;
  refusals: Refusals;
  /** CREATE_RATE_PER_MINUTE. */
  ratePerMinute: number;
  /** Deliveries a month; 0 for no limit. */
  monthlyLimit: number;
  links: Links;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** More inboxes that get each message of a form; docs/copies.md. */
export interface Copies extends AskCopies {
  /** Mails them what was delivered to the owner. */
  deliver: Follower;
}

export function createCopies({ store, ...parts }: Parts): Copies {
  const { keyring, ratePerMinute } = parts;
  const { counters } = store;
  const rewrite: RewriteRoute = (formId, decide) =>
    rewriteRoute({ ...store, keyring }, formId, decide);
  const budgets = createVerificationBudgets({ ...parts, counters }, ratePerMinute);
  return {
    ...createAskCopies({ ...parts, rewrite, budgets }),
    deliver: createDeliverCopies({ ...parts, counters }),
  };
}
