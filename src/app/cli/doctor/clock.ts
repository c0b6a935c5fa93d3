import { fail, ok, warn, type Finding } from './finding.ts';

/** Milliseconds. Beyond the first, rate limits and months differ from node to node. */
const NOTABLE = 2_000;
const INTOLERABLE = 60_000;

/** Judges how far another clock is ahead of this machine's, in milliseconds. */
export function judgeSkew(skew: number, other: string): Finding {
  const size = Math.abs(skew);
  const seconds = (size / 1_000).toFixed(1);
  const message = `this machine is ${seconds} s ${skew < 0 ? 'ahead of' : 'behind'} ${other}`;
  if (size <= NOTABLE) return ok('clock', message);
  const advice = `${message}: set both by NTP`;
  return size <= INTOLERABLE ? warn('clock', advice) : fail('clock', advice);
}
