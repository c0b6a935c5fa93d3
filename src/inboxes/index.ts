import type { Context } from '../platform/context.ts';
import { createSessions } from './inbox-session.ts';
import { createLocalRateLimiter, createSharedRateLimiter } from './rate-limit.ts';
import { createNewFormHolds, createRefusals } from './refusals.ts';

/** The limits of mail to inboxes, and the decisions of their owners. */
export function createInboxes(context: Context) {
  const { store, keyring, now } = context;
  return {
    limiter: store.shared
      ? createSharedRateLimiter({ rates: store.rates, keyring, now })
      : createLocalRateLimiter(now),
    refusals: createRefusals(context),
    holds: createNewFormHolds(context),
    sessions: createSessions(context),
  };
}
