import { LIMITS } from '../../contract/limits.ts';
import { createRecent } from './recent.ts';

/** How hard the next challenge of a client is. */
export interface Difficulty {
  /**
   * The `maxnumber` of one more challenge for this client; it doubles each time the client has asked twice
   * as often in ten to twenty minutes, and `doublings` more times.
   */
  next(caller: string, doublings: number): number;
}

const MOST_CLIENTS = 20_000;

/** Counts in the memory of this process: each node makes it harder for the clients that it sees. */
export function createDifficulty(now: () => number): Difficulty {
  const span = LIMITS.challengeMinutes * 60_000;
  const asked = createRecent<number>({ now, span, most: MOST_CLIENTS });
  return {
    next(caller, doublings) {
      const [current = 0, former = 0] = asked.get(caller);
      asked.set(current + 1, caller);
      const often = (current + former) / LIMITS.easyChallenges;
      const steps = often < 1 ? 0 : Math.floor(Math.log2(often)) + 1;
      const all = Math.min(steps + doublings, LIMITS.challengeDoublings);
      return LIMITS.challengeNumber * 2 ** all;
    },
  };
}
