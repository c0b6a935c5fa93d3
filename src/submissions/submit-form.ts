import type { SubmissionAccepted } from '../contract/schemas.ts';
import type { Log } from '../platform/log/log.ts';
import type { Arrival } from './delivery.ts';
import type { Reservation } from '../inboxes/allowance.ts';
import type { Links } from '../contract/links.ts';
import type { Route } from '../forms/route.ts';
import type { Admit, Submitter } from './admission.ts';
import type { DeliverOnce } from './deliver-once.ts';
import type { Deliverer } from './deliverer.ts';
import type { ClaimedKey, ClaimKey, Delivered } from './delivery-keys.ts';
import type { DryRun } from './dry-run.ts';
import type { HoldsForm } from './form-holder.ts';
import type { Submission } from './posted/submission.ts';
import type { CountTrapped } from './trapped-submission.ts';

/** The answer to a received submission, and where the visitor goes next. */
export interface Accepted {
  body: SubmissionAccepted;
  redirect?: URL;
  /** Programs that ask for JSON get the body, with the redirect in its `next`. */
  orJson?: boolean;
  /** What became of it; a dry run, and an answer that is repeated, are not counted and have none. */
  arrival?: Arrival;
}

export type SubmitForm = (
  route: Route,
  submission: Submission,
  submitter: Submitter,
) => Promise<Accepted>;

/** Tells the owner how much of the monthly allowance is used, at certain levels. */
export type TellUse = (
  route: Route,
  use: NonNullable<Reservation['counts']> & { at: number },
  requestId: string,
) => void;

interface Parts {
  holdsForm: HoldsForm;
  dryRun: DryRun;
  countTrapped: CountTrapped;
  admit: Admit;
  claimKey: ClaimKey;
  deliverer: Pick<Deliverer, 'deliver'>;
  deliverOnce: DeliverOnce;
  tellUse: TellUse;
  links: Links;
  log: Log;
}

const RECEIVED = 'Thank you. Your message was received.';

/**
 * Where the visitor goes: the page's redirect, else that of the settings. Programs that did not write
 * the page, and client packages that send `_next`, find it in the body: they cannot follow a redirect.
 */
function accept(
  body: SubmissionAccepted,
  { settings }: Route,
  { redirect, redirectField }: Submission,
): Accepted {
  const isAsked = redirect instanceof URL;
  if (isAsked && redirectField !== '_next') return { body, redirect };
  if (!isAsked && settings.redirect === undefined) return { body };
  const target = isAsked ? redirect : new URL(settings.redirect ?? '');
  return { body: { ...body, next: target.href }, redirect: target, orJson: true };
}

/** The properties of an answer that describe a delivery. */
function describe({ report, id, receipt, counts }: Delivered, { test }: Submission) {
  return {
    ...(test && { test: true, echo: test.echo }),
    delivery: report,
    delivery_id: id,
    receipt,
    ...counts,
  };
}

/** Tells a test by who holds the form from those of strangers, which are judged like every submission. */
async function findOwnTest(
  holdsForm: HoldsForm,
  { formId }: Route,
  sent: Submission,
  { authorization }: Submitter,
): Promise<Submission> {
  return (await holdsForm(formId, authorization)) ? { ...sent, isOwnTest: true } : sent;
}

/** What happens to a submission, from top to bottom; its order is docs/decisions/0006. */
export function createSubmitForm(parts: Parts): SubmitForm {
  const { holdsForm, dryRun, countTrapped, admit, claimKey } = parts;
  const { deliverer, deliverOnce, tellUse, links, log } = parts;

  return async (found, sent, submitter) => {
    const { requestId, caller, idempotencyKey } = submitter;
    const asked = sent.test ? await findOwnTest(holdsForm, found, sent, submitter) : sent;
    if (asked.dryRun) return { body: await dryRun(found, asked, submitter) };
    // Until its inbox has confirmed, a form has no say about what strangers read.
    const own = found.status === 'active' ? found.settings.success_message : undefined;
    const message = own ?? RECEIVED;
    const received = { success: true, message, next: links.thanks() } as const;
    if (asked.trapped) {
      const leads = await countTrapped(found, asked, submitter);
      const answer = leads ? accept(received, found, asked) : { body: received };
      return { ...answer, arrival: 'trapped' };
    }

    const admitted = await admit('submit', found, asked, submitter);
    const { route, submission, solution, withdraw } = admitted;
    const { formId } = route;
    let key: ClaimedKey | undefined;
    let delivered: Delivered;
    try {
      if (idempotencyKey !== undefined) {
        key = await claimKey(route, submission, { requestId, idempotencyKey });
      }
      if (key?.outcome) {
        withdraw();
        return accept({ ...received, ...describe(key.outcome, asked) }, route, asked);
      }
      const once = { requestId, caller, route, submission, solution };
      delivered = await deliverOnce(once, deliverer.deliver);
    } catch (error) {
      withdraw();
      // A loss is worse than a duplicate: even if the mail may have arrived, a retry delivers again.
      if (key && !key.outcome) await key.giveUp();
      throw error;
    }
    const { suspicions } = submission;
    if (suspicions) log.submissionMarked({ requestId, formId, suspicions });
    if (key) await key.keep(delivered);
    const { at, counts } = delivered;
    if (counts) tellUse(route, { at, ...counts }, requestId);
    const body = { ...received, ...describe(delivered, asked) };
    const arrival = solution?.isSolved ? 'solved' : suspicions ? 'marked' : 'plain';
    return { ...accept(body, route, asked), arrival };
  };
}
