import { ServiceError } from '../../contract/service-error.ts';
import type { FailureClass, Log } from '../../platform/log/log.ts';
import { DeliveryFailure } from '../channels/channel.ts';
import type { ChannelName } from '../../contract/words.ts';
import { explainFailure, failureOf, type Target } from '../channels/channels.ts';
import type { Delivery, DeliveryChannels, Room, RunInBackground } from './delivery.ts';

/** Delivers submissions to the targets of their form, and logs each outcome. */
export interface Deliverer {
  /** Room at the target that the submitter waits for. Throws the code of its failure. */
  admit(about: Pick<Delivery, 'at' | 'route' | 'requestId'>): Room;
  /**
   * Delivers to the awaited target, then queues the others; returns the outcome of each. Throws the
   * failure of the awaited one; failures of the others only reach the log.
   */
  deliver(delivery: Delivery, room: Room): Promise<Record<string, string>>;
  /** Delivers to the awaited target, then to all others at once, and waits. Throws as `deliver`. */
  deliverAndWait(delivery: Delivery, room: Room): Promise<Waited>;
}

/** The outcome of each target, and why those failed that did. */
interface Waited {
  delivery: Record<string, 'delivered' | 'failed'>;
  reasons: Record<string, string>;
}

interface Parts {
  channels: DeliveryChannels;
  runInBackground: RunInBackground;
  log: Log;
  now: () => number;
}

/** Class and reason of a failure for the log, without the words of a server. */
function classify(error: unknown): FailureClass {
  if (error instanceof DeliveryFailure) {
    const { kind, reason, replyCode } = error;
    return { kind, reason, replyCode };
  }
  return { kind: 'fault', reason: error instanceof Error ? error.name : 'unknown' };
}

function toError(target: Target, cause: unknown): ServiceError {
  const variant = cause instanceof DeliveryFailure ? cause.variant : undefined;
  const wording = variant ? { variant, cause } : { cause };
  return new ServiceError(failureOf(target), undefined, wording);
}

/** How one target is reached; every outcome is logged. */
function createAttempts({ channels, log, now }: Omit<Parts, 'runInBackground'>) {
  const admit = <Name extends ChannelName>(route: Delivery['route'], target: Target<Name>) =>
    channels[target.channel].admit(route, target);

  const drop = ({ channel }: Target, { requestId, route: { formId } }: Delivery) =>
    log.deliveryDropped({ requestId, formId, channel, count: 1 });

  async function deliver(target: Target, room: Room, delivery: Delivery): Promise<void> {
    const { requestId, at, route } = delivery;
    const { formId } = route;
    const { channel, awaited } = target;
    const facts = () => ({ requestId, formId, channel, awaited, ms: now() - at });
    try {
      await room.deliver(delivery);
      log.submissionDelivered(facts());
    } catch (error) {
      const failure = classify(error);
      if (failure.kind === 'overloaded' && !awaited) drop(target, delivery);
      else log.deliveryFailed({ ...facts(), ...failure });
      throw toError(target, error);
    }
  }

  /** Waits for a target that is usually queued; returns why it failed, if it did. */
  async function tryOut(target: Target, delivery: Delivery): Promise<string | undefined> {
    let room: Room | undefined;
    try {
      room = admit(delivery.route, { ...target, awaited: true });
      await deliver(target, room, delivery);
      return undefined;
    } catch (error) {
      if (!room) drop(target, delivery);
      return explainFailure(target.channel, error instanceof ServiceError ? error.cause : error);
    } finally {
      room?.leave();
    }
  }

  return { admit, drop, deliver, tryOut };
}

export function createDeliverer(parts: Parts): Deliverer {
  const { runInBackground, log, now } = parts;
  const { admit, drop, deliver, tryOut } = createAttempts(parts);

  /** Queues a target that nobody waits for. */
  function queue(target: Target, delivery: Delivery): 'queued' | 'dropped' {
    try {
      const room = admit(delivery.route, target);
      const task = () => deliver(target, room, delivery).finally(room.leave);
      if (runInBackground(task, room.shares, target.channel)) return 'queued';
      room.leave();
    } catch {
      // There is no room, which the next line logs.
    }
    drop(target, delivery);
    return 'dropped';
  }

  return {
    admit({ at, route, requestId }) {
      const [target] = route.targets;
      try {
        return admit(route, target);
      } catch (error) {
        const { channel, awaited } = target;
        const facts = { requestId, formId: route.formId, channel, awaited, ms: now() - at };
        log.deliveryFailed({ ...facts, ...classify(error) });
        throw toError(target, error);
      }
    },
    async deliver(delivery, room) {
      const [awaited, ...others] = delivery.route.targets;
      await deliver(awaited, room, delivery);
      const report: Record<string, string> = { [awaited.channel]: 'delivered' };
      for (const target of others) report[target.channel] = queue(target, delivery);
      return report;
    },
    async deliverAndWait(delivery, room) {
      const [awaited, ...others] = delivery.route.targets;
      await deliver(awaited, room, delivery);
      const faults = await Promise.all(others.map((target) => tryOut(target, delivery)));
      const waited: Waited = { delivery: { [awaited.channel]: 'delivered' }, reasons: {} };
      for (const [index, { channel }] of others.entries()) {
        const fault = faults[index];
        waited.delivery[channel] = fault === undefined ? 'delivered' : 'failed';
        if (fault !== undefined) waited.reasons[channel] = fault;
      }
      return waited;
    },
  };
}
