import type { TestReport } from '../contract/schemas.ts';
import { ServiceError } from '../contract/service-error.ts';
import { explainFailure, type DeliveryCode } from '../delivery/channels/channels.ts';
import type { Route } from '../forms/route.ts';
import type { Admit } from './admission.ts';
import type { Deliverer } from './deliverer.ts';
import type { DeliverOnce } from './deliver-once.ts';
import { parseSubmission } from './posted/submission.ts';
import type { TellUse } from './submit-form.ts';

/**
 * Sends one marked delivery to every target of a form and waits for each. Throws like a submission where
 * the first target fails, with the reason.
 */
export type TestForm = (
  route: Route,
  asker: { caller: string; requestId: string },
) => Promise<TestReport>;

interface Parts {
  admit: Admit;
  deliverer: Deliverer;
  deliverOnce: DeliverOnce;
  tellUse: TellUse;
}

const TEST = {
  ...parseSubmission(
    new Map([
      [
        'message',
        ['This is a test. What visitors send through this form arrives like this message.'],
      ],
      ['_test', ['true']],
    ]),
  ),
  isOwnTest: true,
} as const;

const SENT = 'The test was delivered.';
const PARTLY = 'The test was delivered to the first place, and not everywhere: see `reasons`.';

const isDeliveryError = (error: unknown): error is ServiceError<DeliveryCode> =>
  error instanceof ServiceError &&
  (error.code === 'delivery_failed' || error.code === 'webhook_delivery_failed');

/** The error of the target that decides, with the reason of its failure. */
function withReason(error: unknown, { targets: [{ channel }] }: Route): unknown {
  if (!isDeliveryError(error)) return error;
  const { code, details, message, cause } = error;
  const reasons = { [channel]: explainFailure(channel, cause) };
  return new ServiceError(code, { ...details, reasons }, { message, cause });
}

export function createTestForm({ admit, deliverer, deliverOnce, tellUse }: Parts): TestForm {
  return async (found, asker) => {
    const { requestId } = asker;
    const { route, submission } = await admit('test', found, TEST, asker);
    const asked = { requestId, route, submission };
    const { id, at, report, counts } = await deliverOnce(asked, deliverer.deliverAndWait).catch(
      (error: unknown) => Promise.reject(withReason(error, route)),
    );
    if (counts) tellUse(route, { at, ...counts }, requestId);
    const { delivery, reasons } = report;
    const failed = Object.keys(reasons).length > 0;
    return {
      success: true,
      message: failed ? PARTLY : SENT,
      delivery,
      ...(failed && { reasons }),
      delivery_id: id,
      ...counts,
    };
  };
}
