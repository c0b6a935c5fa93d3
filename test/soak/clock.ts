/** The end of the UTC month that holds this time; milliseconds. */
function monthEnd(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** Arguments for Node that move the clock of a process so that a month ends in `inMilliseconds`. */
export function endMonthIn(inMilliseconds: number): string[] {
  const offset = monthEnd(Date.now()) - Date.now() - inMilliseconds;
  const code = `const real=Date.now;Date.now=()=>real.call(Date)+${offset}`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}
