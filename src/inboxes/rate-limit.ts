import { ServiceError } from '../contract/service-error.ts';

/** One count against a limit per minute; `limit` 0 switches it off. */
export interface Hit {
  key: string;
  limit: number;
}

export interface RateLimiter {
  /** Counts every hit; throws `rate_limited` when one of them is over its limit. */
  take(...hits: Hit[]): void;
}

const WINDOW_SECONDS = 60;

/** Keys kept in one window. Beyond it new keys are not limited, so that memory stays bounded. */
const MAX_KEYS = 500_000;

/** Fixed windows of one minute in this process's memory; the whole window is dropped at its end. */
export function createRateLimiter(now: () => number): RateLimiter {
  let window = 0;
  let counts = new Map<string, number>();

  return {
    take(...hits) {
      const second = Math.floor(now() / 1000);
      const current = Math.floor(second / WINDOW_SECONDS);
      if (current !== window) {
        window = current;
        counts = new Map();
      }
      let allowed = true;
      for (const { key, limit } of hits) {
        if (limit === 0) continue;
        const count = (counts.get(key) ?? 0) + 1;
        if (count > limit) allowed = false;
        if (count > 1 || counts.size < MAX_KEYS) counts.set(key, count);
      }
      if (!allowed) {
        const retry_after_seconds = (current + 1) * WINDOW_SECONDS - second;
        throw new ServiceError('rate_limited', { retry_after_seconds });
      }
    },
  };
}
