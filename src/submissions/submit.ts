import type { ErrorCode } from '../contract/error-codes.ts';
import { referenceOf } from '../contract/names.ts';
import type { SubmissionAccepted } from '../contract/schemas.ts';
import { ServiceError } from '../contract/service-error.ts';
import type { Routes } from '../forms/index.ts';
import type { Route } from '../forms/route.ts';
import { isMuchUsed, type Reservation } from '../inboxes/allowance.ts';
import type { Log } from '../platform/log/log.ts';
import type { Deliver } from './deliver.ts';
import type { Arrival, NoteArrival } from './delivery.ts';
import type { ClaimKey, Delivered } from './delivery-keys.ts';
import type { DryRun } from './dry-run.ts';
import { undo, type Attempt, type Passing, type Submitter } from './gates/gate.ts';
import type { Refusable } from './gates/client-refusals.ts';
import type { CountTrapped } from './gates/trap.ts';
import type { Pass, Plan, PlanOf } from './plan.ts';
import type { Submission } from './posted/submission.ts';

/** The answer to a received submission, and where the visitor goes next. */
export interface Accepted {
  body: SubmissionAccepted;
  redirect?: URL;
  /** Programs that ask for JSON get the body, with the redirect in its `next`. */
  orJson?: boolean;
  /** Its outcome; a dry run, and an answer that is repeated, are not counted and have none. */
  arrival?: Arrival;
  /** When it was accepted, if it was delivered: the day on which it counts, as its receipt and its mail have it. */
  at?: number;
}

export type SubmitForm = (
  route: Route,
  submission: Submission,
  submitter: Submitter,
) => Promise<Accepted>;

/** Tells the owner how much of the monthly allowance is used, once `isMuchUsed`. */
export type TellUse = (
  route: Route,
  use: NonNullable<Reservation['counts']> & { at: number },
  requestId: string,
) => void;

export interface SubmitParts {
  authorize: Routes['authorize'];
  dryRun: DryRun;
  countTrapped: CountTrapped;
  planOf: PlanOf;
  pass: Pass;
  claimKey: ClaimKey;
  deliver: Deliver;
  tellUse: TellUse;
  noteArrival: NoteArrival;
  log: Log;
}

/**
 * Where the visitor goes: the page's redirect, else that of the settings. Programs that did not write
 * the page, and client packages that send `_next`, find it in the body: they cannot follow a redirect.
 * A script in a browser cannot follow any.
 */
function accept(
  body: SubmissionAccepted,
  { settings }: Route,
  { redirect, redirectField }: Submission,
): Accepted {
  const isAsked = redirect instanceof URL;
  if (!isAsked && settings.redirect === undefined) return { body };
  const target = isAsked ? redirect : new URL(settings.redirect ?? '');
  const orJson = !isAsked || redirectField === '_next';
  return { body: { ...body, next: target.href }, redirect: target, orJson };
}

/** A delivery; one that was made before with the same Idempotency-Key is not counted again. */
type Once = Delivered & { isRepeated?: true };

/** The answer that describes a delivery. */
function describe(
  { success, ok, message, next }: Plan['received'],
  { report, id, receipt, counts }: Delivered,
  { test }: Submission,
): SubmissionAccepted {
  return {
    success,
    ok,
    message,
    next,
    ...(test && { test: true, echo: test.echo }),
    delivery: report,
    delivery_id: id,
    reference: referenceOf(id),
    receipt,
    ...counts,
  };
}

/** Whether an Authorization header has the management token of a form, or a session of its inbox. */
async function isHolder(
  authorize: Routes['authorize'],
  { formId }: Route,
  { authorization }: Submitter,
): Promise<boolean> {
  if (authorization === undefined) return false;
  try {
    await authorize(formId, authorization);
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.status < 500) return false;
    throw error;
  }
}

/** Refusals that programs cause far more often than people. */
const HELD_BACK: ReadonlySet<ErrorCode> = new Set([
  'challenge_required',
  'origin_not_allowed',
  'rate_limited',
  'submission_invalid',
]);

/** Whether a refusal of an active form tells of an attack. */
const isHeldBack = ({ status }: Route, error: unknown): boolean =>
  status === 'active' && error instanceof ServiceError && HELD_BACK.has(error.code);

