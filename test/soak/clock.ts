import { monthEnd } from '../../src/inboxes/allowance.ts';

/** Arguments for Node that move the clock of a process so that a month ends in `inMilliseconds`. */
export function endMonthIn(inMilliseconds: number): string[] {
  const offset = monthEnd(Date.now()).getTime() - Date.now() - inMilliseconds;
  const code = `const real=Date.now;Date.now=()=>real.call(Date)+${offset}`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}
