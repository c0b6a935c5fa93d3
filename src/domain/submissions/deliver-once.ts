import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SignReceipt } from '../receipts/sign-receipt.ts';
import type { Route } from '../routes/route.ts';
import { keyedHash, secretsEqual, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { seal, unseal } from '../../platform/secrets/sealed-box.ts';
import type { Delivered, DeliverSubmission } from './deliver-submission.ts';
import type { Claim, OutcomeRow, OutcomeStore } from './outcome-store.ts';
import type { Fields } from './fields.ts';
import type { Submission } from './submission.ts';
import { toFacts } from './to-facts.ts';

/** Who asks for a delivery: an id for the log, and what makes its retries one with it. */
interface Asker {
  requestId: string;
  idempotencyKey: string | undefined;
}

/** Delivers, or answers as the delivery with the same Idempotency-Key was answered. */
export type DeliverOnce = (
  route: Route,
  submission: Submission,
  asker: Asker,
) => Promise<Delivered>;

interface Parts {
  outcomes: OutcomeStore;
  keyring: Keyring;
  deliverSubmission: DeliverSubmission;
  signReceipt: SignReceipt;
  log: Log;
  now: () => number;
}

/** How often, and after how many milliseconds each, a retry looks for the outcome of the first. */
const LOOKS = { times: 100, every: 100 };

/** Milliseconds after which no delivery is under way any more: its process died. */
const ABANDONED_AFTER = 60_000;

const KEPT_FOR = LIMITS.submissionRetryHours * 3_600_000;

/** Seconds after which the first request has surely been answered. */
const TRY_AFTER = 30;

const UNDER_WAY =
  'The first request with this Idempotency-Key is still under way. Send it again in a few seconds.';

const PURPOSE = 'outcome';

/** What an outcome keeps; the receipt is made again from it and the fields of the retry. */
type Kept = Omit<Delivered, 'receipt'>;

/** What makes two submissions one: what is delivered, and how it is answered. */
function describeRequest({ fields, subject, attachJson, redirect, test }: Submission): string {
  return JSON.stringify([Array.from(fields), subject, attachJson, redirect, test]);
}

/** At most one delivery for each Idempotency-Key of a form, on all nodes that share the store. */
export function createDeliverOnce(parts: Parts): DeliverOnce {
  const { outcomes, keyring, deliverSubmission, signReceipt, log, now } = parts;

  const isEnded = ({ claimedAt }: Claim) => now() - claimedAt >= KEPT_FOR;
  const isAbandoned = ({ claimedAt }: Claim) => now() - claimedAt >= ABANDONED_AFTER;

  /** The row that rules: with this very claim, or with the outcome of another one. */
  async function settleClaim(subject: KeyedHash, request: KeyedHash, claim: string) {
    const mine = (): Claim => ({ request, claim, claimedAt: now() });
    let row = await outcomes.claim(subject, mine());
    for (let look = 0; look < LOOKS.times; look += 1) {
      if (row?.claim === claim) return row;
      const current: OutcomeRow | undefined = row && !isEnded(row) ? row : undefined;
      if (current && !secretsEqual(current.request, request)) {
        throw new ServiceError('idempotency_key_conflict');
      }
      if (current?.sealed) return current;
      if (!row) row = await outcomes.claim(subject, mine());
      else if (!current || isAbandoned(row)) {
        row = await outcomes.takeOver(subject, row.claim, mine(), now() - KEPT_FOR);
      } else {
        await wait(LOOKS.every);
        row = await outcomes.find(subject);
      }
    }
    const details = { retry_after_seconds: TRY_AFTER };
    throw new ServiceError('delivery_failed', details, { message: UNDER_WAY });
  }

  /** The mail server has the message: what cannot be kept now changes no answer. */
  async function settle(
    subject: KeyedHash,
    claim: string,
    { receipt: _made, ...kept }: Delivered,
  ): Promise<void> {
    await outcomes.settle(subject, claim, seal(keyring, PURPOSE, subject, JSON.stringify(kept)));
  }

  async function deliver(
    subject: KeyedHash,
    claim: string,
    ...delivery: Parameters<DeliverSubmission>
  ) {
    const [{ formId }, , requestId] = delivery;
    const report = (error: unknown) => log.outcomeNotKept({ requestId, formId, error });
    let delivered: Delivered;
    try {
      delivered = await deliverSubmission(...delivery);
    } catch (error) {
      // A loss is worse than a duplicate: whatever became of the mail, a retry tries again.
      await outcomes.release(subject, claim).catch(report);
      throw error;
    }
    await settle(subject, claim, delivered).catch(report);
    return delivered;
  }

  function replay(
    subject: KeyedHash,
    sealed: string,
    { formId }: Route,
    fields: Fields,
  ): Delivered {
    const kept = JSON.parse(unseal(keyring, PURPOSE, subject, sealed)) as Kept;
    const { id, at } = kept;
    return { ...kept, receipt: signReceipt({ id, at, formId, facts: toFacts(fields) }) };
  }

  return async (route, submission, { requestId, idempotencyKey }) => {
    if (idempotencyKey === undefined) return deliverSubmission(route, submission, requestId);
    const { formId } = route;
    const hash = (purpose: 'submission-key' | 'submission-request', ...rest: string[]) =>
      keyedHash(keyring, purpose, formId, idempotencyKey, ...rest);
    const subject = hash('submission-key');
    const request = hash('submission-request', describeRequest(submission));
    const claim = randomBytes(12).toString('base64url');
    const row = await settleClaim(subject, request, claim);
    if (!row.sealed) return deliver(subject, claim, route, submission, requestId);
    log.submissionReplayed({ requestId, formId });
    return replay(subject, row.sealed, route, submission.fields);
  };
}
