import { setImmediate as nextTurn } from 'node:timers/promises';
import { RateCounts } from '../inboxes/rate-limit.ts';
import type { RateStore } from '../platform/stores/counter-tables.ts';
import type { KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Ask } from './worker-channel.ts';

/** Subjects to count in the window that ends at this second. */
type Take = readonly [endsAt: number, subjects: readonly KeyedHash[]];

/** What a worker asks the primary to count: everything from one turn of its event loop. */
type RateQuestion = readonly Take[];

/** The primary's answer: the counts of each, in the same order. */
const count = (counts: RateCounts, takes: RateQuestion): number[][] =>
  takes.map(([endsAt, subjects]) => counts.take(subjects, endsAt));

/** Counts for all workers, in the primary. */
export function createRateAnswer(): (about: unknown) => number[][] {
  const counts = new RateCounts();
  return (about) => count(counts, about as RateQuestion);
}

/**
 * Rates that the primary counts for all workers. A worker that gets no answer, because it has left
 * the primary to finish what is under way, counts alone.
 */
export function createWorkerRates(ask: Ask): RateStore {
  const alone = new RateCounts();
  let takes: Take[] = [];
  let answers: Promise<number[][]> | undefined;

  async function askPrimary(): Promise<number[][]> {
    await nextTurn();
    const asked = takes;
    takes = [];
    answers = undefined;
    return ((await ask('rates', asked)) as number[][] | undefined) ?? count(alone, asked);
  }

  return {
    async take(subjects, endsAt) {
      const place = takes.push([endsAt, subjects]) - 1;
      answers ??= askPrimary();
      return (await answers)[place] ?? [];
    },
    // The primary forgets a window by itself.
    removeEndedBefore: () => Promise.resolve(),
  };
}
