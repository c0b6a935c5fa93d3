import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds. */
const PATIENCE = 30_000;

/** Resolves when `check` holds; throws when that takes too long. */
export async function until(
  what: string,
  check: () => boolean | Promise<boolean>,
  patience = PATIENCE,
): Promise<void> {
  const deadline = performance.now() + patience;
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`${what} took too long`);
    await wait(20);
  }
}
