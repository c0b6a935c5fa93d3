import { referenceOf } from '../contract/names.ts';
import type { SubmissionAccepted } from '../contract/schemas.ts';
import type { Route } from '../forms/route.ts';
import type { Delivered } from './delivery-keys.ts';
import type { Plan } from './plan.ts';
import type { Submission } from './posted/submission.ts';

/** The answer to a received submission, and where the visitor goes next. */
export interface Accepted {
  body: SubmissionAccepted;
  /** The thanks of the form's owner, where it has its own. */
  ownMessage?: string | undefined;
  redirect?: URL;
  /** Programs that ask for JSON get the body, with the redirect in its `next`. */
  orJson?: boolean;
}

/**
 * The visitor's next page: the page's redirect, else that of the settings. Other programs, clients
 * with `_next` and browser scripts get it in the body, because they cannot follow a redirect.
 */
export function accept(
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

/** The answer that describes a delivery. */
export function describe(
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
