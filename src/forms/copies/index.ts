import type { Context } from '../../platform/context.ts';
import type { Letterhead } from '../../mail/compose-mail.ts';
import type { SendMail } from '../../mail/mailer.ts';
import type { ReturnPath } from '../../inboxes/bounces/return-path.ts';
import type { Refusals } from '../../inboxes/refusals.ts';
import type { Follower } from '../../submissions/delivery.ts';
import { createVerificationBudgets } from '../../inboxes/verification/verification-budgets.ts';
import { createAskCopies, type AskCopies } from './ask-copies.ts';
import { createDeliverCopies } from './deliver-copies.ts';

interface Parts extends Context {
  sendMail: SendMail;
  letterhead: Letterhead;
  /** Undefined if bounces are not reported to this service. */
  returnPath: ReturnPath | undefined;
  refusals: Refusals;
  /** CREATE_RATE_PER_MINUTE. */
  ratePerMinute: number;
  /** Deliveries a month; 0 for no limit. */
  monthlyLimit: number;
}

/** More inboxes that get each message of a form; docs/copies.md. */
export interface Copies extends AskCopies {
  /** Mails them what was delivered to the owner. */
  deliver: Follower;
}

export function createCopies(parts: Parts): Copies {
  const { store, ratePerMinute } = parts;
  const { counters } = store;
  const budgets = createVerificationBudgets({ ...parts, counters }, ratePerMinute);
  return {
    ...createAskCopies({ ...parts, budgets }),
    deliver: createDeliverCopies({ ...parts, counters }),
  };
}
