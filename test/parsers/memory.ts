import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Run } from './parser.ts';

/** How often the engine is asked to free what nobody holds. */
const TRIES = 8;

/** Octets of memory that reading one input may take for a while, beside this many times its own. */
const MOST_PEAK = 134_217_728;
const PEAK_FACTOR = 16;

export const mostPeak = ({ octets }: Run) => MOST_PEAK + octets * PEAK_FACTOR;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const STATUS = '/proc/self/status';

/** Octets of a line of the kernel's report on this process. */
const statusOf = (name: string) =>
  Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(readFileSync(STATUS, 'utf8'))?.[1]) * 1024;

/** Octets of a work's peak above this process's start; 0 without a kernel that counts them. */
export async function peakOf(work: () => unknown): Promise<number> {
  if (!existsSync(STATUS)) {
    await work();
    return 0;
  }
  // Forgets the highest so far.
  writeFileSync('/proc/self/clear_refs', '5');
  const before = statusOf('VmRSS');
  await work();
  return statusOf('VmHWM') - before;
}

/** Octets more than before. The engine frees buffers a little after it has found them. */
export async function keptSince(before: number, enough: number): Promise<number> {
  let least = Infinity;
  for (let tries = 0; tries < TRIES && least > enough; tries += 1) {
    collectGarbage();
    await setTimeout(5);
    least = Math.min(least, memory() - before);
  }
  return least;
}

export function memory(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
