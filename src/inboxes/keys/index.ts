import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceError } from '../../contract/service-error.ts';
import type { RateLimiter } from '../rate-limit.ts';
import { createTurns, type TakeTurn } from '../../platform/waiting/turns.ts';
import { createCheckKeys } from './check-key.ts';
import { createFindKey, type FetchBytes } from './find-key.ts';

/** Milliseconds that a key waits for its turn. */
const PATIENCE = 5_000;

/** One key is computed with at a time, and between two of them the process answers requests. */
export function createKeyTurns(patience = PATIENCE): TakeTurn {
  const takeTurn = createTurns({
    most: 1,
    patience,
    overloaded: () => new ServiceError('rate_limited', { retry_after_seconds: patience / 1_000 }),
  });
  return (who, task) =>
    takeTurn(who, async () => {
      await nextTurn();
      return task();
    });
}

/** Keys that mails to owners can be encrypted to; ADR 48. `now`: milliseconds since the epoch. */
export function createEncryption(fetchBytes: FetchBytes, limiter: RateLimiter, now: () => number) {
  const takeTurn = createKeyTurns();
  return {
    checkKeys: createCheckKeys(limiter, takeTurn, now),
    findKey: createFindKey(fetchBytes, limiter, takeTurn, now),
  };
}

export type Encryption = ReturnType<typeof createEncryption>;
