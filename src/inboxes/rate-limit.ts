import type { Context } from '../platform/context.ts';
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
  /**
   * Counts the hits; throws `rate_limited` when one is over its limit. Waits only for other nodes.
   */
  take(...hits: Hits): Promise<void> | undefined;
}

/** Port: limits that are checked before some work, and counted after it. */
export interface PeekableRateLimiter extends RateLimiter {
  /** False if this process would refuse a hit after `underWay` others; counts nothing. */
  isLeft(hit: Hit, underWay?: number): boolean;
  /** Throws `rate_limited` where `isLeft` is false. */
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

/** Counts of the current window. */
class WindowedCounts {
  #end = 0;
  #counts = new Map<string, number>();

  in(endsAt: number): Map<string, number> {
    if (endsAt !== this.#end) [this.#end, this.#counts] = [endsAt, new Map()];
    return this.#counts;
  }
}

/** Adds to a number, which is removed when it is 0. */
export function addTo(numbers: Map<string, number>, key: string, more: number): void {
  const sum = (numbers.get(key) ?? 0) + more;
  if (sum === 0) numbers.delete(key);
  else numbers.set(key, sum);
}

/**
 * Limits of this process alone, in memory. Once a window holds `maxKeys`, new keys are refused:
 * only a flood has so many, and it would pass with a fresh key each time.
 */
export class LocalRateLimiter implements PeekableRateLimiter {
  readonly #now: () => number;
  readonly #maxKeys: number;
  readonly #counts = new WindowedCounts();

  constructor(now: () => number, maxKeys = MAX_KEYS) {
    this.#now = now;
    this.#maxKeys = maxKeys;
  }

  take(...hits: Hits): undefined {
    const time = this.#now();
    const counts = this.#counts.in(windowEnd(time));
    for (const hit of hits) {
      if (!hit || hit.limit === 0) continue;
      const count = (counts.get(hit.key) ?? 0) + 1;
      const isOneTooMany = count === 1 && counts.size >= this.#maxKeys;
      if (count > hit.limit || isOneTooMany) refuse(time);
      counts.set(hit.key, count);
    }
  }

  isLeft({ key, limit }: Hit, underWay = 0): boolean {
    if (limit === 0) return true;
    const counts = this.#counts.in(windowEnd(this.#now()));
    const count = counts.get(key);
    if (count === undefined && counts.size >= this.#maxKeys) return false;
    return (count ?? 0) + underWay < limit;
  }

  expectLeft(hit: Hit, underWay?: number): void {
    if (!this.isLeft(hit, underWay)) refuse(this.#now());
  }

  /** Counts finished work, also beyond its limit. */
  count({ key, limit }: Hit, times = 1): void {
    const counts = this.#counts.in(windowEnd(this.#now()));
    const count = counts.get(key);
    if (limit > 0 && (count !== undefined || counts.size < this.#maxKeys)) {
      counts.set(key, (count ?? 0) + times);
    }
  }
}

/**
 * Limits that all nodes share, in one statement for both hits. It remembers the newest counts of up
 * to `maxKeys`, and refuses used up limits from memory: a flood costs the store nothing.
 */
export class SharedRateLimiter implements PeekableRateLimiter {
  readonly #rates: RateStore;
  readonly #keyring: Keyring;
  readonly #now: () => number;
  readonly #maxKeys: number;
  readonly #known = new WindowedCounts();
  /** Hits that the store is counting. */
  readonly #counting = new Map<string, number>();

  constructor(rates: RateStore, keyring: Keyring, now: () => number, maxKeys = MAX_KEYS) {
    this.#rates = rates;
    this.#keyring = keyring;
    this.#now = now;
    this.#maxKeys = maxKeys;
  }

  async take(...hits: Hits): Promise<void> {
    const time = this.#now();
    const endsAt = windowEnd(time);
    const known = this.#known.in(endsAt);
    const limited = limitedIn(hits);
    if (limited.some(({ key, limit }) => (known.get(key) ?? 0) >= limit)) refuse(time);
    const [first, second] = limited.map(({ key }) => keyedHash(this.#keyring, 'rate-limit', key));
    if (!first) return;
    const counts = await this.#countAll(limited, second ? [first, second] : [first], endsAt);
    for (const [index, { key }] of limited.entries()) {
      const count = Math.max(known.get(key) ?? 0, counts[index] ?? 0);
      if (known.has(key) || known.size < this.#maxKeys) known.set(key, count);
    }
    if (limited.some(({ limit }, index) => (counts[index] ?? 0) > limit)) refuse(time);
  }

  isLeft({ key, limit }: Hit, underWay = 0): boolean {
    if (limit === 0) return true;
    const known = this.#known.in(windowEnd(this.#now())).get(key) ?? 0;
    return known + (this.#counting.get(key) ?? 0) + underWay < limit;
  }

  expectLeft(hit: Hit, underWay?: number): void {
    if (!this.isLeft(hit, underWay)) refuse(this.#now());
  }

  async #countAll(hits: Hit[], subjects: RateSubjects, endsAt: number): Promise<number[]> {
    for (const { key } of hits) addTo(this.#counting, key, 1);
    try {
      return await this.#rates.take(subjects, endsAt);
    } finally {
      for (const { key } of hits) addTo(this.#counting, key, -1);
    }
  }
}

/** The limits of all nodes, or of this process if it is the only node. */
export const rateLimiterOf = ({
  store,
  keyring,
  now,
}: Pick<Context, 'store' | 'keyring' | 'now'>): PeekableRateLimiter =>
  store.shared ? new SharedRateLimiter(store.rates, keyring, now) : new LocalRateLimiter(now);
