import { LIMITS } from '../../contract/limits.ts';
import { imitatesNotice } from '../../delivery/mail/notice-subjects.ts';
import type { Route } from '../routes/route.ts';
import { firstCodePoints, toSingleLine } from '../../platform/text/clean-text.ts';
import type { Submission } from './submission.ts';

/**
 * The subject of a submission's mail, behind the marks it has: its own, or the form's name. One that
 * could be taken for a notice to the owner is introduced as a submission's.
 */
export function mailSubjectOf(
  { alias }: Pick<Route, 'alias'>,
  { subject, test, suspicions }: Submission,
): string {
  const isOwn = subject !== undefined && !imitatesNotice(subject);
  const plain = isOwn
    ? subject
    : toSingleLine(`New submission: ${subject ?? alias}`, LIMITS.subjectCodePoints);
  const marks = `${test ? '[Test] ' : ''}${suspicions ? '[Suspicious] ' : ''}`;
  return firstCodePoints(marks + plain, LIMITS.subjectCodePoints);
}
