import { ServiceError } from '../contract/service-error.ts';
import type { FailureClass, Log } from '../platform/log/log.ts';
import { DeliveryFailure } from '../contract/delivery-failure.ts';
import type { ChannelName } from '../contract/channels.ts';
import { explainFailure, failureOf, type Target } from '../delivery/channels/channels.ts';
import { isGoneAt, placesOf, reportNames, type Place } from '../delivery/channels/places.ts';
import type { TargetGone } from '../forms/target-states.ts';
import type { Submission } from './posted/submission.ts';
import type {
  Delivery,
  DeliveryChannels,
  Follow,
  Pause,
  Room,
  RunInBackground,
} from './delivery.ts';

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
  delivery: Record<string, string>;
  reasons: Record<string, string>;
}

const COPIES_FAILED =
  'Not every inbox that gets copies got it: the mail server refused it, or a month is used up.';

interface Parts {
  channels: DeliveryChannels;
  runInBackground: RunInBackground;
  followers: readonly Follow[];
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

const withoutBytes = ({ files, ...submission }: Submission): Submission =>
  files ? { ...submission, files: files.map((file) => ({ ...file, chunks: [] })) } : submission;

const SWITCHED_OFF = (status: number) =>
  `It was switched off, because it answered ${status}. Saving the settings again switches it on.`;

/** How one target is reached; every outcome is logged. */
function createAttempts({ channels, log, now }: Pick<Parts, 'channels' | 'log' | 'now'>) {
  const admit = <Name extends ChannelName>(route: Delivery['route'], target: Target<Name>) =>
    channels[target.channel].admit(route, target);

  const drop = ({ channel }: Target, { requestId, route: { formId } }: Delivery) =>
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
      if (failure.kind === 'overloaded' && !awaited) drop(target, delivery);
      else log.deliveryFailed({ ...facts(), ...failure });
      throw toError(target, error);
    }
  }

  /** Waits for a target that is usually queued; returns why it failed, if it did. */
  async function tryOut(target: Place, delivery: Delivery): Promise<string | undefined> {
    if (target.off) return SWITCHED_OFF(target.off.status);
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

const createFollow =
  ({ followers }: Pick<Parts, 'followers'>): Follow =>
  (delivery) => {
    const reports = followers.map((each) => each(delivery)).filter((each) => each !== undefined);
    if (reports.length === 0) return undefined;
    return Promise.all(reports).then((all) => Object.assign({}, ...all));
  };

type Attempts = ReturnType<typeof createAttempts>;

/** Targets that nobody waits for. */
function createQueue({ runInBackground, targetGone }: Parts, attempts: Attempts) {
  const { admit, drop, deliver } = attempts;

  async function deliverLater(target: Target, room: Room, delivery: Delivery, pause: Pause) {
    try {
      await deliver(target, room, delivery, pause);
    } catch (error) {
      const { route, requestId } = delivery;
      const cause = error instanceof ServiceError ? error.cause : error;
      const status = cause instanceof DeliveryFailure ? cause.replyCode : undefined;
      if (status !== undefined && isGoneAt(route, target, status)) {
        await targetGone(route, target, status, requestId);
      }
      throw error;
    } finally {
      room.leave();
    }
  }

  /** Queues a target that nobody waits for. What waits keeps no bytes of files: only the mail has them. */
  function queue(target: Place, delivery: Delivery): 'queued' | 'dropped' {
    if (target.off) return 'dropped';
    try {
      const room = admit(delivery.route, target);
      const waiting = { ...delivery, submission: withoutBytes(delivery.submission) };
      const task = (pause: Pause) => deliverLater(target, room, waiting, pause);
      const dropped = () => {
        room.leave();
        drop(target, delivery);
      };
      const about = { label: target.channel, dropped };
      if (runInBackground(task, room.claim, about)) return 'queued';
      room.leave();
    } catch {
      // There is no room, which the next line logs.
    }
    drop(target, delivery);
    return 'dropped';
  }

  return queue;
}

export function createDeliverer(parts: Parts): Deliverer {
  const { log, now } = parts;
  const follow = createFollow(parts);
  const attempts = createAttempts(parts);
  const { admit, deliver, tryOut } = attempts;
  const queue = createQueue(parts, attempts);

  return {
    admit({ at, route, requestId }) {
      const [target] = route.targets;
      try {
        return admit(route, target);
      } catch (error) {
        const { channel, awaited } = target;
        const facts = { requestId, formId: route.formId, channel, awaited, ms: now() - at };
        log.deliveryFailed({ ...facts, ...classifyFailure(error) });
        throw toError(target, error);
      }
    },
    async deliver(delivery, room) {
      const [awaited, ...others] = placesOf(delivery.route);
      await deliver(awaited, room, delivery);
      const names = others.length > 0 ? reportNames([awaited, ...others]) : [];
      const report: Record<string, string> = { [awaited.channel]: 'delivered' };
      for (const [at, target] of others.entries()) {
        report[names[at + 1] ?? ''] = queue(target, delivery);
      }
      const following = follow(delivery);
      return following ? Object.assign(report, await following) : report;
    },
    async deliverAndWait(delivery, room) {
      const [awaited, ...others] = placesOf(delivery.route);
      await deliver(awaited, room, delivery);
      const [faults, followed] = await Promise.all([
        Promise.all(others.map((target) => tryOut(target, delivery))),
        follow(delivery),
      ]);
      const names = reportNames([awaited, ...others]);
      const waited: Waited = { delivery: { [awaited.channel]: 'delivered' }, reasons: {} };
      for (const [at, fault] of faults.entries()) {
        const name = names[at + 1] ?? '';
        waited.delivery[name] = fault === undefined ? 'delivered' : 'failed';
        if (fault !== undefined) waited.reasons[name] = fault;
      }
      const copies = followed?.['copies'];
      if (copies !== undefined && copies !== 'delivered') waited.reasons['copies'] = COPIES_FAILED;
      Object.assign(waited.delivery, followed);
      return waited;
    },
  };
}
