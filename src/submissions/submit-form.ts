import type { SubmissionAccepted } from '../contract/schemas.ts';
import { ServiceError } from '../contract/service-error.ts';
import type { RateLimiter } from '../inboxes/rate-limit.ts';
import type { Log } from '../log.ts';
import type { Links } from '../routes/links.ts';
import { nextActionOf } from '../routes/next-action.ts';
import type { Route } from '../routes/route.ts';
import type { InboxVerification } from '../verification/inbox-verification.ts';
import type { DeliverOnce } from './deliver-once.ts';
import { isEmpty, type Submission } from './submission.ts';

/** Who submits: names for the rate limit and the log, and what makes its retries one with it. */
interface Submitter {
  caller: string;
  requestId: string;
  idempotencyKey: string | undefined;
}

/** A submission that counts as received, and where the visitor goes next. */
export interface Accepted {
  body: SubmissionAccepted;
  redirect?: URL;
}

export type SubmitForm = (
  route: Route,
  submission: Submission,
  submitter: Submitter,
) => Promise<Accepted>;

interface Parts {
  verification: InboxVerification;
  limiter: RateLimiter;
  ratePerMinute: { form: number; client: number };
  deliverOnce: DeliverOnce;
  links: Links;
  log: Log;
}

const RECEIVED = 'Thank you. Your message was received.';

function accept(body: SubmissionAccepted, { redirect }: Submission): Accepted {
  return redirect instanceof URL ? { body, redirect } : { body };
}

/** Contract, "Submit"; the order of the checks is docs/decisions/0006. */
export function createSubmitForm(parts: Parts): SubmitForm {
  const { verification, limiter, ratePerMinute, deliverOnce, links, log } = parts;

  return async (found, submission, { caller, requestId, idempotencyKey }) => {
    const { formId } = found;
    const { trapped, redirect, test } = submission;
    if (trapped) {
      log.submissionTrapped({ requestId, formId, test: test !== undefined });
      return accept({ success: true, message: RECEIVED }, submission);
    }
    if (isEmpty(submission)) throw new ServiceError('submission_empty');
    if (redirect === 'invalid') throw new ServiceError('invalid_redirect_url');
    const route = await verification.refresh(found, requestId);
    if (route.status !== 'active') {
      throw new ServiceError('inbox_not_verified', { next_action: nextActionOf(route, links) });
    }
    await limiter.take(
      { key: `submit client ${caller} ${formId}`, limit: ratePerMinute.client },
      { key: `submit form ${formId}`, limit: ratePerMinute.form },
    );
    const delivered = await deliverOnce(route, submission, { requestId, idempotencyKey });
    const body: SubmissionAccepted = {
      success: true,
      message: RECEIVED,
      ...(test && { test: true, echo: test.echo }),
      delivery: delivered.report,
      delivery_id: delivered.id,
      receipt: delivered.receipt,
      ...delivered.counts,
    };
    return accept(body, submission);
  };
}