/** Throws `rate_limited` for a request that would be refused in the end, whatever it brings. */
export type BeginAttempt = (
  route: Route,
  asker: { who: Refusable; requestId: string },
  /** It has a key of the form: whom it speaks for is known once its body is read. */
  isServer: boolean,
) => Attempt;

/** Notes what is refused before it is read. */
export const noteRefusals =
  (
    begin: (route: Route, who: Refusable, isServer: boolean) => Attempt,
    noteArrival: NoteArrival,
  ): BeginAttempt =>
  (route, { who, requestId }, isServer) => {
    try {
      return begin(route, who, isServer);
    } catch (error) {
      if (isHeldBack(route, error)) noteArrival(route, 'held_back', requestId);
      throw error;
    }
  };

/** The way of a submission, from top to bottom. */
export class Submit {
  readonly #parts: SubmitParts;

  constructor(parts: SubmitParts) {
    this.#parts = parts;
  }

  readonly form: SubmitForm = async (route, submission, submitter) => {
    const { noteArrival } = this.#parts;
    const { requestId } = submitter;
    try {
      const accepted = await this.#submit(route, submission, submitter);
      const { arrival } = accepted;
      if (arrival && route.status === 'active') noteArrival(route, arrival, requestId);
      return accepted;
    } catch (error) {
      const isNoted = !submission.dryRun && isHeldBack(route, error);
      if (isNoted) noteArrival(route, 'held_back', requestId);
      throw error;
    }
  };

  async #submit(found: Route, sent: Submission, submitter: Submitter): Promise<Accepted> {
    const { authorize, dryRun, countTrapped, planOf, pass, deliver } = this.#parts;
    if (sent.byServer) submitter.attempt?.speakFor?.(submitter.caller);
    const mayKnow = sent.test !== undefined || sent.dryRun !== undefined;
    const isKnown = mayKnow && (await isHolder(authorize, found, submitter));
    // Tests of strangers are judged like every submission.
    const asked: Submission = sent.test && isKnown ? { ...sent, isOwnTest: true } : sent;
    if (asked.dryRun) return { body: await dryRun(found, asked, submitter, isKnown) };
    const { received } = planOf(found);
    if (asked.trapped) {
      const leads = await countTrapped(found, asked, submitter);
      const answer = leads ? accept(received, found, asked) : { body: received };
      return { ...answer, arrival: 'trapped' };
    }
    const { caller, server, requestId, idempotencyKey: key, authorization, attempt } = submitter;
    const passing: Passing = {
      caller,
      server,
      requestId,
      idempotencyKey: key,
      authorization,
      attempt,
      purpose: 'submit',
      isBlind: false,
      route: found,
      submission: asked,
      solution: undefined,
      undos: [],
    };
    const delivered: Once = await pass(passing, () =>
      key === undefined ? deliver(passing, 'queue') : this.#deliverOnce(passing, key),
    );
    const accepted = accept(describe(received, delivered, asked), passing.route, asked);
    if (!delivered.isRepeated) {
      accepted.arrival = this.#note(passing, delivered);
      accepted.at = delivered.at;
    }
    return accepted;
  }

  /** One delivery, or the outcome of the one that was made with the same Idempotency-Key. */
  async #deliverOnce(passing: Passing, idempotencyKey: string): Promise<Once> {
    const { claimKey, deliver } = this.#parts;
    const { route, submission, requestId, undos } = passing;
    const key = await claimKey(route, submission, { requestId, idempotencyKey });
    if (key.outcome) {
      await undo(passing);
      return { ...key.outcome, isRepeated: true };
    }
    // A loss is worse than a duplicate: even if the mail may have arrived, a retry delivers again.
    undos.push(key.giveUp);
    const { reasons: _none, ...delivered } = await deliver(passing, 'queue');
    await key.keep(delivered);
    return delivered;
  }

  /** Tells the log and the owner of a delivery; returns what it is for the watch over attacks. */
  #note(passing: Passing, { at, counts }: Delivered): Arrival {
    const { log, tellUse } = this.#parts;
    const { route, submission, solution, requestId } = passing;
    const { suspicions } = submission;
    if (suspicions) log.submissionMarked({ requestId, formId: route.formId, suspicions });
    if (counts && isMuchUsed(counts)) tellUse(route, { at, ...counts }, requestId);
    return solution?.isSolved ? 'solved' : suspicions ? 'marked' : 'plain';
  }
}
