import type { Context } from '../platform/context.ts';
import { LIMITS } from '../contract/limits.ts';
import type { SubmissionAccepted } from '../contract/schemas.ts';
import type { Allowance } from '../inboxes/allowance.ts';
import { placesOf } from '../forms/targets/places.ts';
import type { Route } from '../forms/route.ts';
import { confirmedCopies } from '../forms/settings/copies.ts';
import type { Passing, Submitter } from './gates/gate.ts';
import type { Pass } from './plan.ts';
import { mailSubjectOf } from '../mail/mail-subject.ts';
import type { Mark } from './suspicion/reasons.ts';
import { toSingleLine } from '../platform/text/clean-text.ts';
import type { Submission } from './posted/submission.ts';
import type { UploadedFile } from './files/file-content.ts';

/** Checks a submission like a real one, and says what would happen to it. */
export type DryRun = (
  route: Route,
  submission: Submission,
  submitter: Submitter,
  /** It is by who holds the form. */
  isHolder: boolean,
) => Promise<SubmissionAccepted>;

const SENT = 'Dry run: nothing was sent. A real submission like this one would be sent.';
const DROPPED =
  'Dry run: nothing was sent. A real submission like this one would be dropped, because a spam ' +
  'trap is filled, and would still look like a success.';

const describeFile = ({ field, name, size, type }: UploadedFile) => ({
  field: toSingleLine(field, LIMITS.fieldNameCharacters),
  name: toSingleLine(name, LIMITS.fieldNameCharacters),
  size,
  type,
});

function wouldDo(route: Route, submission: Submission, isHolder: boolean) {
  const { redirect, trapped, files } = submission;
  const places = placesOf(route);
  const reached = trapped ? [] : places.filter(({ off }) => !off);
  const deliver = {
    email: false,
    webhook: false,
    ...Object.fromEntries(places.map(({ channel }) => [channel, false])),
    ...Object.fromEntries(reached.map(({ channel }) => [channel, true])),
    ...(!trapped && confirmedCopies(route).length > 0 && { copies: true }),
  };
  return {
    deliver,
    subject: mailSubjectOf(route, submission),
    reply_to: submission.replyTo ?? null,
    redirect: redirect instanceof URL ? redirect.href : (route.settings.redirect ?? null),
    trapped,
    ...(isHolder && { suspicious: [...(submission.suspicions ?? [])] }),
    attach_json: submission.attachJson,
    ...(files && !trapped && { files: files.map(describeFile) }),
    test: submission.test !== undefined,
  };
}

/**
 * Makes every check of a real submission, but sends nothing and only counts against separate rates.
 * Who holds the form sees its marks and the counts of the month: spammers would try texts until one has none.
 */
export function createDryRun(
  { links, log }: Context,
  pass: Pass,
  mark: Mark,
  allowance: Allowance,
): DryRun {
  return async (found, asked, submitter, isHolder) => {
    const { trapped, dryRun: fields = [] } = asked;
    const { requestId } = submitter;
    const passing: Passing = {
      ...submitter,
      purpose: 'dry-run',
      isBlind: !isHolder,
      route: found,
      submission: asked,
      undos: [],
    };
    const counts = trapped ? undefined : await pass(passing, () => allowance.look(passing.route));
    if (trapped && isHolder) {
      passing.submission = mark(found, asked, { remember: false }).submission;
    }
    const { route, submission } = passing;
    log.submissionRehearsed({ requestId, formId: route.formId });
    return {
      success: true,
      ok: true,
      dry_run: true,
      message: trapped ? DROPPED : SENT,
      next: links.thanks(),
      would: wouldDo(route, submission, isHolder),
      fields: fields.map((field) => ({ ...field })),
      ...(isHolder && counts),
    };
  };
}
