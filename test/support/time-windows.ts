import { setTimeout as wait } from 'node:timers/promises';

const MINUTE = 60_000;

async function pastTurnOf(window: number, margin: number): Promise<void> {
  const left = window - (Date.now() % window);
  if (left < margin) await wait(left);
}

/** Waits for a minute of the rate limits that does not end while a test counts in it. */
export const inOneMinute = () => pastTurnOf(MINUTE, 15_000);

/** Waits, if at all, for an hour of the mail budgets that does not end while a short test counts. */
export const inOneHour = () => pastTurnOf(60 * MINUTE, 5_000);

/** A clock that stands: no minute of a rate limit ends between two requests. */
export function standing() {
  const at = Date.now();
  return { now: () => at };
}
