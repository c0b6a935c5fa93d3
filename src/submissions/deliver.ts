import { randomUUID } from 'node:crypto';
import { mailLanguageOf } from '../catalogs/languages.ts';
import type { OwnerMails } from '../consent/decisions/owner-mails.ts';
import type { Allowance } from '../inboxes/allowance.ts';
import type { Context } from '../platform/context.ts';
import type { Delivery } from './delivery.ts';
import type { Delivered, DeliveryKeys } from './delivery-keys.ts';
import { undo, type Passing } from './gates/gate.ts';
import type { Plan } from './plan.ts';
import type { Ports } from './ports.ts';
import { toMailContent } from './posted/mail-content.ts';
import { Receipts } from './receipts/prepare-receipt.ts';
import { Targets, type TargetReport } from './targets.ts';

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
  readonly #outboxes: Ports['outboxes'];
  readonly #targets: Targets;
  readonly #receipts: Receipts;

  constructor(
    context: Context,
    rooms: Rooms,
    ports: Pick<Ports, 'channels' | 'outboxes' | 'background'>,
  ) {
    this.#context = context;
    this.#rooms = rooms;
    this.#outboxes = ports.outboxes;
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
    const outbox = submission.suspicions ? this.#outboxes.marked : this.#outboxes.plain;
    const room = this.#targets.admit({ requestId, at, route, outbox }, awaited);
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
      this.#targets.delivered(awaited, delivery);
      const report: TargetReport = { delivery: { [awaited.channel]: 'delivered' }, reasons: {} };
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
