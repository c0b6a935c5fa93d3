import type { TestReport } from '../contract/schemas.ts';
import { referenceOf } from '../contract/names.ts';
import { ServiceError } from '../contract/service-error.ts';
import { explainFailure, type DeliveryCode } from '../forms/targets/channels.ts';
import type { Route } from '../forms/route.ts';
import type { Passing } from './gates/gate.ts';
import { sampleSubmission } from '../fields/sample-values.ts';
import { parseSubmission, type Submission } from './posted/submission.ts';
import type { SubmitParts } from './submit.ts';

/**
 * Sends one marked delivery to every target of a form and waits for each. Throws like a submission where
 * the first target fails, with the reason.
 */
export type TestForm = (
  route: Route,
  asker: { caller: string; requestId: string },
) => Promise<TestReport>;

type TestParts = Pick<SubmitParts, 'pass' | 'deliver' | 'tellUse'>;

/** What a visitor might send, so that the mail looks like theirs. */
function testOf(route: Route): Submission {
  const sample = { ...sampleSubmission(route), _test: 'true' };
  const given = Object.entries(sample).map(([name, value]) => [name, [value]] as const);
  return { ...parseSubmission(new Map(given)), isOwnTest: true };
}

const SENT = 'The test was delivered.';
const PARTLY = 'The test was delivered, but not everywhere: see `reasons`.';

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

export function createTestForm({ pass, deliver, tellUse }: TestParts): TestForm {
  return async (found, asker) => {
    const passing: Passing = {
      ...asker,
      purpose: 'test',
      isBlind: false,
      route: found,
      submission: testOf(found),
      undos: [],
    };
    const delivered = await pass(passing, async () => {
      try {
        return await deliver(passing, 'wait');
      } catch (error) {
        throw withReason(error, passing.route);
      }
    });
    const { id, at, report, reasons, counts } = delivered;
    if (counts) tellUse(passing.route, { at, ...counts }, asker.requestId);
    const failed = Object.keys(reasons).length > 0;
    return {
      success: true,
      message: failed ? PARTLY : SENT,
      delivery: report,
      ...(failed && { reasons }),
      delivery_id: id,
      reference: referenceOf(id),
      ...counts,
    };
  };
}
