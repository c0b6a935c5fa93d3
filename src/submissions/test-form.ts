import type { TestReport } from '../contract/schemas.ts';
import { referenceOf } from '../contract/names.ts';
import { ServiceError } from '../contract/service-error.ts';
import { explainFailure, type DeliveryCode } from '../forms/targets/channels.ts';
import type { Route } from '../forms/route.ts';
import type { Deliveries } from './deliver.ts';
import { sampleSubmission } from '../fields/sample-values.ts';
import { parseSubmission, type Submission } from './posted/submission.ts';

/** A visitor's likely message, so that the mail looks like theirs. */
export function testOf(route: Route): Submission {
  const sample = { ...sampleSubmission(route), _test: 'true' };
  const given = Object.entries(sample).map(([name, value]) => [name, [value]] as const);
  return { ...parseSubmission(new Map(given)), isOwnTest: true };
}

type Tested = Awaited<ReturnType<Deliveries['make']>>;

const SENT = 'The test was delivered.';
const PARTLY = 'The test was delivered, but not everywhere: see `reasons`.';

const isDeliveryError = (error: unknown): error is ServiceError<DeliveryCode> =>
  error instanceof ServiceError &&
  (error.code === 'delivery_failed' || error.code === 'webhook_delivery_failed');

/** The error of the target that decides, with the reason of its failure. */
export function withReason(error: unknown, { targets: [{ channel }] }: Route): unknown {
  if (!isDeliveryError(error)) return error;
  const { code, details, message, cause } = error;
  const reasons = { [channel]: explainFailure(channel, cause) };
  return new ServiceError(code, { ...details, reasons }, { message, cause });
}

/** The report of a test that the first target has. */
export function describeTest({ id, report, reasons, counts }: Tested): TestReport {
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
}
