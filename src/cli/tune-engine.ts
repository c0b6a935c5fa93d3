import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Bytes of the young generation, two semi-spaces together, at which it stops growing. */
const BOUND = 16 * 1_048_576;

/** Calls after which a function is compiled with all of V8's optimizations; its own default is 3,000. */
const CALLS_TO_OPTIMIZE = 600;

const setGrowthFactor = (factor: number) =>
  setFlagsFromString(`--semi-space-growth-factor=${factor}`);

function youngGeneration(): number {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  return young?.space_size ?? 0;
}

/**
 * Holds V8's young generation at 16 MiB. It would grow to 128 under load, and hold a hundred
 * megabytes of garbage for a few percent of speed. The flag for it is only read at the very start of
 * a process; the factor by which it grows is read at each growth.
 */
function boundYoungGeneration(): void {
  const observer = new PerformanceObserver(() => {
    if (youngGeneration() < BOUND) return;
    setGrowthFactor(1);
    observer.disconnect();
  });
  observer.observe({ entryTypes: ['gc'] });
}

/** The Node.js whose V8 is known to have the flags; of an unknown one V8 complains on standard error. */
const KNOWN = 'v24.';

/** Sets V8 up for one long-lived process of many short requests. */
export function tuneEngine(): void {
  if (!process.version.startsWith(KNOWN)) return;
  boundYoungGeneration();
  setFlagsFromString(`--invocation-count-for-turbofan=${CALLS_TO_OPTIMIZE}`);
}
