import { mailLanguageOf } from '../catalogs/languages.ts';
import { randomUUID } from 'node:crypto';
import type { Allowance } from '../inboxes/allowance.ts';
import type { Delivery } from './delivery.ts';
import type { Outboxes } from '../mail/outbox.ts';
import type { Delivered } from './delivery-keys.ts';
import type { Passing } from './gates/gate.ts';
import type { PlanOf } from './plan.ts';
import { toMailContent } from './posted/mail-content.ts';
import type { PrepareReceipt } from './receipts/prepare-receipt.ts';
import { Targets, type Report, type TargetParts } from './targets.ts';

/**
 * Makes one delivery that has passed the gates, and counts it: to the first target, then to the others. What it
 * takes can be undone with the steps before: nothing was delivered or counted, and its solution can be used again.
 */
export type Deliver = (
  passing: Passing,
  others: 'queue' | 'wait',
) => Promise<Delivered & Pick<Report, 'reasons'>>;

interface DeliverParts extends TargetParts {
  planOf: PlanOf;
  allowance: Allowance;
  prepareReceipt: PrepareReceipt;
  outboxes: Outboxes;
}

export function createDeliver(parts: DeliverParts): Deliver {
  const { planOf, allowance, prepareReceipt, outboxes, log, now } = parts;
  const targets = new Targets(parts);

  async function useUp({ solution, undos, requestId, route: { formId } }: Passing): Promise<void> {
    const giveBack = await solution?.useUp();
    if (!giveBack) return;
    undos.push(async () => {
      try {
        await giveBack();
      } catch (error) {
        log.solutionNotGivenBack({ requestId, formId, error });
      }
    });
  }

  return async (passing, how) => {
    const { requestId, caller, server, route, submission, solution, undos, purpose } = passing;
    const { formId, settings } = route;
    const id = `msg_${randomUUID()}`;
    const at = now();
    const plan = planOf(route);
    const [awaited] = plan.places;
    const outbox = submission.suspicions ? outboxes.marked : outboxes.plain;
    const room = targets.admit({ requestId, at, route, outbox }, awaited);
    try {
      const isSecret = settings.encryption !== undefined;
      const { facts, sent } = toMailContent(settings, submission, mailLanguageOf(route));
      const content = { fields: sent ?? facts, shown: sent && facts, files: submission.files };
      // Receipts that are prepared while others wait for the disk share a signature with them.
      const signReceipt = prepareReceipt({ id, at, formId, ...content, isSecret });
      if (solution) await useUp(passing);
      const { counts, release } = await allowance.reserve(route, at);
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
      await targets.deliver(awaited, room, delivery);
      const report: Report = { delivery: { [awaited.channel]: 'delivered' }, reasons: {} };
      const isAlone = plan.places.length === 1 && plan.followers.length === 0;
      if (!isAlone) await targets.reachOthers(report, delivery, plan, how);
      const { delivery: outcomes, reasons } = report;
      return { id, at, report: outcomes, reasons, counts, receipt: delivery.receipt };
    } finally {
      room.leave();
    }
  };
}
