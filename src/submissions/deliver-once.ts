import { randomUUID } from 'node:crypto';
import type { Log } from '../platform/log/log.ts';
import type { Solution } from './challenges/index.ts';
import type { Allowance, Reservation } from '../inboxes/allowance.ts';
import type { PrepareReceipt } from './receipts/prepare-receipt.ts';
import type { Route } from '../forms/route.ts';
import { mailLanguageOf } from '../mail/mail-facts.ts';
import type { Deliverer } from './deliverer.ts';
import type { Delivery, Room } from './delivery.ts';
import type { Delivered } from './delivery-keys.ts';
import { toMailContent } from './posted/mail-content.ts';
import type { Submission } from './posted/submission.ts';

/** A delivery whose targets were reached in some way. */
type Made<Report> = Omit<Delivered, 'report'> & { report: Report };

/**
 * Makes one delivery that was admitted, and counts it; `reach` leads it to the targets. If that throws,
 * everything is undone: nothing was delivered or counted, and its solution can be used again.
 */
export type DeliverOnce = <Report>(
  asked: {
    requestId: string;
    caller?: string;
    route: Route;
    submission: Submission;
    solution?: Solution | undefined;
  },
  reach: (delivery: Delivery, room: Room) => Promise<Report>,
) => Promise<Made<Report>>;

interface Parts {
  deliverer: Pick<Deliverer, 'admit'>;
  allowance: Allowance;
  prepareReceipt: PrepareReceipt;
  log: Log;
  now: () => number;
}

export function createDeliverOnce(parts: Parts): DeliverOnce {
  const { deliverer, allowance, prepareReceipt, log, now } = parts;
  return async ({ requestId, caller, route, submission, solution }, reach) => {
    const { formId } = route;
    const [id, at] = [`msg_${randomUUID()}`, now()];
    let room: Room | undefined;
    let reservation: Reservation | undefined;
    let used: Solution | undefined;
    try {
      room = deliverer.admit({ requestId, at, route });
      const isSecret = route.settings.encryption !== undefined;
      const { facts, named } = toMailContent(route.settings, submission, mailLanguageOf(route));
      const { files } = submission;
      // Receipts that are prepared while others wait for the disk share a signature with them.
      const signReceipt = prepareReceipt({ id, at, formId, facts, named, files, isSecret });
      await solution?.useUp();
      used = solution;
      reservation = await allowance.reserve(route);
      const receipt = await signReceipt();
      const isSolved = solution?.isSolved ?? false;
      const made = { requestId, caller, id, at, route, submission };
      const delivery = { ...made, isSolved, facts, receipt };
      const report = await reach(delivery, room);
      return { id, at, report, counts: reservation.counts, receipt };
    } catch (error) {
      await reservation
        ?.release()
        .catch((cause: unknown) => log.allowanceNotReleased({ requestId, formId, error: cause }));
      await used
        ?.giveBack()
        .catch((cause: unknown) => log.solutionNotGivenBack({ requestId, formId, error: cause }));
      throw error;
    } finally {
      room?.leave();
    }
  };
}
