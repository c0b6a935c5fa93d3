import { DeliveryFailure, ServiceError } from '../contract/service-error.ts';
import type { ChannelName } from '../contract/channels.ts';
import { explainFailure, failureOf, type Target } from '../delivery/channels/channels.ts';
import { isGoneAt, type Place } from '../delivery/channels/places.ts';
import type { TargetGone } from '../forms/target-states.ts';
import type { FailureClass, Log } from '../platform/log/log.ts';
import type { Delivery, DeliveryChannels, Pause, Room, RunInBackground } from './delivery.ts';
import type { Plan } from './plan.ts';
import type { Submission } from './posted/submission.ts';

/** The outcome of each target, and why those failed that did. */
interface Report {
  delivery: Record<string, string>;
  reasons: Record<string, string>;
}

/** Reaches the targets of a form, and logs each outcome. */
export interface Targets {
  /** Room at the target that the submitter waits for. Throws the code of its failure. */
  admit(about: Pick<Delivery, 'at' | 'route' | 'requestId'>, plan: Plan): Room;
  /**
   * Delivers to the awaited target, then to the others: queues them, or waits for all of them at once. Throws the
   * failure of the awaited one; failures of those that are queued only reach the log.
   */
  reach(delivery: Delivery, room: Room, plan: Plan, others: 'queue' | 'wait'): Promise<Report>;
}

const COPIES_FAILED =
  'Not every inbox that gets copies got it: the mail server refused it, or a month is used up.';

const SWITCHED_OFF = (status: number) =>
  `It was switched off, because it answered ${status}. Saving the settings again switches it on.`;

interface Parts {
  channels: DeliveryChannels;
  runInBackground: RunInBackground;
  targetGone: TargetGone;
  log: Log;
  now: () => number;
}

/** Class and reason of a failure for the log, without the words of a server. */
export function classifyFailure(error: unknown): FailureClass {
  if (error instanceof DeliveryFailure) {
    const { kind, reason, replyCode } = error;
    return { kind, reason, replyCode };
  }
  return { kind: 'fault', reason: error instanceof Error ? error.name : 'unknown' };
}

function toError(target: Target, cause: unknown): ServiceError {
  const variant = cause instanceof DeliveryFailure ? cause.variant : undefined;
  const wording = variant ? { variant, cause } : { cause };
  const details = cause instanceof DeliveryFailure ? cause.retryDetails : undefined;
  return new ServiceError(failureOf(target), details, wording);
}

const causeOf = (error: unknown) => (error instanceof ServiceError ? error.cause : error);

const withoutBytes = ({ files, ...submission }: Submission): Submission =>
  files ? { ...submission, files: files.map((file) => ({ ...file, chunks: [] })) } : submission;

/** How one target is reached; every outcome is logged. */
function createDeliver({ channels, log, now }: Parts) {
  const roomAt = <Name extends ChannelName>(route: Delivery['route'], target: Target<Name>) =>
    channels[target.channel].admit(route, target);

  const logDropped = ({ channel }: Target, { requestId, route: { formId } }: Delivery) =>
    log.deliveryDropped({ requestId, formId, channel, count: 1 });

  async function deliver(target: Target, room: Room, delivery: Delivery, pause?: Pause) {
    const { requestId, at, route } = delivery;
    const { formId } = route;
    const { channel, awaited } = target;
    const facts = () => ({ requestId, formId, channel, awaited, ms: now() - at });
    try {
      await room.deliver(delivery, pause);
      log.submissionDelivered(facts());
    } catch (error) {
      const failure = classifyFailure(error);
      if (failure.kind === 'overloaded' && !awaited) logDropped(target, delivery);
      else log.deliveryFailed({ ...facts(), ...failure });
      throw toError(target, error);
    }
  }

  return { roomAt, logDropped, deliver };
}

