import { ServiceError } from '../contract/service-error.ts';
import type { KeyedHash } from '../secrets/keyed-hash.ts';
import type { CounterStore } from './counter-store.ts';

/** One delivery taken from an inbox's month; given back when the delivery fails. */
export interface Reservation {
  /** The counts to report, where the deployment has a monthly limit. */
  counts?: { used: number; limit: number };
  release(): Promise<void>;
}

export interface Allowance {
  /** Throws `monthly_allowance_exhausted` when the month is used up. */
  reserve(inbox: KeyedHash): Promise<Reservation>;
  /** The counts as they are, spending nothing; throws as `reserve` would. */
  look(inbox: KeyedHash): Promise<Reservation['counts']>;
}

/** The end of the UTC calendar month that holds `now` (milliseconds). */
export function monthEnd(now: number): Date {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
}

const UNLIMITED: Reservation = { release: () => Promise.resolve() };

/** Monthly deliveries per quota identity, exact under any concurrency; 0 means unlimited. */
export function createAllowance(
  counters: CounterStore,
  limit: number,
  now: () => number,
): Allowance {
  const exhausted = (end: Date) => {
    const resets_at = end.toISOString();
    return new ServiceError('monthly_allowance_exhausted', { used: limit, limit, resets_at });
  };
  return {
    async look(inbox) {
      if (limit === 0) return undefined;
      const end = monthEnd(now());
      const used = await counters.read(inbox, end.getTime() / 1000);
      if (used >= limit) throw exhausted(end);
      return { used, limit };
    },
    async reserve(inbox) {
      if (limit === 0) return UNLIMITED;
      const end = monthEnd(now());
      const endsAt = end.getTime() / 1000;
      const used = await counters.take(inbox, endsAt, limit);
      if (used === undefined) throw exhausted(end);
      return { counts: { used, limit }, release: () => counters.giveBack(inbox, endsAt) };
    },
  };
}
