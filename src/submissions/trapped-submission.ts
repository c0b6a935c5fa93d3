import { ServiceError } from '../contract/service-error.ts';
import type { AutofillTraps } from '../inboxes/autofill-traps.ts';
import type { RateLimiter } from '../inboxes/rate-limit.ts';
import type { Log } from '../log.ts';
import type { Route } from '../routes/route.ts';
import { formHits, type FormRates, type Submitter } from './admission.ts';
import type { Submission } from './submission.ts';

/** Counts a submission that a filled trap drops. Never throws: the answer is the same for all. */
export type CountTrapped = (
  route: Route,
  submission: Submission,
  submitter: Submitter,
) => Promise<void>;

interface Parts {
  autofillTraps: AutofillTraps;
  limiter: RateLimiter;
  ratePerMinute: FormRates;
  log: Log;
}

const isOverRate = (error: unknown) =>
  error instanceof ServiceError && error.code === 'rate_limited';

/** Those that look like a browser's autofill are kept in mind for the owner of an active route. */
export function createCountTrapped(parts: Parts): CountTrapped {
  const { autofillTraps, limiter, ratePerMinute, log } = parts;
  return async ({ formId, status, inbox }, { trapped, test }, { caller, requestId }) => {
    const kind = trapped || 'bot';
    log.submissionTrapped({ requestId, formId, test: test !== undefined, kind });
    if (kind === 'bot' || test || status !== 'active') return;
    try {
      // Trapped submissions meet no other limit, and each of these is written to the store.
      await limiter.take(...formHits('trapped', ratePerMinute, { formId, inbox }, caller));
      await autofillTraps.count(inbox.quota);
    } catch (error) {
      if (!isOverRate(error)) log.autofillNotCounted({ requestId, formId, error });
    }
  };
}
