import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface Running {
  child: Pick<ChildProcess, 'pid'>;
}

const readStatus = ({ child }: Running, figure: string): number => {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(status)?.[1]);
};

/** The most memory that a process has had, in KiB. */
export const peakOf = (running: Running): number => readStatus(running, 'VmHWM');

/** The memory that a process has now, in KiB. */
export const residentOf = (running: Running): number => readStatus(running, 'VmRSS');