/** The targets that nobody waits for. */
function createOthers(
  { runInBackground, targetGone }: Parts,
  { roomAt, logDropped, deliver }: ReturnType<typeof createDeliver>,
) {
  async function deliverLater(target: Target, room: Room, delivery: Delivery, pause: Pause) {
    try {
      await deliver(target, room, delivery, pause);
    } catch (error) {
      const { route, requestId } = delivery;
      const cause = causeOf(error);
      const status = cause instanceof DeliveryFailure ? cause.replyCode : undefined;
      if (status !== undefined && isGoneAt(route, target, status)) {
        await targetGone(route, target, status, requestId);
      }
      throw error;
    } finally {
      room.leave();
    }
  }

  return {
    /** What waits keeps no bytes of files: only the mail has them. */
    queue(target: Place, delivery: Delivery): 'queued' | 'dropped' {
      if (target.off) return 'dropped';
      try {
        const room = roomAt(delivery.route, target);
        const waiting = { ...delivery, submission: withoutBytes(delivery.submission) };
        const task = (pause: Pause) => deliverLater(target, room, waiting, pause);
        const dropped = () => {
          room.leave();
          logDropped(target, delivery);
        };
        const about = { label: target.channel, dropped };
        if (runInBackground(task, room.claim, about)) return 'queued';
        room.leave();
      } catch {
        // There is no room, which the next line logs.
      }
      logDropped(target, delivery);
      return 'dropped';
    },
    /** Waits for a target that is usually queued; returns why it failed, if it did. */
    async tryOut(target: Place, delivery: Delivery): Promise<string | undefined> {
      if (target.off) return SWITCHED_OFF(target.off.status);
      let room: Room | undefined;
      try {
        room = roomAt(delivery.route, { ...target, awaited: true });
        await deliver(target, room, delivery);
        return undefined;
      } catch (error) {
        if (!room) logDropped(target, delivery);
        return explainFailure(target.channel, causeOf(error));
      } finally {
        room?.leave();
      }
    },
  };
}

/** Mails that follow, all at once. */
const follow = ({ followers }: Plan, delivery: Delivery) =>
  Promise.all(followers.flatMap((mail) => mail(delivery) ?? []));

export function createTargets(parts: Parts): Targets {
  const { log, now } = parts;
  const ways = createDeliver(parts);
  const { queue, tryOut } = createOthers(parts, ways);

  return {
    admit({ at, route, requestId }, { places: [target] }) {
      try {
        return ways.roomAt(route, target);
      } catch (error) {
        const { channel, awaited } = target;
        const facts = { requestId, formId: route.formId, channel, awaited, ms: now() - at };
        log.deliveryFailed({ ...facts, ...classifyFailure(error) });
        throw toError(target, error);
      }
    },
    async reach(delivery, room, plan, how) {
      const [awaited, ...others] = plan.places;
      await ways.deliver(awaited, room, delivery);
      const report: Report = { delivery: { [awaited.channel]: 'delivered' }, reasons: {} };
      const tellOf = (at: number, outcome: string, reason?: string) => {
        const name = plan.names[at + 1] ?? '';
        report.delivery[name] = outcome;
        if (reason !== undefined) report.reasons[name] = reason;
      };
      if (how === 'queue') {
        for (const [at, target] of others.entries()) tellOf(at, queue(target, delivery));
      }
      // A form without such mails waits for nothing more.
      if (plan.followers.length === 0 && how === 'queue') return report;
      const [faults, followed] = await Promise.all([
        how === 'wait' ? Promise.all(others.map((target) => tryOut(target, delivery))) : [],
        follow(plan, delivery),
      ]);
      for (const [at, fault] of faults.entries()) {
        tellOf(at, fault === undefined ? 'delivered' : 'failed', fault);
      }
      Object.assign(report.delivery, ...followed);
      const { copies } = report.delivery;
      if (how === 'wait' && copies !== undefined && copies !== 'delivered') {
        report.reasons['copies'] = COPIES_FAILED;
      }
      return report;
    },
  };
}
