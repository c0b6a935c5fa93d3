import { randomUUID } from 'node:crypto';
import type { ErrorVariant } from '../../contract/error-codes.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Allowance, Reservation } from '../inboxes/allowance.ts';
import type { FailureClass, Log } from '../../platform/log/log.ts';
import { MailFailure, TOO_LARGE_FOR_SERVER } from '../../delivery/mail/mailer.ts';
import type { SignReceipt } from '../receipts/sign-receipt.ts';
import type { Route } from '../routes/route.ts';
import {
  DELIVERY_PLANS,
  WebhookFailure,
  type ChannelName,
  type Delivery,
  type DeliveryChannel,
  type Room,
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

/** What a failure means for sending the same message again; undefined where its code says it all. */
function variantOf(cause: unknown): ErrorVariant | undefined {
  const known = cause instanceof MailFailure || cause instanceof WebhookFailure;
  if (known && cause.kind === 'doubtful') return 'doubtful_delivery';
  if (!(cause instanceof MailFailure)) return undefined;
  if (cause.reason === TOO_LARGE_FOR_SERVER) return 'too_large_for_mail';
  return cause.isPermanent ? 'refused_message' : undefined;
}

function toFailure(route: Route, cause: unknown): ServiceError {
  const variant = variantOf(cause);
  const wording = variant ? { variant, cause } : { cause };
  return new ServiceError(DELIVERY_PLANS[route.mode].onFailure, undefined, wording);
}

/**
 * Delivers an accepted submission: room at the channel, then the month, then the receipt, so that a
 * refusal costs next to nothing. Throws `monthly_allowance_exhausted`, `delivery_failed` or
 * `webhook_delivery_failed`; then nothing counts.
 */
export function createDeliverSubmission(parts: Parts): DeliverSubmission {
  const { allowance, channels, signReceipt, runInBackground, log, now } = parts;

  function admit(route: Route, at: number, requestId: string): Room {
    const { formId, mode } = route;
    const { channel } = DELIVERY_PLANS[mode].awaited;
    try {
      return channels[channel].admit(route, 'awaited');
    } catch (error) {
      const facts = { requestId, formId, channel, awaited: true, ms: now() - at };
      log.deliveryFailed({ ...facts, ...classify(error) });
      throw toFailure(route, error);
    }
  }

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
  async function run(step: Step, room: Room, delivery: Delivery, requestId: string) {
    const { formId, mode } = delivery.route;
    const { channel, retryAfter } = step;
    const awaited = DELIVERY_PLANS[mode].awaited.channel === channel;
    const facts = () => ({ requestId, formId, channel, awaited, ms: now() - delivery.at });
    try {
      await room.deliver(delivery, retryAfter);
      log.submissionDelivered(facts());
    } catch (error) {
      const failure = classify(error);
      if (failure.kind === 'overloaded' && !awaited) {
        log.deliveryDropped({ requestId, formId, channel, count: 1 });
      } else log.deliveryFailed({ ...facts(), ...failure });
      throw toFailure(delivery.route, error);
    }
  }

  /** Queues a step that nobody waits for. What was delivered stays so, whatever becomes of it. */
  function queue(step: Step, delivery: Delivery, requestId: string): 'queued' | 'dropped' {
    const { route } = delivery;
    const { channel } = step;
    try {
      const room = channels[channel].admit(route, 'queued');
      const task = () => run(step, room, delivery, requestId).finally(room.leave);
      if (runInBackground(task, room.shares)) return 'queued';
      room.leave();
    } catch {
      // There is no room for it.
    }
    log.deliveryDropped({ requestId, formId: route.formId, channel, count: 1 });
    return 'dropped';
  }

  /** Signs what is delivered, and delivers it as the route's plan says. */
  async function carry(
    accepted: Omit<Delivery, 'facts' | 'receipt'>,
    room: Room,
    requestId: string,
  ): Promise<Pick<Delivered, 'receipt' | 'report'>> {
    const { id, at, route, submission } = accepted;
    const { awaited, queued } = DELIVERY_PLANS[route.mode];
    const facts = toFacts(submission.fields);
    const receipt = signReceipt({ id, at, formId: route.formId, facts });
    const delivery = { ...accepted, facts, receipt };
    await run(awaited, room, delivery, requestId);
    const report: Record<string, string> = { [awaited.channel]: 'delivered' };
    for (const step of queued) report[step.channel] = queue(step, delivery, requestId);
    return { receipt, report };
  }

  return async (route, submission, requestId) => {
    const [id, at] = [`msg_${randomUUID()}`, now()];
    const room = admit(route, at, requestId);
    try {
      const reservation = await allowance.reserve(route);
      try {
        const told = await carry({ id, at, route, submission }, room, requestId);
        return { id, at, counts: reservation.counts, ...told };
      } catch (error) {
        await release(reservation, route, requestId);
        throw error;
      }
    } finally {
      room.leave();
    }
  };
}
