import type { Route } from '../routes/route.ts';
import type { Submission } from '../submissions/submission.ts';
import { contentOf, findReasons } from './reasons.ts';
import { createRepeats } from './repeats.ts';

/** A submission with its suspicions. */
interface Marked {
  submission: Submission;
  /** Forgets the submission, so that its retry is not a repeat. */
  withdraw(): void;
}

/**
 * Finds the reasons to mark a submission, without those that its form has relaxed. With `remember`, later
 * submissions are compared with it.
 */
export type Mark = (
  route: Pick<Route, 'formId' | 'relaxed'>,
  submission: Submission,
  asked: { remember: boolean },
) => Marked;

/** `now` gives milliseconds since the epoch. */
export function createMark(now: () => number): Mark {
  const repeats = createRepeats(now);
  return ({ formId, relaxed = [] }, asked, { remember }) => {
    const repeat = remember ? repeats.note(formId, asked) : undefined;
    const found = findReasons(contentOf(asked), { isRepeated: repeat?.repeated ?? false });
    const suspicions = found.filter((reason) => !relaxed.includes(reason));
    return {
      submission: suspicions.length > 0 ? { ...asked, suspicions } : asked,
      withdraw: () => repeat?.forget(),
    };
  };
}
