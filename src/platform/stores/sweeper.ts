import { LIMITS } from '../../contract/limits.ts';
import { dayOf } from './counter-tables.ts';
import type { Log } from '../log/log.ts';
import type { Store } from './store.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const toSecond = (milliseconds: number) => Math.floor(milliseconds / 1000);

/**
 * Removes expired rows: routes that were not confirmed, and counts of periods that have ended.
 * Every node sweeps; sweeps do not disturb each other.
 */
export function startSweeper(store: Store, log: Log, now: () => number): { stop(): void } {
  async function attempt(sweep: () => Promise<void>): Promise<void> {
    try {
      await sweep();
    } catch (error) {
      log.sweepFailed({ error });
    }
  }

  const sweepDays = () =>
    attempt(async () => {
      await store.routes.removeUnverifiedBefore(now() - LIMITS.unverifiedRouteDays * DAY);
      // Budgets look back one day. The second day covers a clock that is set back.
      await store.counters.removeEndedBefore(toSecond(now() - 2 * DAY));
      // One day more than is shown, for clocks that are behind.
      await store.counts.removeBefore(dayOf(now()) - LIMITS.countedDays);
      await store.refusals.removeEndedBefore(toSecond(now()));
    });
  // One minute more, for nodes whose clocks are behind.
  const sweepMinutes = () => attempt(() => store.rates.removeEndedBefore(toSecond(now() - MINUTE)));

  const sweepHours = () =>
    attempt(() => store.outcomes.removeClaimedBefore(now() - LIMITS.submissionRetryHours * HOUR));

  const timers = [
    setTimeout(() => void sweepDays().then(sweepHours), 1_000),
    setInterval(() => void sweepDays(), 6 * HOUR),
    setInterval(() => void sweepHours(), HOUR),
    // Rates are counted in a shared store only; each node adds rows every minute.
    ...(store.shared ? [setInterval(() => void sweepMinutes(), MINUTE)] : []),
  ];
  for (const timer of timers) timer.unref();
  return { stop: () => timers.forEach((timer) => clearTimeout(timer)) };
}
