import { mailLanguageOf } from '../../catalogs/languages.ts';
import type { MailFact } from '../../mail/quoted-facts.ts';
import { mailSubjectOf } from '../../mail/mail-subject.ts';
import { toMailContent } from '../posted/mail-content.ts';
import { markAlso } from '../suspicion/reasons.ts';
import { hasSolution, type NeedsSolution } from './challenge.ts';
import type { Gate, Passing } from './gate.ts';
import type { ExpectFormLeft } from './rate.ts';

/** The parts of a submission that a filter reads: the subject, and the fields as the mail shows them. */
export interface RatedContent {
  requestId: string;
  subject: string;
  facts: readonly MailFact[];
}

/**
 * The answer of a filter about a submission: nothing, that its mail is to be marked, or that its sender has to
 * solve a challenge too.
 */
export type Rating = 'fine' | 'odd' | 'spam';

/** Port: asks a filter that reads the content. Never throws: one that fails finds everything fine. */
export type RateContent = (content: RatedContent) => Promise<Rating>;

/** With its subject and fields as the mail shows them. */
function contentOf({ route, submission, requestId }: Passing): RatedContent {
  const { test: _test, suspicions: _marks, ...unmarked } = submission;
  const subject = mailSubjectOf(route, unmarked);
  const { facts } = toMailContent(route.settings, submission, mailLanguageOf(route));
  return { requestId, subject, facts };
}

/** No neighbour works for a test of this service or a dry run of strangers. Throws for what is over its rate. */
export function mayAskNeighbour(passing: Passing, expectFormLeft: ExpectFormLeft): boolean {
  const { purpose, route, submission, solution, isBlind } = passing;
  if (purpose === 'test' || isBlind) return false;
  const solved = solution?.isSolved ? 'yes' : hasSolution(submission) ? 'maybe' : 'no';
  expectFormLeft(purpose, route, solved);
  return true;
}

/** A submission that the operator's filter calls odd is marked; one that it would reject needs a solution. */
export const createContentGate = (
  rateContent: RateContent | undefined,
  { solutionOf }: NeedsSolution,
  expectFormLeft: ExpectFormLeft,
): Gate => ({
  name: 'content',
  at(form) {
    // Of an encrypted form, the filter's operator would read what only the owner can.
    if (!rateContent || form.settings.encryption) return undefined;
    return async (passing) => {
      if (!mayAskNeighbour(passing, expectFormLeft)) return;
      const rating = await rateContent(contentOf(passing));
      if (rating === 'fine') return;
      const { route, submission, solution } = passing;
      passing.submission = markAlso(route, submission, 'spam_filter');
      const isSpam = rating === 'spam';
      const isNews = isSpam || passing.submission !== submission;
      if (isNews && !solution?.isSolved) passing.solution = await solutionOf(passing, isSpam);
    };
  },
});
