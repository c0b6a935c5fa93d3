import { randomUUID } from 'node:crypto';
import type { SubmissionAccepted } from '../contract/schemas.ts';
import { ServiceError } from '../contract/service-error.ts';
import type { Allowance, Reservation } from '../inboxes/allowance.ts';
import type { RateLimiter } from '../inboxes/rate-limit.ts';
import type { FailureClass, Log } from '../log.ts';
import { MailFailure } from '../mail/mailer.ts';
import type { Links } from '../routes/links.ts';
import { nextActionOf } from '../routes/next-action.ts';
import type { Route } from '../routes/route.ts';
import type { InboxVerification } from '../verification/inbox-verification.ts';
import {
  DELIVERY_PLANS,
  WebhookFailure,
  type ChannelName,
  type Delivery,
  type DeliveryChannel,
  type RunInBackground,
  type Step,
} from './delivery.ts';
import { isEmpty, type Submission } from './submission.ts';

/** Who submits: names for the rate limit and the log. */
interface Submitter {
  caller: string;
  requestId: string;
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
  allowance: Allowance;
  limiter: RateLimiter;
  ratePerMinute: { form: number; client: number };
  channels: Record<ChannelName, DeliveryChannel>;
  runInBackground: RunInBackground;
  links: Links;
  log: Log;
  now: () => number;
}

const RECEIVED = 'Thank you. Your message was received.';
const DOUBTFUL =
  'The message may not have been delivered: the receiving server did not confirm it. ' +
  'It was not counted; sending it again may deliver it twice.';

function accept(body: SubmissionAccepted, { redirect }: Submission): Accepted {
  return redirect instanceof URL ? { body, redirect } : { body };
}

/** Class and reason of a failure for the log, without the words of a server. */
function classify(error: unknown): FailureClass {
  if (error instanceof MailFailure || error instanceof WebhookFailure) {
    const { kind, reason, replyCode } = error;
    return { kind, reason, replyCode };
  }
  return { kind: 'fault', reason: error instanceof Error ? error.name : 'unknown' };
}

function toFailure(route: Route, cause: unknown): ServiceError {
  const failure = cause instanceof MailFailure || cause instanceof WebhookFailure;
  const doubtful = failure && cause.kind === 'doubtful';
  const wording = doubtful ? { message: DOUBTFUL, cause } : { cause };
  return new ServiceError(DELIVERY_PLANS[route.mode].onFailure, undefined, wording);
}

/** Contract, "Submit"; the order of the checks is docs/decisions/0006. */
export function createSubmitForm(parts: Parts): SubmitForm {
  const { verification, allowance, limiter, ratePerMinute, channels, runInBackground } = parts;
  const { links, log, now } = parts;

  async function release(
    reservation: Reservation,
    { formId }: Route,
    requestId: string,
  ): Promise<void> {
    try {
      await reservation.release();
    } catch (error) {
      log.allowanceNotReleased({ requestId, formId, error });
    }
  }

  /** Runs one step of a plan and tells the log how it went. */
  async function run({ channel, retryAfter }: Step, delivery: Delivery, requestId: string) {
    const { formId, mode } = delivery.route;
    const awaited = DELIVERY_PLANS[mode].awaited.channel === channel;
    const facts = () => ({ requestId, formId, channel, awaited, ms: now() - delivery.at });
    try {
      await channels[channel].deliver(delivery, retryAfter);
      log.submissionDelivered(facts());
    } catch (error) {
      log.deliveryFailed({ ...facts(), ...classify(error) });
      throw error;
    }
  }

  /** Delivers as the route's plan says; returns the report for the submitter. */
  async function deliver(delivery: Delivery, reservation: Reservation, requestId: string) {
    const { route } = delivery;
    const { awaited, queued } = DELIVERY_PLANS[route.mode];
    try {
      await run(awaited, delivery, requestId);
    } catch (error) {
      await release(reservation, route, requestId);
      throw toFailure(route, error);
    }
    const report: Record<string, string> = { [awaited.channel]: 'delivered' };
    for (const step of queued) {
      const taken = runInBackground(() => run(step, delivery, requestId));
      report[step.channel] = taken ? 'queued' : 'dropped';
      const { formId } = route;
      if (!taken) log.deliveryDropped({ requestId, formId, channel: step.channel, count: 1 });
    }
    return report;
  }

  return async (found, submission, { caller, requestId }) => {
    const { formId, inbox } = found;
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
    const reservation = await allowance.reserve(inbox.quota);
    const id = `msg_${randomUUID()}`;
    const report = await deliver({ id, at: now(), route, submission }, reservation, requestId);
    const body: SubmissionAccepted = {
      success: true,
      message: RECEIVED,
      ...(test && { test: true, echo: test.echo }),
      delivery: report,
      ...reservation.counts,
    };
    return accept(body, submission);
  };
}
