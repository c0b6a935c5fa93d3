import { DeliveryFailure, ServiceError } from '../contract/service-error.ts';
import { explainFailure, failureOf, type Target } from '../forms/targets/channels.ts';
import { isGoneAt, type SwitchableTarget } from '../forms/targets/places.ts';
import type { OwnerMails } from '../consent/decisions/owner-mails.ts';
import type { Context } from '../platform/context.ts';
import type { FailureClass } from '../platform/log/log.ts';
import type { Delivery } from './delivery.ts';
import type { Plan } from './plan.ts';
import type { Pause, Ports, Room } from './ports.ts';
import type { Submission } from './posted/submission.ts';

/** The outcome of each target, and why those failed that did. */
export interface TargetReport {
  delivery: Record<string, string>;
  reasons: Record<string, string>;
}

const COPIES_FAILED =
  'Not every inbox that gets copies got it: the mail server refused it, or a month is used up.';

const SWITCHED_OFF = (status: number) =>
  `It was switched off, because it answered ${status}. Saving the settings again switches it on.`;

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
  const isDoubtful = variant === 'doubtful_delivery';
  const retry = cause instanceof DeliveryFailure ? cause.retryDetails : undefined;
  const details = isDoubtful ? { ...retry, doubtful: true as const } : retry;
  return new ServiceError(failureOf(target), details, wording);
}

const causeOf = (error: unknown) => (error instanceof ServiceError ? error.cause : error);

const withoutBytes = ({ files, ...submission }: Submission): Submission =>
  files ? { ...submission, files: files.map((file) => ({ ...file, chunks: [] })) } : submission;

/** The part of a delivery that is logged. */
type About = Pick<Delivery, 'at' | 'route' | 'requestId'>;

/** Reaches the targets that nobody waits for, and logs the outcome of each. */
export class Targets {
  readonly #context: Pick<Context, 'log' | 'now'>;
  readonly #ports: Pick<Ports, 'channels' | 'background'>;
  readonly #notices: Pick<OwnerMails['notices'], 'targetGone'>;

  constructor(
    context: Pick<Context, 'log' | 'now'>,
    ports: Pick<Ports, 'channels' | 'background'>,
    notices: Pick<OwnerMails['notices'], 'targetGone'>,
  ) {
    this.#context = context;
    this.#ports = ports;
    this.#notices = notices;
  }

  /** Room at a target. Throws a DeliveryFailure. */
  #roomAt({ route, outbox }: Pick<Delivery, 'route' | 'outbox'>, target: Target): Room {
    return this.#ports.channels[target.channel].admit(route, target, outbox);
  }

  /** Delivers to one target; throws the code of its failure. */
  async #deliver(target: Target, room: Room, delivery: Delivery, pause?: Pause): Promise<void> {
    try {
      await room.deliver(delivery, pause);
    } catch (error) {
      throw this.failed(target, delivery, error);
    }
    this.#context.log.submissionDelivered(this.#factsOf(delivery, target));
  }

  /** A target has no delivery; returns the code of its failure. */
  failed(target: Target, about: About, error: unknown): ServiceError {
    const failure = classifyFailure(error);
    if (failure.kind === 'overloaded' && !target.awaited) this.#logDropped(target, about);
    else this.#context.log.deliveryFailed({ ...this.#factsOf(about, target), ...failure });
    return toError(target, error);
  }

  /**
   * After the awaited target, delivers to the others: queues them, or waits for all at once.
   * Failures of queued ones only reach the log. Adds the outcomes to `report`.
   */
  async reachOthers(
    report: TargetReport,
    delivery: Delivery,
    { places: [, ...others], names, followers }: Plan,
    how: 'queue' | 'wait',
  ): Promise<void> {
    const tellOf = (at: number, outcome: string, reason?: string) => {
      const name = names[at + 1] ?? '';
      report.delivery[name] = outcome;
      if (reason !== undefined) report.reasons[name] = reason;
    };
    if (how === 'queue') {
      for (const [at, target] of others.entries()) tellOf(at, this.#queue(target, delivery));
    }
    const [faults, followed] = await Promise.all([
      how === 'wait' ? Promise.all(others.map((target) => this.#tryOut(target, delivery))) : [],
      Promise.all(followers.flatMap((follow) => follow(delivery) ?? [])),
    ]);
    for (const [at, fault] of faults.entries()) {
      tellOf(at, fault === undefined ? 'delivered' : 'failed', fault);
    }
    Object.assign(report.delivery, ...followed);
    const { copies } = report.delivery;
    if (how === 'wait' && copies !== undefined && copies !== 'delivered') {
      report.reasons['copies'] = COPIES_FAILED;
    }
  }

  /** A delivery that waits keeps no bytes of files: only the mail has them. */
  #queue(target: SwitchableTarget, delivery: Delivery): 'queued' | 'dropped' {
    if (target.off) return 'dropped';
    try {
      const room = this.#roomAt(delivery, target);
      const waiting = { ...delivery, submission: withoutBytes(delivery.submission) };
      const task = (pause: Pause) => this.#deliverLater(target, room, waiting, pause);
      const dropped = () => {
        room.leave();
        this.#logDropped(target, delivery);
      };
      const about = { label: target.channel, dropped };
      if (this.#ports.background.run(task, room.claim, about)) return 'queued';
      room.leave();
    } catch {
      // There is no room, which the next line logs.
    }
    this.#logDropped(target, delivery);
    return 'dropped';
  }

  async #deliverLater(target: Target, room: Room, delivery: Delivery, pause: Pause) {
    try {
      await this.#deliver(target, room, delivery, pause);
    } catch (error) {
      const { route, requestId } = delivery;
      const cause = causeOf(error);
      const status = cause instanceof DeliveryFailure ? cause.replyCode : undefined;
      if (status !== undefined && isGoneAt(route, target, status)) {
        await this.#notices.targetGone(route, target, status, requestId);
      }
      throw error;
    } finally {
      room.leave();
    }
  }

  /** Waits for a target that is usually queued; returns why it failed, if it did. */
  async #tryOut(target: SwitchableTarget, delivery: Delivery): Promise<string | undefined> {
    if (target.off) return SWITCHED_OFF(target.off.status);
    let room: Room | undefined;
    try {
      room = this.#roomAt(delivery, { ...target, awaited: true });
      await this.#deliver(target, room, delivery);
      return undefined;
    } catch (error) {
      if (!room) this.#logDropped(target, delivery);
      return explainFailure(target.channel, causeOf(error));
    } finally {
      room?.leave();
    }
  }

  #factsOf({ requestId, at, route: { formId } }: About, { channel, awaited }: Target) {
    return { requestId, formId, channel, awaited, ms: this.#context.now() - at };
  }

  #logDropped({ channel }: Target, { requestId, route: { formId } }: About) {
    this.#context.log.deliveryDropped({ requestId, formId, channel, count: 1 });
  }
}
