import type { ErrorVariant } from '../../contract/error-codes.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { MailFailure, TOO_LARGE_FOR_SERVER } from '../../delivery/mail/mailer.ts';
import type { FailureClass, Log } from '../../platform/log/log.ts';
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

/** Hands submissions to the channels of their form, and tells the log how each one went. */
export interface Deliverer {
  /** Room at the channel that the submitter waits for. Throws the code of its failure. */
  admit(about: Pick<Delivery, 'at' | 'route' | 'requestId'>): Room;
  /**
   * Delivers through the awaited channel, then queues the others; answers what became of each. Throws
   * the code of the awaited one's failure: what it delivered stays so, whatever becomes of the others.
   */
  deliver(delivery: Delivery, room: Room): Promise<Record<string, string>>;
}

interface Parts {
  channels: Record<ChannelName, DeliveryChannel>;
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

export function createDeliverer({ channels, runInBackground, log, now }: Parts): Deliverer {
  /** Runs one step of a plan and tells the log how it went. */
  async function run(step: Step, room: Room, delivery: Delivery): Promise<void> {
    const { requestId, at, route } = delivery;
    const { formId, mode } = route;
    const { channel, retryAfter } = step;
    const awaited = DELIVERY_PLANS[mode].awaited.channel === channel;
    const facts = () => ({ requestId, formId, channel, awaited, ms: now() - at });
    try {
      await room.deliver(delivery, retryAfter);
      log.submissionDelivered(facts());
    } catch (error) {
      const failure = classify(error);
      if (failure.kind === 'overloaded' && !awaited) {
        log.deliveryDropped({ requestId, formId, channel, count: 1 });
      } else log.deliveryFailed({ ...facts(), ...failure });
      throw toFailure(route, error);
    }
  }

  /** Queues a step that nobody waits for. */
  function queue(step: Step, delivery: Delivery): 'queued' | 'dropped' {
    const { requestId, route } = delivery;
    const { channel } = step;
    try {
      const room = channels[channel].admit(route, 'queued');
      const task = () => run(step, room, delivery).finally(room.leave);
      if (runInBackground(task, room.shares)) return 'queued';
      room.leave();
    } catch {
      // There is no room for it.
    }
    log.deliveryDropped({ requestId, formId: route.formId, channel, count: 1 });
    return 'dropped';
  }

  return {
    admit({ at, route, requestId }) {
      const { formId, mode } = route;
      const { channel } = DELIVERY_PLANS[mode].awaited;
      try {
        return channels[channel].admit(route, 'awaited');
      } catch (error) {
        const facts = { requestId, formId, channel, awaited: true, ms: now() - at };
        log.deliveryFailed({ ...facts, ...classify(error) });
        throw toFailure(route, error);
      }
    },
    async deliver(delivery, room) {
      const { awaited, queued } = DELIVERY_PLANS[delivery.route.mode];
      await run(awaited, room, delivery);
      const report: Record<string, string> = { [awaited.channel]: 'delivered' };
      for (const step of queued) report[step.channel] = queue(step, delivery);
      return report;
    },
  };
}
