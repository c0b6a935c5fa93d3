import type { Context } from '../platform/context.ts';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import {
  keyedDigest,
  keyedHash,
  secretsEqual,
  type KeyedHash,
} from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { ringOf, seal, unseal, type SealingRing } from '../platform/secrets/sealed-box.ts';
import type { Reservation } from '../inboxes/allowance.ts';
import type { Route } from '../forms/route.ts';
import type { Claim, OutcomeRow, OutcomeStore } from '../platform/stores/outcome-table.ts';
import type { Submission } from './posted/submission.ts';

/** A successful delivery, as its submitter sees it. */
export interface Delivered {
  /** Its id for webhook receivers and in its receipt; `msg_` and a UUID. */
  id: string;
  /** When it was accepted; milliseconds since the epoch. */
  at: number;
  /** The outcome of each channel of the route. */
  report: Record<string, string>;
  /** The counts of the month, where the deployment has a monthly limit. */
  counts: Reservation['counts'];
  /** Signed proof of it. */
  receipt: string;
}

/** The outcome of an earlier delivery, or the right to make the one delivery of a key. */
type ClaimedKey =
  | { outcome: Delivered }
  | {
      outcome: undefined;
      /** Stores the outcome of the delivery. Never throws: the mail server has the message. */
      keep(delivered: Delivered): Promise<void>;
      /** Lets a retry deliver. Never throws. */
      giveUp(): Promise<void>;
    };

/** Claims the Idempotency-Key of a submission, so that at most one delivery is made for it. */
export type ClaimKey = (
  route: Route,
  submission: Submission,
  key: { requestId: string; idempotencyKey: string },
) => Promise<ClaimedKey>;

/** How often a retry looks for the outcome of the first request, and how many milliseconds apart. */
const LOOKS = { times: 100, every: 100 };

/** Milliseconds after which no delivery is under way any more: its process died. */
const ABANDONED_AFTER = 60_000;

/** Milliseconds between tries to release a claim that the store did not take back. */
const RELEASE_EVERY = 3_000;

/** Claims that wait to be released; beyond that they end when they count as abandoned. */
const MOST_RELEASES = 200;

const KEPT_FOR = LIMITS.submissionRetryHours * 3_600_000;

/** Seconds after which the first request has certainly been answered. */
const TRY_AFTER = 30;

const UNDER_WAY =
  'The first request with this Idempotency-Key is still under way. Send it again in a few seconds.';

const [PURPOSE, RECEIPT] = ['outcome', 'receipt'];

/** The stored outcome. */
interface Kept extends Omit<Delivered, 'receipt'> {
  /** Sealed by the Idempotency-Key, which is not stored. */
  receipt: string;
}

/** Two submissions are the same if they deliver the same and are answered the same way. */
function describeRequest(submission: Submission): string {
  const { fields, subject, attachJson, redirect, test, files } = submission;
  const sent = files?.map(({ field, name, type, size, sha256 }) => [
    field,
    name,
    type,
    size,
    sha256,
  ]);
  return JSON.stringify([Array.from(fields), subject, attachJson, redirect, test, sent]);
}

/** The valid row: it has this claim, or the outcome of another one. */
async function findRuling(
  { store: { outcomes }, now }: Pick<Context, 'store' | 'now'>,
  subject: KeyedHash,
  request: KeyedHash,
  claim: string,
): Promise<OutcomeRow> {
  const isEnded = ({ claimedAt }: Claim) => now() - claimedAt >= KEPT_FOR;
  const isAbandoned = ({ claimedAt }: Claim) => now() - claimedAt >= ABANDONED_AFTER;
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

/** The names that a key and its request have in the store. */
function hashesOf(keyring: Keyring, formId: string, key: string, submission: Submission) {
  const hash = (purpose: 'submission-key' | 'submission-request', ...rest: string[]) =>
    keyedHash(keyring, purpose, formId, key, ...rest);
  return {
    subject: hash('submission-key'),
    request: hash('submission-request', describeRequest(submission)),
  };
}

/** Whether this very submission was or is being delivered with its key; changes nothing. */
export type KnowsKey = (route: Route, submission: Submission, key: string) => Promise<boolean>;

export function createKnowsKey({ store: { outcomes }, keyring, now }: Context): KnowsKey {
  return async ({ formId }, submission, key) => {
    const { subject, request } = hashesOf(keyring, formId, key, submission);
    const row = await outcomes.find(subject);
    if (!row || now() - row.claimedAt >= KEPT_FOR) return false;
    return secretsEqual(row.request, request);
  };
}

/** Gives claims back, also after an outage of the store. Resolves after the first try, and never rejects. */
function createRelease(outcomes: OutcomeStore) {
  let waiting = 0;

  async function tryAgain(tryOnce: () => Promise<boolean>): Promise<void> {
    if (waiting >= MOST_RELEASES) return;
    waiting += 1;
    for (let waited = 0; waited < ABANDONED_AFTER; waited += RELEASE_EVERY) {
      await wait(RELEASE_EVERY, undefined, { ref: false });
      if (await tryOnce().catch(() => false)) break;
    }
    waiting -= 1;
  }

  /** A claim in doubt may be written after a first release that finds no row. */
  return async (
    subject: KeyedHash,
    claim: string,
    { inDoubt, report }: { inDoubt: boolean; report: (error: unknown) => void },
  ): Promise<void> => {
    const tryOnce = async () => (await outcomes.release(subject, claim)) || !inDoubt;
    try {
      if (!(await tryOnce())) void tryAgain(tryOnce);
    } catch (error) {
      report(error);
      void tryAgain(tryOnce);
    }
  };
}

/** One delivery for each Idempotency-Key of a form, on all nodes that share the store (ADR 27). */
export function createClaimKey(context: Context): ClaimKey {
  const {
    store: { outcomes },
    keyring,
    log,
  } = context;
  const release = createRelease(outcomes);

  /** The stored outcome, with its receipt. */
  function reopen(subject: KeyedHash, sealed: string, ring: SealingRing): Delivered {
    const kept = JSON.parse(unseal(keyring, PURPOSE, subject, sealed)) as Kept;
    return { ...kept, receipt: unseal(ring, RECEIPT, subject, kept.receipt) };
  }

  return async ({ formId }, submission, { requestId, idempotencyKey }) => {
    const { subject, request } = hashesOf(keyring, formId, idempotencyKey, submission);
    const claim = randomBytes(12).toString('base64url');
    const report = (error: unknown) => log.outcomeNotKept({ requestId, formId, error });
    const giveUp = (inDoubt = false) => release(subject, claim, { inDoubt, report });
    const { sealed } = await findRuling(context, subject, request, claim).catch(
      (error: unknown) => {
        // A claim whose answer was lost may stand, and would keep retries out.
        if (!(error instanceof ServiceError)) void giveUp(true);
        throw error;
      },
    );
    // With a receipt, guesses of its fields can be tested: the service's keys alone must not open it.
    const ring = ringOf(keyedDigest(keyring, 'submission-receipt', formId, idempotencyKey));
    if (sealed) {
      log.submissionReplayed({ requestId, formId });
      return { outcome: reopen(subject, sealed, ring) };
    }
    return {
      outcome: undefined,
      async keep(delivered) {
        try {
          const receipt = seal(ring, RECEIPT, subject, delivered.receipt);
          const box = seal(keyring, PURPOSE, subject, JSON.stringify({ ...delivered, receipt }));
          await outcomes.settle(subject, claim, box);
        } catch (error) {
          report(error);
        }
      },
      giveUp: () => giveUp(),
    };
  };
}
