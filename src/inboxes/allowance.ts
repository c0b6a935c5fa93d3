import type { Context } from '../platform/context.ts';
import type { ErrorVariant } from '../contract/error-codes.ts';
import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import { keyedHash, type KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { CounterStore } from '../platform/stores/counter-tables.ts';
import type { InboxIdentity } from './inbox-identity.ts';

/** One delivery taken from an inbox's monthly allowance; released when the delivery fails. */
export interface Reservation {
  /** The counts of the month, when the deployment has a monthly limit. */
  counts?: { used: number; limit: number };
  release(): Promise<void>;
}

/** A form that delivers, as the allowance sees it. */
interface Spender {
  inbox: Pick<InboxIdentity, 'quota'>;
  /** Since when it is active without its owner's approval, in milliseconds; undefined once approved. */
  unapprovedSince?: number | undefined;
}

/**
 * Every call throws `monthly_allowance_exhausted` when the month is used up, or what its unapproved
 * forms may take of it.
 */
export interface Allowance {
  reserve(spender: Spender): Promise<Reservation>;
  /** The counts of the month; takes nothing. */
  look(spender: Spender): Promise<Reservation['counts']>;
}

/** The end of the UTC calendar month that holds `now` (milliseconds). */
export function monthEnd(now: number): Date {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
}

/**
 * The part of an inbox's monthly `limit` that all its unapproved forms share; undefined when that is
 * the whole limit.
 */
export function unapprovedShare(limit: number): number | undefined {
  const { unapprovedDeliveries, unapprovedPercent } = LIMITS;
  const share = Math.max(unapprovedDeliveries, Math.floor((limit * unapprovedPercent) / 100));
  return share < limit ? share : undefined;
}

/** A monthly limit that each delivery counts against. */
interface Bound {
  subject: KeyedHash;
  most: number;
  variant?: ErrorVariant;
}

const UNLIMITED: Reservation = { release: () => Promise.resolve() };

/** Monthly deliveries per quota identity, exact under any concurrency. */
export function createAllowance({ store, keyring, settings, now }: Context): Allowance {
  const { counters } = store;
  const limit = settings.MONTHLY_LIMIT;
  const share = unapprovedShare(limit);

  const monthOf = ({ inbox }: Spender): Bound => ({ subject: inbox.quota, most: limit });

  function shareOf({ inbox, unapprovedSince }: Spender): Bound | undefined {
    if (share === undefined || unapprovedSince === undefined) return undefined;
    const subject = keyedHash(keyring, 'unapproved-forms', inbox.quota);
    return { subject, most: share, variant: 'unapproved_form' };
  }

  function exhausted({ most, variant }: Bound, end: Date): ServiceError {
    const details = { used: most, limit: most, resets_at: end.toISOString() };
    return new ServiceError('monthly_allowance_exhausted', details, variant && { variant });
  }

  async function read(bound: Bound, end: Date): Promise<number> {
    const used = await counters.read(bound.subject, end.getTime() / 1000);
    if (used >= bound.most) throw exhausted(bound, end);
    return used;
  }

  async function take(bound: Bound, end: Date) {
    const endsAt = end.getTime() / 1000;
    const used = await counters.take(bound.subject, endsAt, bound.most);
    if (used === undefined) throw exhausted(bound, end);
    return { used, giveBack: () => counters.giveBack(bound.subject, endsAt) };
  }

  return {
    async look(spender) {
      if (limit === 0) return undefined;
      const end = monthEnd(now());
      const unapproved = shareOf(spender);
      if (unapproved) await read(unapproved, end);
      return { used: await read(monthOf(spender), end), limit };
    },
    async reserve(spender) {
      if (limit === 0) return UNLIMITED;
      const end = monthEnd(now());
      const unapproved = shareOf(spender);
      // The share comes first, so that what it refuses never counts against the month, even briefly.
      const ofShare = unapproved && (await take(unapproved, end));
      try {
        const { used, giveBack } = await take(monthOf(spender), end);
        const release = async () => {
          await Promise.all([giveBack(), ofShare?.giveBack()]);
        };
        return { counts: { used, limit }, release };
      } catch (error) {
        await ofShare?.giveBack();
        throw error;
      }
    },
  };
}

/** What an inbox has used of a month; `used` and `limit` are null if none is counted. */
export interface MonthUse {
  used: number | null;
  limit: number | null;
  resetsAt: Date;
}

/** Reads the month of a quota identity; takes nothing. */
export function createReadMonth({ store, settings, now }: Context) {
  const limit = settings.MONTHLY_LIMIT;
  return async (inbox: KeyedHash): Promise<MonthUse> => {
    const resetsAt = monthEnd(now());
    if (limit === 0) return { used: null, limit: null, resetsAt };
    return { used: await store.counters.read(inbox, resetsAt.getTime() / 1000), limit, resetsAt };
  };
}

/** How many submissions to an inbox were dropped this month that a person may have sent. */
export interface AutofillTraps {
  /** Counts one more for a quota identity. */
  count(inbox: KeyedHash): Promise<void>;
  /** How many there were since the month began (UTC). */
  read(inbox: KeyedHash): Promise<number>;
}

/** Counting stops here: a larger number says nothing new. */
const MOST = 1_000_000;

/** Counts under a separate keyed hash, so that the allowance of the inbox is not touched. */
export function createAutofillTraps(
  counters: CounterStore,
  keyring: Keyring,
  now: () => number,
): AutofillTraps {
  const subjectOf = (inbox: KeyedHash) => keyedHash(keyring, 'autofill-traps', inbox);
  const endsAt = () => monthEnd(now()).getTime() / 1000;
  return {
    async count(inbox) {
      await counters.take(subjectOf(inbox), endsAt(), MOST);
    },
    read: (inbox) => counters.read(subjectOf(inbox), endsAt()),
  };
}
