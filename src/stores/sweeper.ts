import { LIMITS } from '../contract/limits.ts';
import type { Log } from '../log.ts';
import type { Store } from './store.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Removes what has had its time: routes nobody confirmed, and counters of periods that ended. */
export function startSweeper(store: Store, log: Log, now: () => number): { stop(): void } {
  async function sweep(): Promise<void> {
    try {
      await store.routes.removeUnverifiedBefore(now() - LIMITS.unverifiedRouteDays * DAY);
      // A day's grace, so that a clock set back over the end of a month finds its counters.
      await store.counters.removeEndedBefore(Math.floor((now() - DAY) / 1000));
    } catch (error) {
      log.sweepFailed(error);
    }
  }
  const timer = setInterval(() => void sweep(), 6 * HOUR).unref();
  const soon = setTimeout(() => void sweep(), 1_000).unref();
  return {
    stop() {
      clearInterval(timer);
      clearTimeout(soon);
    },
  };
}
