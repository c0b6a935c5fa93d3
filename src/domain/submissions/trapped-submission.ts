import { ServiceError } from '../../contract/service-error.ts';
import type { AutofillTraps } from '../inboxes/allowance.ts';
import type { RateLimiter } from '../inboxes/rate-limit.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Route } from '../routes/route.ts';
import { formHits, type FormRates, type Submitter } from './admission.ts';
import type { Submission } from './submission.ts';

/**
 * Counts a submission that a filled trap drops. Answers whether its redirect is followed, as that of
 * a delivered one would be. Never throws: no answer tells a program that it was caught.
 */
export type CountTrapped = (
  route: Route,
  submission: Submission,
  submitter: Submitter,
) => Promise<boolean>;

interface Parts {
  autofillTraps: AutofillTraps;
  limiter: RateLimiter;
  ratePerMinute: FormRates;
  log: Log;
}

const isOverRate = (error: unknown) =>
  error instanceof ServiceError && error.code === 'rate_limited';

/**
 * Those that look like a browser's autofill are kept in mind for the owner. A form that its inbox has
 * not confirmed, or that is submitted to too often, leads nobody elsewhere.
 */
export function createCountTrapped(parts: Parts): CountTrapped {
  const { autofillTraps, limiter, ratePerMinute, log } = parts;
  return async ({ formId, status, inbox }, { trapped, test, redirect }, { caller, requestId }) => {
    const kind = trapped || 'bot';
    log.submissionTrapped({ requestId, formId, test: test !== undefined, kind });
    const forOwner = kind === 'autofill' && !test;
    const leadsElsewhere = redirect instanceof URL;
    if (status !== 'active' || !(forOwner || leadsElsewhere)) return false;
    let withinRates = false;
    try {
      // Trapped submissions meet no other limit: these lead elsewhere, or are written to the store.
      await limiter.take(...formHits('trapped', ratePerMinute, { formId, inbox }, caller));
      withinRates = true;
      if (forOwner) await autofillTraps.count(inbox.quota);
    } catch (error) {
      if (!isOverRate(error)) log.autofillNotCounted({ requestId, formId, error });
    }
    return leadsElsewhere && withinRates;
  };
}
