const MINUTE = 60_000;

/** A stopped clock: no minute of a rate limit ends between two requests. */
export function standing() {
  const at = Date.now();
  return { now: () => at };
}

/**
 * The environment of processes whose clock is in the middle of the ten minutes of a budget, and has
 * most of a minute of the rate limits before it: neither ends while a test counts.
 */
export function midWindow(): { NODE_OPTIONS: string } {
  const window = 10 * MINUTE;
  const offset = 5 * MINUTE + 3_000 - (Date.now() % window);
  const code = `const real=Date.now;Date.now=()=>real.call(Date)+${offset}`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
}
