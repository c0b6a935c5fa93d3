import { mailLanguageOf } from '../../catalogs/languages.ts';
import type { Route } from '../../forms/route.ts';
import { mailSubjectOf } from '../../mail/mail-subject.ts';
import { toMailContent } from '../posted/mail-content.ts';
import { markAlso } from '../suspicion/reasons.ts';
import type { RatedContent } from '../ports.ts';
import { hasSolution, solutionOf } from './challenge.ts';
import type { Check, Passing } from './gate.ts';
import type { GateRooms } from './gate-rooms.ts';
import type { Rates } from './rate.ts';

/** With its subject and fields as the mail shows them. */
function contentOf({ route, submission, requestId }: Passing): RatedContent {
  const { test: _test, suspicions: _marks, ...unmarked } = submission;
  const subject = mailSubjectOf(route, unmarked);
  const { facts } = toMailContent(route.settings, submission, mailLanguageOf(route));
  return { requestId, subject, facts };
}

/** Scanners skip tests of this service and strangers' dry runs. Throws above a rate. */
export function mayAskNeighbour(passing: Passing, rates: Rates): boolean {
  const { purpose, route, submission, solution, isBlind } = passing;
  if (purpose === 'test' || isBlind) return false;
  const solved = solution?.isSolved ? 'yes' : hasSolution(submission) ? 'maybe' : 'no';
  rates.expectFormLeft(purpose, route, solved);
  return true;
}

/** Marks a submission that the filter calls odd; one that it would reject needs a solution. */
export function rateContent(form: Route, rooms: GateRooms): Check | undefined {
  const { filter, rates } = rooms;
  // Of an encrypted form, the filter's operator would read what only the owner can.
  if (!filter || form.settings.encryption) return undefined;
  return async (passing) => {
    if (!mayAskNeighbour(passing, rates)) return;
    const rating = await filter.rate(contentOf(passing));
    if (rating === 'fine') return;
    const { route, submission, solution } = passing;
    passing.submission = markAlso(route, submission, 'spam_filter');
    const isSpam = rating === 'spam';
    const isNews = isSpam || passing.submission !== submission;
    if (isNews && !solution?.isSolved) passing.solution = await solutionOf(passing, rooms, isSpam);
  };
}
