import type { Context } from '../platform/context.ts';
import type { ErrorVariant } from '../contract/error-codes.ts';
import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import { keyedHash, type KeyedHash } from '../platform/secrets/keyed-hash.ts';
import { dayOf } from '../platform/stores/counter-tables.ts';
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
  /**
   * Since when it is active without its owner's approval, in milliseconds; undefined once approved.
   */
  unapprovedSince?: number | undefined;
}

/** The end of the UTC calendar month that holds `now` (milliseconds). */
export function monthEnd(now: number): Date {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
}

let known = { day: Number.NaN, endsAt: 0 };

/** The same in seconds; worked out once a day, since every submission asks. */
function monthEndSecond(now: number): number {
  const day = dayOf(now);
  if (day !== known.day) known = { day, endsAt: monthEnd(now).getTime() / 1000 };
  return known.endsAt;
}

/**
 * The part of an inbox's monthly `limit` that all its unapproved forms share; undefined when that
 * is the whole limit.
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

function exhausted({ most, variant }: Bound, endsAt: number): ServiceError {
  const resets_at = new Date(endsAt * 1000).toISOString();
  const details = { used: most, limit: most, resets_at };
  return new ServiceError('monthly_allowance_exhausted', details, variant && { variant });
}

/** Percent of a month's deliveries at which the owner gets a notice. */
export const USE_LEVELS = [80, 100] as const;

/** True if so many are used that the owner gets a notice. */
export const isMuchUsed = ({ used, limit }: NonNullable<Reservation['counts']>): boolean =>
  used * 100 >= limit * USE_LEVELS[0];

const UNLIMITED: Reservation = { release: () => Promise.resolve() };

/**
 * Monthly deliveries per quota identity, exact under any concurrency. `look` and `reserve` throw
 * `monthly_allowance_exhausted` when the month is used up, or the part of it that its unapproved
 * forms share.
 */
export class Allowance {
  readonly #context: Context;
  readonly #limit: number;
  readonly #share: number | undefined;

  constructor(context: Context) {
    this.#context = context;
    this.#limit = context.settings.MONTHLY_LIMIT;
    this.#share = unapprovedShare(this.#limit);
  }

  /** The counts of the month; counts nothing. */
  async look(spender: Spender): Promise<Reservation['counts']> {
    if (this.#limit === 0) return undefined;
    const { store, now } = this.#context;
    const endsAt = monthEndSecond(now());
    let used = 0;
    for (const bound of this.#boundsOf(spender)) {
      used = await store.counters.read(bound.subject, endsAt);
      if (used >= bound.most) throw exhausted(bound, endsAt);
    }
    return { used, limit: this.#limit };
  }

  /**
   * What a quota identity has used of the month; `used` and `limit` are null if nothing is counted.
   */
  async month(inbox: KeyedHash) {
    const { store, now } = this.#context;
    const resetsAt = monthEnd(now());
    if (this.#limit === 0) return { used: null, limit: null, resetsAt };
    const used = await store.counters.read(inbox, monthEndSecond(now()));
    return { used, limit: this.#limit, resetsAt };
  }

  /** Counts one delivery that was accepted `at` this time. */
  async reserve(spender: Spender, at: number): Promise<Reservation> {
    if (this.#limit === 0) return UNLIMITED;
    const { counters } = this.#context.store;
    const endsAt = monthEndSecond(at);
    const bounds = this.#boundsOf(spender);
    const counts = { used: 0, limit: this.#limit };
    let taken = 0;
    const release = async () => {
      const all = bounds.slice(0, taken);
      await Promise.all(all.map(({ subject }) => counters.giveBack(subject, endsAt)));
    };
    try {
      for (const bound of bounds) {
        const used = await counters.take(bound.subject, endsAt, bound.most);
        if (used === undefined) throw exhausted(bound, endsAt);
        taken += 1;
        counts.used = used;
      }
    } catch (error) {
      await release();
      throw error;
    }
    return { counts, release };
  }

  /**
   * The share comes first, so that what it refuses never counts against the month, even briefly.
   */
  #boundsOf({ inbox, unapprovedSince }: Spender): Bound[] {
    const month = { subject: inbox.quota, most: this.#limit };
    if (this.#share === undefined || unapprovedSince === undefined) return [month];
    const subject = keyedHash(this.#context.keyring, 'unapproved-forms', inbox.quota);
    return [{ subject, most: this.#share, variant: 'unapproved_form' }, month];
  }
}
