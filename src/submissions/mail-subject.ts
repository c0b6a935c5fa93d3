import { LIMITS } from '../contract/limits.ts';
import type { Route } from '../routes/route.ts';
import { firstCodePoints, toSingleLine } from '../text/clean-text.ts';
import type { Submission } from './submission.ts';

/** The subject of a submission's mail: its own or the form's name, behind the marks it has. */
export function mailSubjectOf(
  { alias }: Pick<Route, 'alias'>,
  { subject, test, suspicions }: Submission,
): string {
  const plain = subject ?? toSingleLine(`New submission: ${alias}`, LIMITS.subjectCodePoints);
  const marks = `${test ? '[Test] ' : ''}${suspicions ? '[Suspicious] ' : ''}`;
  return firstCodePoints(marks + plain, LIMITS.subjectCodePoints);
}
