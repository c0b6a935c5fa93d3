import { challengeOf } from '../../forms/route.ts';
import type { Mark } from '../suspicion/reasons.ts';
import type { NeedsSolution } from './challenge.ts';
import type { Gate } from './gate.ts';

/** Marks what looks like spam (ADR 43); nothing is refused for it here. */
export const createSuspicionGate = (mark: Mark, { isTooFast }: NeedsSolution): Gate => ({
  name: 'suspicion',
  at(form) {
    const isTimed = challengeOf(form) !== 'off';
    return (passing) => {
      if (passing.isBlind) return undefined;
      const { purpose, route, submission } = passing;
      // Tests of those who may make them repeat without a mark.
      const remember = purpose === 'submit' && !submission.isOwnTest;
      const known = { remember, isTooFast: isTimed && isTooFast(passing) };
      const marked = mark(route, submission, known);
      passing.submission = marked.submission;
      if (remember) passing.undos.push(marked.withdraw);
    };
  },
});
