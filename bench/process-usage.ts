import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Clock ticks a second in /proc, on every Linux that Node runs on. */
const TICKS = 100;

/** Processor time and memory on Linux; NaN elsewhere. */
export interface Usage {
  cpuSeconds: number;
  residentMiB: number;
}

/** A file of /proc; empty for a process that has ended. */
function readOf(pid: number, file: 'stat' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** The fields of `stat` from the state on; the name before them may hold blanks. */
function statOf(pid: number): string[] {
  const stat = readOf(pid, 'stat');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** A process and all processes that it has started, at this moment; on Linux only. */
export function familyOf(pid: number | undefined): number[] {
  if (pid === undefined || !existsSync('/proc/self/stat')) return [];
  const all = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const parents = new Map(all.map((one) => [one, Number(statOf(one)[1])]));
  const family = [pid];
  // Grows while it is walked: children of children follow.
  for (const member of family) {
    family.push(...all.filter((one) => parents.get(one) === member));
  }
  return family;
}

interface Memory {
  own: number;
  shared: number;
}

function memoryOf(pid: number): Memory {
  const status = readOf(pid, 'status');
  const of = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? NaN) / 1024;
  return { own: of('RssAnon'), shared: of('RssFile') + of('RssShmem') };
}

/**
 * What processes use together, those that have ended left out. Files, such as the program itself,
 * are in memory once, so that only the largest share counts; of one process this is its RSS.
 */
export function usageOf(pids: readonly number[]): Usage {
  const memory = pids.map(memoryOf).filter(({ own }) => !Number.isNaN(own));
  if (memory.length === 0) return { cpuSeconds: NaN, residentMiB: NaN };
  const ticks = pids.map(statOf).map((fields) => Number(fields[11] ?? 0) + Number(fields[12] ?? 0));
  return {
    cpuSeconds: ticks.reduce((sum, one) => sum + one, 0) / TICKS,
    residentMiB:
      memory.reduce((sum, { own }) => sum + own, 0) +
      Math.max(...memory.map(({ shared }) => shared)),
  };
}

/** Seconds that all processors of the machine were busy since it started. */
export function busySeconds(): number {
  const times = cpus().map((cpu) => cpu.times);
  return times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0) / 1000;
}
