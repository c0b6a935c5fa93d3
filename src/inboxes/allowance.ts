import type { Context } from '../platform/context.ts';
import type { ErrorVariant } from '../contract/error-codes.ts';
import { LIMITS } from '../contract/limits.ts';
import type { FormId } from '../contract/names.ts';
import { ServiceError } from '../contract/service-error.ts';
import { keyedHash, type KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { dateOf, dayOf, type CounterStore } from '../platform/stores/counter-tables.ts';
import type { InboxIdentity } from './inbox-identity.ts';

/** One delivery taken from an inbox's monthly allowance; released when the delivery fails. */
export interface Reservation {
  /** The counts of the month, when the deployment has a monthly limit. */
  counts?: { used: number; limit: number };
  /** The delivery's number among those of its form in this month; undefined without a limit, or for a copy. */
  number?: string | undefined;
  release(): Promise<void>;
}

/** A form that delivers, as the allowance sees it. */
interface Spender {
  inbox: Pick<InboxIdentity, 'quota'>;
  /** Its deliveries are numbered; an inbox that gets copies has none. */
  formId?: FormId;
  /** Since when it is active without its owner's approval, in milliseconds; undefined once approved. */
  unapprovedSince?: number | undefined;
}

/** The end of the UTC calendar month that holds `now` (milliseconds). */
export function monthEnd(now: number): Date {
  const date = new Date(now);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
}

let known = { day: Number.NaN, endsAt: 0, month: '' };

/** The month that holds `now`, as `2026-11`, and its end in seconds; worked out once a day, since every submission asks. */
function monthOf(now: number) {
  const day = dayOf(now);
  if (day !== known.day)
    known = { day, endsAt: monthEnd(now).getTime() / 1000, month: dateOf(day).slice(0, 7) };
  return known;
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
  /** The hash of the form whose deliveries are numbered along with it. */
  form?: KeyedHash | undefined;
}

/** Counts one more, and numbers it for a form; undefined at the limit. */
function take(
  counters: CounterStore,
  { subject, most, form }: Bound,
  endsAt: number,
): Promise<{ used: number; number?: number } | undefined> {
  if (form) return counters.takeNumbered(subject, form, endsAt, most);
  return counters
    .take(subject, endsAt, most)
    .then((used) => (used === undefined ? used : { used }));
}

function exhausted({ most, variant }: Bound, endsAt: number): ServiceError {
  const resets_at = new Date(endsAt * 1000).toISOString();
  const details = { used: most, limit: most, resets_at };
  return new ServiceError('monthly_allowance_exhausted', details, variant && { variant });
}

/** Names a form among the counts, so that nothing names it once it is deleted. An unchanged form keeps its Route. */
function createFormHash(keyring: Keyring): (spender: Spender) => KeyedHash | undefined {
  const hashes = new WeakMap<Spender, KeyedHash>();
  return (spender) => {
    if (!spender.formId) return undefined;
    let hash = hashes.get(spender);
    if (!hash) hashes.set(spender, (hash = keyedHash(keyring, 'form-numbers', spender.formId)));
    return hash;
  };
}

/** Percent of a month's deliveries at which the owner gets a notice. */
export const USE_LEVELS = [80, 100] as const;

/** Whether so many are used that the owner gets a notice. */
export const isMuchUsed = ({ used, limit }: NonNullable<Reservation['counts']>): boolean =>
  used * 100 >= limit * USE_LEVELS[0];

const UNLIMITED: Reservation = { release: () => Promise.resolve() };

export type Allowance = ReturnType<typeof createAllowance>;

/**
 * Monthly deliveries per quota identity, exact under any concurrency. Every call throws
 * `monthly_allowance_exhausted` when the month is used up, or the part of it that its unapproved forms share.
 */
export function createAllowance({ store, keyring, settings, now }: Context) {
  const { counters } = store;
  const limit = settings.MONTHLY_LIMIT;
  const share = unapprovedShare(limit);

  const hashOf = createFormHash(keyring);

  /** The share comes first, so that what it refuses never counts against the month, even briefly. */
  function boundsOf(spender: Spender): Bound[] {
    const { inbox, unapprovedSince } = spender;
    const month = { subject: inbox.quota, most: limit, form: hashOf(spender) };
    if (share === undefined || unapprovedSince === undefined) return [month];
    const subject = keyedHash(keyring, 'unapproved-forms', inbox.quota);
    return [{ subject, most: share, variant: 'unapproved_form' }, month];
  }

  return {
    /** The counts of the month; counts nothing. */
    async look(spender: Spender): Promise<Reservation['counts']> {
      if (limit === 0) return undefined;
      const endsAt = monthOf(now()).endsAt;
      let used = 0;
      for (const bound of boundsOf(spender)) {
        used = await counters.read(bound.subject, endsAt);
        if (used >= bound.most) throw exhausted(bound, endsAt);
      }
      return { used, limit };
    },
    /** Counts one delivery that was accepted `at` this time. Its number is never given back. */
    async reserve(spender: Spender, at: number): Promise<Reservation> {
      if (limit === 0) return UNLIMITED;
      const { endsAt, month } = monthOf(at);
      const bounds = boundsOf(spender);
      const counts = { used: 0, limit };
      let number: string | undefined;
      let taken = 0;
      const release = async () => {
        const all = bounds.slice(0, taken);
        await Promise.all(all.map(({ subject }) => counters.giveBack(subject, endsAt)));
      };
      try {
        for (const bound of bounds) {
          const counted = await take(counters, bound, endsAt);
          if (!counted) throw exhausted(bound, endsAt);
          taken += 1;
          counts.used = counted.used;
          if (counted.number) number = `${month}/${counted.number}`;
        }
      } catch (error) {
        await release();
        throw error;
      }
      return { counts, number, release };
    },
  };
}

/** Reads what a quota identity has used of the month; `used` and `limit` are null if nothing is counted. */
export const createReadMonth =
  ({ store, settings: { MONTHLY_LIMIT: limit }, now }: Context) =>
  async (inbox: KeyedHash) => {
    const resetsAt = monthEnd(now());
    if (limit === 0) return { used: null, limit: null, resetsAt };
    return { used: await store.counters.read(inbox, monthOf(now()).endsAt), limit, resetsAt };
  };

/** Counting stops here: a larger number says nothing new. */
const MOST = 1_000_000;

export type AutofillTraps = ReturnType<typeof createAutofillTraps>;

/**
 * How many submissions to an inbox were dropped this month (UTC) that a person may have sent. Counted under a
 * separate keyed hash, so that the allowance of the inbox is not touched.
 */
export function createAutofillTraps(counters: CounterStore, keyring: Keyring, now: () => number) {
  const subjectOf = (inbox: KeyedHash) => keyedHash(keyring, 'autofill-traps', inbox);
  return {
    async count(inbox: KeyedHash): Promise<void> {
      await counters.take(subjectOf(inbox), monthOf(now()).endsAt, MOST);
    },
    read: (inbox: KeyedHash) => counters.read(subjectOf(inbox), monthOf(now()).endsAt),
  };
}
