import type { MailFact } from '../mail/mail-layout.ts';
import { mailSubjectOf } from '../mail/mail-subject.ts';
import type { Route } from '../forms/route.ts';
import { mailLanguageOf } from '../mail/mail-facts.ts';
import { markAlso } from './suspicion/index.ts';
import { toMailContent } from './posted/mail-content.ts';
import type { Submission } from './posted/submission.ts';

/** What a filter reads of a submission: the subject, and the fields as the mail shows them. */
export interface RatedContent {
  requestId: string;
  subject: string;
  facts: readonly MailFact[];
}

/**
 * What a filter says of a submission: nothing, that its mail is to be marked, or that its sender has to
 * solve a challenge too.
 */
export type Rating = 'fine' | 'odd' | 'spam';

/** Port: asks a filter that reads the content. Never throws: one that fails finds everything fine. */
export type RateContent = (content: RatedContent) => Promise<Rating>;

/** A submission with what the filter says of it. */
interface Rated {
  submission: Submission;
  /** Its sender has to solve a challenge, whatever the form says. */
  isSpam: boolean;
}

/** Asks the filter about a submission, with its subject and fields as the mail shows them. */
export async function rateSubmission(
  rateContent: RateContent,
  { route, submission, requestId }: { route: Route; submission: Submission; requestId: string },
): Promise<Rated> {
  const { test: _test, suspicions: _marks, ...unmarked } = submission;
  const subject = mailSubjectOf(route, unmarked);
  const { facts } = toMailContent(route.settings, submission, mailLanguageOf(route));
  const rating = await rateContent({ requestId, subject, facts });
  if (rating === 'fine') return { submission, isSpam: false };
  return { submission: markAlso(route, submission, 'spam_filter'), isSpam: rating === 'spam' };
}
