import { createCheckKeys, type CheckKeys } from './check-key.ts';
import { createFindKey, type FetchBytes, type FindKey } from './find-key.ts';
import { createKeyTurns } from './key-turns.ts';
import type { RateLimiter } from '../../inboxes/rate-limit.ts';

interface Parts {
  fetchBytes: FetchBytes;
  limiter: RateLimiter;
  /** Milliseconds since the epoch. */
  now: () => number;
}

/** Keys that mails to owners can be encrypted to; ADR 48. */
export function createEncryption(given: Parts): { checkKeys: CheckKeys; findKey: FindKey } {
  const parts = { ...given, takeTurn: createKeyTurns() };
  return { checkKeys: createCheckKeys(parts), findKey: createFindKey(parts) };
}
