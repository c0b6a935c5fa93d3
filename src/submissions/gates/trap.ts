import { ServiceError } from '../../contract/service-error.ts';
import type { AutofillTraps } from '../../inboxes/allowance.ts';
import type { RateLimiter } from '../../inboxes/rate-limit.ts';
import type { Context } from '../../platform/context.ts';
import type { Route } from '../../forms/route.ts';
import type { Submitter } from './gate.ts';
import { clientHit, formHit } from './rate.ts';
import type { Submission } from '../posted/submission.ts';

/**
 * Counts a submission that a filled trap drops. Returns whether to follow its redirect, as for a
 * delivered one. Never throws: no answer may tell a program that it was caught.
 */
export type CountTrapped = (
  route: Route,
  submission: Submission,
  submitter: Submitter,
) => Promise<boolean>;

const isOverRate = (error: unknown) =>
  error instanceof ServiceError && error.code === 'rate_limited';

/**
 * Counts those that look like a browser's autofill, for the owner. Redirects of unconfirmed forms, and
 * of forms with too many submissions, are not followed.
 */
export function createCountTrapped(
  { settings: { SUBMIT_RATE_PER_MINUTE: perMinute }, log }: Pick<Context, 'settings' | 'log'>,
  limiter: RateLimiter,
  autofillTraps: AutofillTraps,
): CountTrapped {
  return async (
    { formId, status, inbox, settings },
    { trapped, test, redirect },
    { caller, requestId },
  ) => {
    const kind = trapped || 'bot';
    log.submissionTrapped({ requestId, formId, test: test !== undefined, kind });
    const forOwner = kind === 'autofill' && !test;
    const leadsElsewhere = redirect instanceof URL || settings.redirect !== undefined;
    if (status !== 'active' || !(forOwner || leadsElsewhere)) return false;
    let withinRates = false;
    try {
      // Trapped submissions have no other limit, but these redirect or write to the store.
      await limiter.take(
        clientHit('trapped', perMinute, { inbox }, caller),
        formHit('trapped', perMinute, { formId }),
      );
      withinRates = true;
      if (forOwner) await autofillTraps.count(inbox.quota);
    } catch (error) {
      if (!isOverRate(error)) log.autofillNotCounted({ requestId, formId, error });
    }
    return leadsElsewhere && withinRates;
  };
}
