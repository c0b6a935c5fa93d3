import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Clock ticks a second in /proc, on every Linux that Node runs on. */
const TICKS = 100;

/** Processor time and memory of a process on Linux; NaN elsewhere. */
export interface Usage {
  cpuSeconds: number;
  residentMiB: number;
}

export function usageOf(pid: number | undefined): Usage {
  if (pid === undefined || !existsSync(`/proc/${pid}/stat`)) {
    return { cpuSeconds: NaN, residentMiB: NaN };
  }
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may hold blanks; times are the 14th and 15th of all fields.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [, kib = 'NaN'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS,
    residentMiB: Number(kib) / 1024,
  };
}

/** Seconds that all processors of the machine were busy since it started. */
export function busySeconds(): number {
  const times = cpus().map((cpu) => cpu.times);
  return times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, 0) / 1000;
}
