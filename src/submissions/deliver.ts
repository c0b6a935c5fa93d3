import { randomUUID } from 'node:crypto';
import { mailLanguageOf } from '../catalogs/languages.ts';
import { referenceOf } from '../contract/names.ts';
import type { SubmissionAccepted } from '../contract/schemas.ts';
import type { OwnerMails } from '../consent/decisions/owner-mails.ts';
import type { Allowance } from '../inboxes/allowance.ts';
import type { Context } from '../platform/context.ts';
import type { Delivery } from './delivery.ts';
import type { Delivered, DeliveryKeys } from './delivery-keys.ts';
import { undo, type Passing } from './gates/gate.ts';
import type { Plan } from './plan.ts';
import type { Ports, Room } from './ports.ts';
import type { Route } from '../forms/route.ts';
import type { Target } from '../forms/targets/channels.ts';
import type { Submission } from './posted/submission.ts';
import { toMailContent } from './posted/mail-content.ts';
import { Receipts } from './receipts/prepare-receipt.ts';
import { Targets, type TargetReport } from './targets.ts';

/** The answer to a received submission, and where the visitor goes next. */
export interface Accepted {
  body: SubmissionAccepted;
  /** The thanks of the form's owner, where it has its own. */
  ownMessage?: string | undefined;
  redirect?: URL;
  /** Programs that ask for JSON get the body, with the redirect in its `next`. */
  orJson?: boolean;
}

/**
 * The visitor's next page: the page's redirect, else that of the settings. Other programs, clients
 * with `_next` and browser scripts get it in the body, because they cannot follow a redirect.
 */
export function accept(
  body: SubmissionAccepted,
  { settings }: Route,
  { redirect, redirectField }: Submission,
): Accepted {
  const isAsked = redirect instanceof URL;
  if (!isAsked && settings.redirect === undefined) return { body };
  const target = isAsked ? redirect : new URL(settings.redirect ?? '');
  const orJson = !isAsked || redirectField === '_next';
  return { body: { ...body, next: target.href }, redirect: target, orJson };
}

/** The answer that describes a delivery. */
export function describe(
  { success, ok, message, next }: Plan['received'],
  { report, id, receipt, counts }: Delivered,
  { test }: Submission,
): SubmissionAccepted {
  return {
    success,
    ok,
    message,
    next,
    ...(test && { test: true, echo: test.echo }),
    delivery: report,
    delivery_id: id,
    reference: referenceOf(id),
    receipt,
    ...counts,
  };
}

interface Rooms {
  allowance: Allowance;
  keys: DeliveryKeys;
  notices: Pick<OwnerMails['notices'], 'targetGone'>;
}

/** A delivery; one that was made before with the same Idempotency-Key is not counted again. */
export type Once = Delivered & { isRepeated?: true };

/** Delivers what has passed the gates, and counts it. */
export class Deliveries {
  readonly #context: Context;
  readonly #rooms: Rooms;
  readonly #ports: Pick<Ports, 'channels' | 'outboxes' | 'background'>;
  readonly #targets: Targets;
  readonly #receipts: Receipts;

  constructor(
    context: Context,
    rooms: Rooms,
    ports: Pick<Ports, 'channels' | 'outboxes' | 'background'>,
  ) {
    this.#context = context;
    this.#rooms = rooms;
    this.#ports = ports;
    this.#targets = new Targets(context, ports, rooms.notices);
    this.#receipts = new Receipts(context.keyring, context.links.base);
  }

  /**
   * Makes one delivery: to the first target, then to the others. Without it, all earlier steps are
   * undone: nothing counts, and the solution is valid again.
   */
  async make(
    passing: Passing,
    plan: Plan,
    how: 'queue' | 'wait',
  ): Promise<Delivered & Pick<TargetReport, 'reasons'>> {
    const { requestId, caller, server, route, submission, solution, undos, purpose } = passing;
    const { formId, settings } = route;
    const { log, now } = this.#context;
    const id = `msg_${randomUUID()}`;
    const at = now();
    const [awaited] = plan.places;
    const outbox = this.#ports.outboxes[submission.suspicions ? 'marked' : 'plain'];
    const room = this.#roomAt(awaited, { requestId, at, route, outbox });
    try {
      const isSecret = settings.encryption !== undefined;
      const { facts, sent } = toMailContent(settings, submission, mailLanguageOf(route));
      const content = { fields: sent ?? facts, shown: sent && facts, files: submission.files };
      // Receipts that are prepared while others wait for the disk share a signature with them.
      const signReceipt = this.#receipts.prepare({ id, at, formId, ...content, isSecret });
      if (solution) await this.#useUp(passing);
      const { counts, release } = await this.#rooms.allowance.reserve(route, at);
      undos.push(() =>
        release().catch((error: unknown) => log.allowanceNotReleased({ requestId, formId, error })),
      );
      const delivery: Delivery = {
        requestId,
        caller: purpose === 'test' ? undefined : (server ?? caller),
        id,
        at,
        route,
        submission,
        isSolved: solution?.isSolved ?? false,
        facts,
        sent,
        receipt: await signReceipt(),
        outbox,
      };
      try {
        await room.deliver(delivery);
      } catch (error) {
        throw this.#targets.failed(awaited, delivery, error);
      }
      const { channel, awaited: isAwaited } = awaited;
      log.submissionDelivered({ requestId, formId, channel, awaited: isAwaited, ms: now() - at });
      const report: TargetReport = { delivery: { [channel]: 'delivered' }, reasons: {} };
      const isAlone = plan.places.length === 1 && plan.followers.length === 0;
      if (!isAlone) await this.#targets.reachOthers(report, delivery, plan, how);
      const { delivery: outcomes, reasons } = report;
      return { id, at, report: outcomes, reasons, counts, receipt: delivery.receipt };
    } finally {
      room.leave();
    }
  }

  /** One delivery, or the outcome of the one that was made with the same Idempotency-Key. */
  async makeOnce(passing: Passing, plan: Plan, idempotencyKey: string): Promise<Once> {
    const { route, submission, requestId, undos } = passing;
    const asked = { requestId, idempotencyKey };
    const key = await this.#rooms.keys.claim(route, submission, asked);
    if (key.outcome) {
      await undo(passing);
      return { ...key.outcome, isRepeated: true };
    }
    // A loss is worse than a duplicate: even if the mail may have arrived, a retry delivers again.
    undos.push(key.giveUp);
    const { reasons: _none, ...delivered } = await this.make(passing, plan, 'queue');
    await key.keep(delivered);
    return delivered;
  }

  /** Room at the target that the submitter waits for. Throws the code of its failure. */
  #roomAt(target: Target, about: Pick<Delivery, 'requestId' | 'at' | 'route' | 'outbox'>): Room {
    try {
      return this.#ports.channels[target.channel].admit(about.route, target, about.outbox);
    } catch (error) {
      throw this.#targets.failed(target, about, error);
    }
  }

  async #useUp({ solution, undos, requestId, route: { formId } }: Passing): Promise<void> {
    const giveBack = await solution?.useUp();
    if (!giveBack) return;
    undos.push(async () => {
      try {
        await giveBack();
      } catch (error) {
        this.#context.log.solutionNotGivenBack({ requestId, formId, error });
      }
    });
  }
}
