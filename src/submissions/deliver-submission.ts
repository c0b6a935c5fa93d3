import { randomUUID } from 'node:crypto';
import { ServiceError } from '../contract/service-error.ts';
import type { Allowance, Reservation } from '../inboxes/allowance.ts';
import type { FailureClass, Log } from '../log.ts';
import { MailFailure } from '../mail/mailer.ts';
import type { SignReceipt } from '../receipts/sign-receipt.ts';
import type { Route } from '../routes/route.ts';
import {
  DELIVERY_PLANS,
  WebhookFailure,
  type ChannelName,
  type Delivery,
  type DeliveryChannel,
  type RunInBackground,
  type Step,
} from './delivery.ts';
import type { Submission } from './submission.ts';
import { toFacts } from './to-facts.ts';

/** A delivery that succeeded, as its submitter is told. */
export interface Delivered {
  /** Names it to webhook receivers and in its receipt; `msg_` and a UUID. */
  id: string;
  /** When it was accepted; milliseconds since the epoch. */
  at: number;
  /** What became of each channel of the route. */
  report: Record<string, string>;
  /** The counts of the month, where the deployment has a monthly limit. */
  counts: Reservation['counts'];
  /** Signed proof of it, in JWS compact serialization. */
  receipt: string;
}

/** Takes one delivery from the inbox's month and makes it; `requestId` is for the log. */
export type DeliverSubmission = (
  route: Route,
  submission: Submission,
  requestId: string,
) => Promise<Delivered>;

interface Parts {
  allowance: Allowance;
  channels: Record<ChannelName, DeliveryChannel>;
  signReceipt: SignReceipt;
  runInBackground: RunInBackground;
  log: Log;
  now: () => number;
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
  const wording = doubtful ? ({ variant: 'doubtful_delivery', cause } as const) : { cause };
  return new ServiceError(DELIVERY_PLANS[route.mode].onFailure, undefined, wording);
}

/**
 * Delivers an accepted submission. Throws `monthly_allowance_exhausted`, `delivery_failed` or
 * `webhook_delivery_failed`; then nothing counts.
 */
export function createDeliverSubmission(parts: Parts): DeliverSubmission {
  const { allowance, channels, signReceipt, runInBackground, log, now } = parts;

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
  async function carry(delivery: Delivery, reservation: Reservation, requestId: string) {
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

  return async (route, submission, requestId) => {
    const [id, at] = [`msg_${randomUUID()}`, now()];
    const facts = toFacts(submission.fields);
    const receipt = signReceipt({ id, at, formId: route.formId, facts });
    const reservation = await allowance.reserve(route.inbox.quota);
    const delivery = { id, at, route, submission, facts, receipt };
    const report = await carry(delivery, reservation, requestId);
    return { id, at, report, counts: reservation.counts, receipt };
  };
}
