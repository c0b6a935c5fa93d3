import { LIMITS } from '../contract/limits.ts';
import type { SubmissionAccepted } from '../contract/schemas.ts';
import type { Route } from '../forms/route.ts';
import { confirmedCopies, gets } from '../forms/settings/copies.ts';
import { placesOf } from '../forms/targets/places.ts';
import type { Reservation } from '../inboxes/allowance.ts';
import { mailSubjectOf } from '../mail/mail-subject.ts';
import { toSingleLine } from '../platform/text/clean-text.ts';
import type { UploadedFile } from './files/file-content.ts';
import type { Passing } from './gates/gate.ts';
import type { Submission } from './posted/submission.ts';

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
  const isFor = (copy: Parameters<typeof gets>[0]) => gets(copy, submission.fields);
  const reached = trapped ? [] : places.filter(({ off }) => !off);
  const deliver = {
    email: false,
    webhook: false,
    ...Object.fromEntries(places.map(({ channel }) => [channel, false])),
    ...Object.fromEntries(reached.map(({ channel }) => [channel, true])),
    ...(!trapped && confirmedCopies(route).some(isFor) && { copies: true }),
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
 * Answers a dry run. Only the form's owner sees marks and the month's counts: spammers would try
 * texts until they get no mark.
 */
export function describeDryRun(
  { route, submission }: Passing,
  isHolder: boolean,
  next: string,
  counts: Reservation['counts'],
): SubmissionAccepted {
  const { trapped, dryRun: fields = [] } = submission;
  return {
    success: true,
    ok: true,
    dry_run: true,
    message: trapped ? DROPPED : SENT,
    next,
    would: wouldDo(route, submission, isHolder),
    fields: fields.map((field) => ({ ...field })),
    ...(isHolder && counts),
  };
}
