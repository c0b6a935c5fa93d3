import type { RateStore, RateSubjects } from '../platform/stores/counter-tables.ts';
import { ServiceError } from '../contract/service-error.ts';
import { keyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';

/** One count against a limit per minute; `limit` 0 switches it off. */
export interface Hit {
  key: string;
  limit: number;
}

export type Hits = readonly [first: Hit, second?: Hit];

/** One creation of a client. */
export const creationHit = (caller: string, limit: number): Hit => ({
  key: `create client ${caller}`,
  limit,
});

/** Port: limits per minute, of this process or of all nodes. */
export interface RateLimiter {
  /** Counts the hits, and waits only for other nodes; throws `rate_limited` when one of them is over its limit. */
  take(...hits: Hits): Promise<void> | undefined;
}

/** Port: the same, for what is looked at before its work, and counted after it. */
export interface PeekableRateLimiter extends RateLimiter {
  /** Whether this process knows of no reason to refuse a hit after `underWay` others; counts nothing. */
  isLeft(hit: Hit, underWay?: number): boolean;
  /** Throws `rate_limited` if none is left. */
  expectLeft(hit: Hit, underWay?: number): void;
}

const WINDOW_SECONDS = 60;

/** Keys kept in one window, so that memory stays bounded. */
const MAX_KEYS = 500_000;

const secondOf = (now: number) => Math.floor(now / 1_000);

/** The end of the fixed window of one minute that holds `now`, in seconds since the epoch. */
const windowEnd = (now: number): number =>
  (Math.floor(secondOf(now) / WINDOW_SECONDS) + 1) * WINDOW_SECONDS;

/** Refuses until the window of `now` ends. */
const refuse = (now: number): never => {
  throw new ServiceError('rate_limited', { retry_after_seconds: windowEnd(now) - secondOf(now) });
};

const limitedIn = (hits: Hits): Hit[] =>
  hits.filter((hit) => hit !== undefined && hit.limit > 0) as Hit[];

/** A map that is emptied with each window. */
function createWindowed(): (endsAt: number) => Map<string, number> {
  let [end, counts] = [0, new Map<string, number>()];
  return (endsAt) => {
    if (endsAt !== end) [end, counts] = [endsAt, new Map()];
    return counts;
  };
}

/** Adds to a number that is kept as long as it is not 0. */
export function addTo(numbers: Map<string, number>, key: string, more: number): void {
  const sum = (numbers.get(key) ?? 0) + more;
  if (sum === 0) numbers.delete(key);
  else numbers.set(key, sum);
}

/** Looks at the counts that this process knows, and at what it is counting; beyond `maxKeys` new keys are refused. */
function lookAt(
  now: () => number,
  countsOf: (endsAt: number) => ReadonlyMap<string, number>,
  { maxKeys = Infinity, counting }: { maxKeys?: number; counting?: ReadonlyMap<string, number> },
): Pick<PeekableRateLimiter, 'isLeft' | 'expectLeft'> {
  function isLeft({ key, limit }: Hit, underWay = 0): boolean {
    if (limit === 0) return true;
    const counts = countsOf(windowEnd(now()));
    const count = counts.get(key);
    if (count === undefined && counts.size >= maxKeys) return false;
    return (count ?? 0) + (counting?.get(key) ?? 0) + underWay < limit;
  }
  return {
    isLeft,
    expectLeft(hit, underWay) {
      if (!isLeft(hit, underWay)) refuse(now());
    },
  };
}

export type LocalRateLimiter = ReturnType<typeof createLocalRateLimiter>;

/**
 * Limits of this process alone, in memory. Once a window holds `maxKeys`, new keys are refused: only a
 * flood has so many, and it would otherwise pass with a fresh key each time.
 */
export function createLocalRateLimiter(now: () => number, maxKeys = MAX_KEYS) {
  const countsOf = createWindowed();
  return {
    take(...hits: Hits): undefined {
      const time = now();
      const counts = countsOf(windowEnd(time));
      for (const hit of hits) {
        if (!hit || hit.limit === 0) continue;
        const count = (counts.get(hit.key) ?? 0) + 1;
        const isOneTooMany = count === 1 && counts.size >= maxKeys;
        if (count > hit.limit || isOneTooMany) refuse(time);
        counts.set(hit.key, count);
      }
    },
    ...lookAt(now, countsOf, { maxKeys }),
    /** Counts what was done, beyond its limit too. */
    count({ key, limit }: Hit, times = 1): void {
      const counts = countsOf(windowEnd(now()));
      const count = counts.get(key);
      if (limit > 0 && (count !== undefined || counts.size < maxKeys)) {
        counts.set(key, (count ?? 0) + times);
      }
    },
  };
}

interface SharedParts {
  rates: RateStore;
  keyring: Keyring;
  now: () => number;
  maxKeys?: number;
}

/**
 * Limits that all nodes share, in one statement for both hits. The newest counts of up to `maxKeys` are
 * remembered, and used up ones refused from memory: a flood costs the store nothing and no second limit.
 */
export function createSharedRateLimiter(parts: SharedParts): PeekableRateLimiter {
  const { rates, keyring, now, maxKeys = MAX_KEYS } = parts;
  const knownIn = createWindowed();
  const counting = new Map<string, number>();
  const subjectOf = ({ key }: Hit) => keyedHash(keyring, 'rate-limit', key);
  return {
    async take(...hits) {
      const time = now();
      const endsAt = windowEnd(time);
      const known = knownIn(endsAt);
      const limited = limitedIn(hits);
      if (limited.some(({ key, limit }) => (known.get(key) ?? 0) >= limit)) refuse(time);
      const [first, second] = limited.map(subjectOf);
      if (!first) return;
      const subjects: RateSubjects = second ? [first, second] : [first];
      for (const { key } of limited) addTo(counting, key, 1);
      let counts: number[];
      try {
        counts = await rates.take(subjects, endsAt);
      } finally {
        for (const { key } of limited) addTo(counting, key, -1);
      }
      for (const [index, { key }] of limited.entries()) {
        const count = Math.max(known.get(key) ?? 0, counts[index] ?? 0);
        if (known.has(key) || known.size < maxKeys) known.set(key, count);
      }
      if (limited.some(({ limit }, index) => (counts[index] ?? 0) > limit)) refuse(time);
    },
    ...lookAt(now, knownIn, { counting }),
  };
}
