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
import { createFindRoute } from '../opened-routes.ts';
import { openRoute } from '../route.ts';
import type { Follower } from '../../submissions/delivery.ts';
import { createVerificationBudgets } from '../../inboxes/verification/verification-budgets.ts';
import { createAnswerQuestion, type AnswerQuestion } from './answer-question.ts';
import { createAskCopies, type AskCopies } from './ask-copies.ts';
import { createDeliverCopies } from './deliver-copies.ts';
import { createStopCopy, type StopCopy } from './stop-copy.ts';

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
  answerQuestion: AnswerQuestion;
  stopCopy: StopCopy;
  /** Mails them what was delivered to the owner. */
  deliver: Follower;
}

export function createCopies({ store, ...parts }: Parts): Copies {
  const { keyring, ratePerMinute } = parts;
  const { counters } = store;
  const rewrite: RewriteRoute = (formId, decide) =>
    rewriteRoute({ ...store, keyring }, formId, decide);
  const findRoute = createFindRoute(store.routes, (row) => openRoute(keyring, row));
  const budgets = createVerificationBudgets({ ...parts, counters }, ratePerMinute);
  return {
    ...createAskCopies({ ...parts, rewrite, budgets }),
    answerQuestion: createAnswerQuestion({ ...parts, store, findRoute, rewrite }),
    stopCopy: createStopCopy({ ...parts, counters, findRoute, rewrite }),
    deliver: createDeliverCopies({ ...parts, counters }),
  };
}
