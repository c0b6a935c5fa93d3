import type { RateLimiter } from '../../inboxes/rate-limit.ts';
import type { Context } from '../../platform/context.ts';
import type { Route } from '../../forms/route.ts';
import type { Submitter } from './gate.ts';
import { clientHit, formHit } from './rate.ts';
import type { Submission } from '../posted/submission.ts';

/**
 * Counts a submission that a trap drops. True if its redirect is followed, like a delivered one's,
 * unless the form is unconfirmed or busy. Never throws: no answer may reveal the trap.
 */
export async function countTrapped(
  { formId, status, inbox, settings }: Route,
  { test, redirect }: Submission,
  { caller, requestId }: Submitter,
  { log, settings: { SUBMIT_RATE_PER_MINUTE: perMinute } }: Pick<Context, 'settings' | 'log'>,
  limiter: RateLimiter,
): Promise<boolean> {
  log.submissionTrapped({ requestId, formId, test: test !== undefined });
  const leadsElsewhere = redirect instanceof URL || settings.redirect !== undefined;
  if (status !== 'active' || !leadsElsewhere) return false;
  try {
    // Trapped submissions have no other limit.
    await limiter.take(
      clientHit('trapped', perMinute, { inbox }, caller),
      formHit('trapped', perMinute, { formId }),
    );
    return true;
  } catch {
    return false;
  }
}
