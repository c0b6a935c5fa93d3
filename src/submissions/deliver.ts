import { randomUUID } from 'node:crypto';
import type { Allowance } from '../inboxes/allowance.ts';
import { mailLanguageOf } from '../mail/mail-facts.ts';
import type { Log } from '../platform/log/log.ts';
import type { Delivered } from './delivery-keys.ts';
import type { Passing } from './gates/gate.ts';
import type { PlanOf } from './plan.ts';
import { toMailContent } from './posted/mail-content.ts';
import type { PrepareReceipt } from './receipts/prepare-receipt.ts';
import type { Targets } from './targets.ts';

/** Why targets failed that a test of the form has waited for. */
type Reasons = Record<string, string>;

/**
 * Makes one delivery that has passed the gates, and counts it: to the first target, then to the others. What it
 * takes can be undone with the steps before: nothing was delivered or counted, and its solution can be used again.
 */
export type Deliver = (
  passing: Passing,
  others: 'queue' | 'wait',
) => Promise<Delivered & { reasons: Reasons }>;

interface Parts {
  planOf: PlanOf;
  targets: Targets;
  allowance: Allowance;
  prepareReceipt: PrepareReceipt;
  log: Log;
  now: () => number;
}

export function createDeliver(parts: Parts): Deliver {
  const { planOf, targets, allowance, prepareReceipt, log, now } = parts;
  return async (passing, others) => {
    const { requestId, caller, route, submission, solution, undos, purpose } = passing;
    const { formId, settings } = route;
    const [id, at] = [`msg_${randomUUID()}`, now()];
    const plan = planOf(route);
    const room = targets.admit({ requestId, at, route }, plan);
    try {
      const isSecret = settings.encryption !== undefined;
      const { facts, named } = toMailContent(settings, submission, mailLanguageOf(route));
      const { files } = submission;
      // Receipts that are prepared while others wait for the disk share a signature with them.
      const signReceipt = prepareReceipt({ id, at, formId, facts, named, files, isSecret });
      if (solution) {
        const giveBack = await solution.useUp();
        undos.push(async () => {
          try {
            await giveBack();
          } catch (error) {
            log.solutionNotGivenBack({ requestId, formId, error });
          }
        });
      }
      const reservation = await allowance.reserve(route);
      undos.push(() =>
        reservation
          .release()
          .catch((error: unknown) => log.allowanceNotReleased({ requestId, formId, error })),
      );
      const receipt = await signReceipt();
      const isSolved = solution?.isSolved ?? false;
      const by = purpose === 'test' ? undefined : caller;
      const delivery = {
        requestId,
        caller: by,
        id,
        at,
        route,
        submission,
        isSolved,
        facts,
        receipt,
      };
      const { delivery: report, reasons } = await targets.reach(delivery, room, plan, others);
      return { id, at, report, reasons, counts: reservation.counts, receipt };
    } finally {
      room.leave();
    }
  };
}
