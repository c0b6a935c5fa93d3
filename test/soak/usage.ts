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

/** What a process holds, as Linux tells it; NaN elsewhere, and where it has just ended. */
export function usageOf(pid: number | undefined): Usage {
  try {
    const { residentMiB } = processUsageOf(pid);
    return { residentMiB, descriptors: readdirSync(`/proc/${pid}/fd`).length };
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
