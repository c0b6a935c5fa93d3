import type { Context } from '../../platform/context.ts';
import { hash } from 'node:crypto';
import { LIMITS } from '../../contract/limits.ts';
import type { Operation, Rate } from '../../contract/operation.ts';
import {
  creationHit,
  LocalRateLimiter,
  type PeekableRateLimiter,
} from '../../inboxes/rate-limit.ts';

/** Calls a minute with one credential; a class without a number counts clients alone. */
const WITH_CREDENTIAL: Partial<Record<Rate, number>> = {
  writing: LIMITS.writesPerMinute,
  inbox: LIMITS.inboxCallsPerMinute,
};

/** The keys that count a call. */
interface Counted {
  caller: string;
  authorization: string | undefined;
  params: { formId?: string };
}

/** Counts one call; throws `rate_limited`. */
type CountCall = (call: Counted) => Promise<void>;

/** Counts the calls of an operation; undefined for one whose rate is not counted here. */
export type CountCalls = (operation: Pick<Operation, 'rate'>) => CountCall | undefined;

/**
 * Looks at the rate of a call before any of it is read. Each process counts clients in memory, so
 * a flood costs the store nothing. Strangers cannot use up what a credential has left.
 */
export function createCountCalls(
  { settings, now }: Pick<Context, 'settings' | 'now'>,
  limiter: PeekableRateLimiter,
): CountCalls {
  const createRate = settings.CREATE_RATE_PER_MINUTE;
  const local = new LocalRateLimiter(now);
  const limit = createRate === 0 ? 0 : settings.CLIENT_RATE_PER_MINUTE;

  async function countCreation({ caller }: Counted): Promise<void> {
    limiter.expectLeft(creationHit(caller, createRate));
    local.take({ key: `try ${caller}`, limit: createRate * LIMITS.triesPerCreation });
  }

  return ({ rate }) => {
    if (rate === 'none' || rate === 'own') return undefined;
    if (rate === 'creation') return countCreation;
    const most = WITH_CREDENTIAL[rate];
    return async ({ caller, authorization, params: { formId = '' } }) => {
      local.take({ key: `call ${caller}`, limit });
      if (most === undefined || authorization === undefined) return;
      const key = `${rate} ${hash('sha256', `${formId} ${authorization}`)}`;
      await limiter.take({ key, limit: most });
    };
  };
}
