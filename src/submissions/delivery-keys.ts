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
import type { Claim, OutcomeRow } from '../platform/stores/outcome-table.ts';
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
  /** Its signed proof. */
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

/** How often a retry checks the first request's outcome, and the milliseconds between checks. */
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

/** The stored outcome, with its receipt. */
function reopen(keyring: Keyring, subject: KeyedHash, sealed: string, ring: SealingRing) {
  const kept = JSON.parse(unseal(keyring, PURPOSE, subject, sealed)) as Kept;
  return { ...kept, receipt: unseal(ring, RECEIPT, subject, kept.receipt) };
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

/** Describes the return of a claim. */
interface Release {
  subject: KeyedHash;
  claim: string;
  /** It may be written after a first release that finds no row. */
  inDoubt: boolean;
  report: (error: unknown) => void;
}

/** One delivery for each Idempotency-Key of a form, on all nodes that share the store (ADR 27). */
export class DeliveryKeys {
  readonly #context: Context;
  /** Claims that wait to be released. */
  #waiting = 0;

  constructor(context: Context) {
    this.#context = context;
  }

  /** True if this very submission was or is being delivered with its key; changes nothing. */
  async knows({ formId }: Route, submission: Submission, key: string): Promise<boolean> {
    const { keyring, store, now } = this.#context;
    const { subject, request } = hashesOf(keyring, formId, key, submission);
    const row = await store.outcomes.find(subject);
    if (!row || now() - row.claimedAt >= KEPT_FOR) return false;
    return secretsEqual(row.request, request);
  }

  /** Claims the key of a submission, so that at most one delivery is made for it. */
  async claim(
    { formId }: Route,
    submission: Submission,
    { requestId, idempotencyKey }: { requestId: string; idempotencyKey: string },
  ): Promise<ClaimedKey> {
    const { keyring, store, log } = this.#context;
    const { subject, request } = hashesOf(keyring, formId, idempotencyKey, submission);
    const claim = randomBytes(12).toString('base64url');
    const report = (error: unknown) => log.outcomeNotKept({ requestId, formId, error });
    const giveUp = (inDoubt = false) => this.#release({ subject, claim, inDoubt, report });
    const { sealed } = await findRuling(this.#context, subject, request, claim).catch(
      (error: unknown) => {
        // A claim whose answer was lost may stand, and would keep retries out.
        if (!(error instanceof ServiceError)) void giveUp(true);
        throw error;
      },
    );
    // A receipt lets anybody test guesses of its fields: the service's keys alone must not open it.
    const ring = ringOf(keyedDigest(keyring, 'submission-receipt', formId, idempotencyKey));
    if (sealed) {
      log.submissionReplayed({ requestId, formId });
      return { outcome: reopen(keyring, subject, sealed, ring) };
    }
    return {
      outcome: undefined,
      async keep(delivered) {
        try {
          const receipt = seal(ring, RECEIPT, subject, delivered.receipt);
          const box = seal(keyring, PURPOSE, subject, JSON.stringify({ ...delivered, receipt }));
          await store.outcomes.settle(subject, claim, box);
        } catch (error) {
          report(error);
        }
      },
      giveUp: () => giveUp(),
    };
  }

  /** Returns a claim, even after an outage of the store. Resolves after one try; never rejects. */
  async #release({ subject, claim, inDoubt, report }: Release): Promise<void> {
    const { outcomes } = this.#context.store;
    const tryOnce = async () => (await outcomes.release(subject, claim)) || !inDoubt;
    try {
      if (!(await tryOnce())) void this.#tryAgain(tryOnce);
    } catch (error) {
      report(error);
      void this.#tryAgain(tryOnce);
    }
  }

  async #tryAgain(tryOnce: () => Promise<boolean>): Promise<void> {
    if (this.#waiting >= MOST_RELEASES) return;
    this.#waiting += 1;
    for (let waited = 0; waited < ABANDONED_AFTER; waited += RELEASE_EVERY) {
      await wait(RELEASE_EVERY, undefined, { ref: false });
      if (await tryOnce().catch(() => false)) break;
    }
    this.#waiting -= 1;
  }
}
