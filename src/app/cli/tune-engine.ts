import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of the young generation, two semi-spaces together, at which it stops growing. */
const BOUND = 16 * 1_048_576;

/** Flags of V8 that are read while it runs, with their own values and ours. */
const GROWTH = { flag: 'semi-space-growth-factor', own: 2, ours: 1 };
/** Calls after which a function is compiled with all optimizations. */
const CALLS = { flag: 'invocation-count-for-turbofan', own: 3_000, ours: 600 };

/** The compiler for the time between: after so few calls it takes memory and saves nothing. */
const MIDDLE_COMPILER = 'maglev';

/** Lets new contexts have a function that collects. */
const COLLECTOR = 'expose-gc';

const set = (flag: string, value: number) => setFlagsFromString(`--${flag}=${value}`);
const turnOn = (flag: string) => setFlagsFromString(`--${flag}`);
const turnOff = (flag: string) => setFlagsFromString(`--no-${flag}`);

function youngGeneration(): number {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  return young?.space_size ?? 0;
}

/**
 * Holds V8's young generation at 16 MiB. It would grow to 128 under load, and hold a hundred
 * megabytes of garbage for a few percent of speed. The flag for it is only read at the very start of
 * a process; the factor by which it grows is read at each growth. V8 shrinks it when it is idle, so
 * that it must be free to grow again: too small a one promotes what dies soon.
 */
function boundYoungGeneration(): void {
  let factor = GROWTH.own;
  new PerformanceObserver(() => {
    const wanted = youngGeneration() < BOUND ? GROWTH.own : GROWTH.ours;
    if (wanted === factor) return;
    factor = wanted;
    set(GROWTH.flag, factor);
  }).observe({ entryTypes: ['gc'] });
}

/** Milliseconds after the service listens, when whoever waited for it has been answered. */
const RETURN_AFTER = 1_000;

/**
 * Gives back what only the start needed, an eighth of the process: loading grows the young
 * generation, and V8 collects nothing in a process that is idle. Lasts one whole collection.
 */
function returnMemory(): void {
  turnOn(COLLECTOR);
  const collect = runInNewContext('globalThis.gc') as NodeJS.GCFunction | undefined;
  turnOff(COLLECTOR);
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** The Node.js whose V8 is known to have the flags; of an unknown one V8 complains on standard error. */
export const KNOWN = 'v24.';

/**
 * Sets V8 up for one long-lived process of many short requests. To be called when all is loaded, and
 * undone at the exit: compiled code is only taken from its cache under the flags it was made with.
 */
export function tuneEngine(): void {
  if (!process.version.startsWith(KNOWN)) return;
  setTimeout(returnMemory, RETURN_AFTER).unref();
  boundYoungGeneration();
  set(CALLS.flag, CALLS.ours);
  turnOff(MIDDLE_COMPILER);
  process.on('exit', () => {
    turnOn(MIDDLE_COMPILER);
    for (const { flag, own } of [GROWTH, CALLS]) set(flag, own);
  });
}
