import type { RateLimiter } from '../../inboxes/rate-limit.ts';
import { createCheckKeys, type CheckKeys } from './check-key.ts';
import { createFindKey, type FetchBytes, type FindKey } from './find-key.ts';
import { createKeyTurns } from './key-turns.ts';

/** Keys that mails to owners can be encrypted to; ADR 48. `now`: milliseconds since the epoch. */
export function createEncryption(
  fetchBytes: FetchBytes,
  limiter: RateLimiter,
  now: () => number,
): { checkKeys: CheckKeys; findKey: FindKey } {
  const takeTurn = createKeyTurns();
  return {
    checkKeys: createCheckKeys(limiter, takeTurn, now),
    findKey: createFindKey(fetchBytes, limiter, takeTurn, now),
  };
}
