/** `FAIL`: the service cannot work like this. `warn`: it works, but something needs attention. */
export type Verdict = 'ok' | 'warn' | 'FAIL';

export interface Finding {
  subject: string;
  verdict: Verdict;
  message: string;
}

/** Milliseconds to wait for one answer of another machine. */
export const PATIENCE = 5_000;

const finding =
  (verdict: Verdict) =>
  (subject: string, message: string): Finding => ({ subject, verdict, message });

export const ok = finding('ok');
export const warn = finding('warn');
export const fail = finding('FAIL');

/** Milliseconds. Beyond the first limit, nodes disagree on rate limits and months. */
const NOTABLE = 2_000;
const INTOLERABLE = 60_000;

/** Judges how far another clock is ahead of this machine's, in milliseconds. */
export function judgeSkew(skew: number, other: string): Finding {
  const size = Math.abs(skew);
  const seconds = (size / 1_000).toFixed(1);
  const message = `this machine is ${seconds} s ${skew < 0 ? 'ahead of' : 'behind'} ${other}`;
  if (size <= NOTABLE) return ok('clock', message);
  const advice = `${message}: synchronize both by NTP`;
  return size <= INTOLERABLE ? warn('clock', advice) : fail('clock', advice);
}
