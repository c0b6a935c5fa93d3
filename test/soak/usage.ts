import { readdirSync } from 'node:fs';
import { usageOf as processUsageOf } from '../../bench/process-usage.ts';

export interface Usage {
  residentMiB: number;
  descriptors: number;
}

export interface Sample extends Usage {
  /** Milliseconds of the monotonic clock. */
  at: number;
}

/** Memory and descriptors of a process on Linux; NaN elsewhere, and where it just ended. */
export function usageOf(pid = NaN): Usage {
  try {
    const descriptors = readdirSync(`/proc/${pid}/fd`).length;
    return { residentMiB: processUsageOf([pid]).residentMiB, descriptors };
  } catch {
    return { residentMiB: NaN, descriptors: NaN };
  }
}

/** MiB a minute by least squares; NaN for less than two samples. */
export function slopePerMinute(samples: readonly Sample[]): number {
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const times = samples.map(({ at }) => at / 60_000);
  const sizes = samples.map(({ residentMiB }) => residentMiB);
  const [time, size] = [mean(times), mean(sizes)];
  const spread = times.reduce((sum, at) => sum + (at - time) ** 2, 0);
  const together = times.reduce((sum, at, n) => sum + (at - time) * ((sizes[n] ?? 0) - size), 0);
  return together / spread;
}

/** MiB a minute that a run may seem to gain: garbage collections and their moments. */
const MOST_SLOPE = 2;
/** Minutes below which a slope means nothing. */
const LEAST_MINUTES = 5;
/** Descriptors that the quietest moment may have more: connections of visitors come and go. */
const MORE_DESCRIPTORS = 15;

/** What a process gains and does not give back, in sentences. */
export function findLeaks(samples: readonly Sample[]): string[] {
  const [first, last] = [samples.at(0), samples.at(-1)];
  if (!first || !last) return ['no sample was taken'];
  const leaks: string[] = [];
  const slope = slopePerMinute(samples);
  if (last.at - first.at >= LEAST_MINUTES * 60_000 && slope > MOST_SLOPE) {
    leaks.push(`the memory grows by ${slope.toFixed(2)} MiB a minute`);
  }
  const quarter = Math.ceil(samples.length / 4);
  const quietest = (part: readonly Sample[]) =>
    Math.min(...part.map(({ descriptors }) => descriptors));
  const [before, after] = [quietest(samples.slice(0, quarter)), quietest(samples.slice(-quarter))];
  if (after > before + MORE_DESCRIPTORS) {
    leaks.push(`${before} descriptors at the beginning are ${after} at the end`);
  }
  return leaks;
}
