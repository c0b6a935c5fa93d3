import type { SubmissionAccepted } from '../../contract/schemas.ts';
import type { Links } from '../routes/links.ts';
import type { Route } from '../routes/route.ts';
import type { Admit, Submitter } from './admission.ts';
import type { DeliverOnce } from './deliver-once.ts';
import type { DryRun } from './dry-run.ts';
import type { Submission } from './submission.ts';
import type { CountTrapped } from './trapped-submission.ts';

/** A submission that counts as received, and where the visitor goes next. */
export interface Accepted {
  body: SubmissionAccepted;
  redirect?: URL;
  /** A program that asks for JSON gets the body, whose `next` is the redirect. */
  orJson?: boolean;
}

export type SubmitForm = (
  route: Route,
  submission: Submission,
  submitter: Submitter,
) => Promise<Accepted>;

interface Parts {
  admit: Admit;
  dryRun: DryRun;
  countTrapped: CountTrapped;
  deliverOnce: DeliverOnce;
  links: Links;
}

const RECEIVED = 'Thank you. Your message was received.';

/** Client packages that send `_next` read where it leads, and cannot follow a redirect. */
function accept(body: SubmissionAccepted, { redirect, redirectField }: Submission): Accepted {
  if (!(redirect instanceof URL)) return { body };
  if (redirectField !== '_next') return { body, redirect };
  return { body: { ...body, next: redirect.href }, redirect, orJson: true };
}

/** Contract, "Submit"; the order of the checks is docs/decisions/0006. */
export function createSubmitForm(parts: Parts): SubmitForm {
  const { admit, dryRun, countTrapped, deliverOnce, links } = parts;

  return async (found, submission, submitter) => {
    if (submission.dryRun) return { body: await dryRun(found, submission, submitter) };
    const received = { success: true, message: RECEIVED, next: links.thanks() } as const;
    if (submission.trapped) {
      const leads = await countTrapped(found, submission, submitter);
      return leads ? accept(received, submission) : { body: received };
    }
    const { test } = submission;
    const route = await admit('submit', found, submission, submitter);
    const delivered = await deliverOnce(route, submission, submitter);
    const body: SubmissionAccepted = {
      ...received,
      ...(test && { test: true, echo: test.echo }),
      delivery: delivered.report,
      delivery_id: delivered.id,
      receipt: delivered.receipt,
      ...delivered.counts,
    };
    return accept(body, submission);
  };
}
