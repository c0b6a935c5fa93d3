import { setTimeout as wait } from 'node:timers/promises';

const MINUTE = 60_000;

/** Waits for a minute of the rate limits that does not end while a test counts in it. */
export async function inOneMinute(): Promise<void> {
  const left = MINUTE - (Date.now() % MINUTE);
  if (left < 15_000) await wait(left);
}

/** A clock that stands: no minute of a rate limit ends between two requests. */
export function standing() {
  const at = Date.now();
  return { now: () => at };
}

/** Waits for a time at which no budget of mails reads its buckets a second time. */
export async function insideOneBucket(): Promise<void> {
  const bucket = 10 * MINUTE;
  const into = Date.now() % bucket;
  if (into < 31_000) await wait(31_000 - into);
  if (into > bucket - 50_000) await wait(bucket - into + 31_000);
}
