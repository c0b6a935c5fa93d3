import type { Context } from '../platform/context.ts';
import { createAutofillTraps, type AutofillTraps } from './allowance.ts';
import { createSessions, type Sessions } from './inbox-session.ts';
import {
  createLocalRateLimiter,
  createSharedRateLimiter,
  type PeekableRateLimiter,
} from './rate-limit.ts';
import {
  createNewFormHolds,
  createRefusals,
  type NewFormHolds,
  type Refusals,
} from './refusals.ts';

/** What limits the mail to inboxes, and what their owners have ruled out. */
export interface Inboxes {
  limiter: PeekableRateLimiter;
  refusals: Refusals;
  holds: NewFormHolds;
  autofillTraps: AutofillTraps;
  sessions: Sessions;
}

export function createInboxes(context: Context): Inboxes {
  const { store, keyring, now } = context;
  return {
    limiter: store.shared
      ? createSharedRateLimiter({ rates: store.rates, keyring, now })
      : createLocalRateLimiter(now),
    refusals: createRefusals(store.refusals, keyring, now),
    holds: createNewFormHolds(store.refusals, keyring, now),
    autofillTraps: createAutofillTraps(store.counters, keyring, now),
    sessions: createSessions(context),
  };
}
