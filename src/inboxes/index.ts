import type { Keyring } from '../platform/secrets/keyring.ts';
import { createAutofillTraps, type AutofillTraps } from './allowance.ts';
import type { CounterStore, RateStore, RefusalStore } from '../platform/stores/counter-tables.ts';
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

interface Parts {
  store: {
    counters: CounterStore;
    rates: RateStore;
    refusals: RefusalStore;
    /** Whether other nodes use the same store: then they share the rate limits. */
    shared: boolean;
  };
  keyring: Keyring;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** What limits the mail to inboxes, and what their owners have ruled out. */
export interface Inboxes {
  limiter: PeekableRateLimiter;
  refusals: Refusals;
  holds: NewFormHolds;
  autofillTraps: AutofillTraps;
  sessions: Sessions;
}

export function createInboxes({ store, keyring, now }: Parts): Inboxes {
  return {
    limiter: store.shared
      ? createSharedRateLimiter({ rates: store.rates, keyring, now })
      : createLocalRateLimiter(now),
    refusals: createRefusals(store.refusals, keyring, now),
    holds: createNewFormHolds(store.refusals, keyring, now),
    autofillTraps: createAutofillTraps(store.counters, keyring, now),
    sessions: createSessions({ store, keyring, now }),
  };
}
