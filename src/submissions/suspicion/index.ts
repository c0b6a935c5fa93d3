import type { Suspicion } from '../../contract/enums.ts';
import type { Route } from '../../forms/route.ts';
import { contentOf, findReasons, type Judged } from './reasons.ts';
import { createEarlier } from './earlier.ts';

/** What a submission has for its marks. */
interface Markable {
  suspicions?: readonly Suspicion[];
}

/** A submission with its suspicions. */
interface Marked<Submission> {
  submission: Submission;
  /** Forgets the submission, so that its retry is not a repeat. */
  withdraw(): void;
}

/** What the caller knows of a submission beside its content. */
interface Asked {
  /** Later submissions are compared with it. */
  remember: boolean;
  /** It came sooner after its page was opened than people write; undefined if that is not known. */
  isTooFast?: boolean | undefined;
}

/** Finds the reasons to mark a submission, without those that its form has relaxed. */
export type Mark = <Submission extends Judged & Markable & { site?: string }>(
  route: Pick<Route, 'formId' | 'alias' | 'settings' | 'language' | 'relaxed'>,
  submission: Submission,
  asked: Asked,
) => Marked<Submission>;

/** A submission with one more reason to mark it, unless its form has relaxed that. */
export function markAlso<Submission extends Markable>(
  { relaxed = [] }: Pick<Route, 'relaxed'>,
  submission: Submission,
  reason: Suspicion,
): Submission {
  if (relaxed.includes(reason)) return submission;
  return { ...submission, suspicions: [...(submission.suspicions ?? []), reason] };
}

/** `base` is the public URL of this service, `now` gives milliseconds since the epoch. */
export function createMark(parts: { base: () => string; now: () => number }): Mark {
  const earlier = createEarlier(parts.now);
  return (route, submission, { remember, isTooFast }) => {
    const note = remember ? earlier.note(route, submission) : undefined;
    const { isRepeated = false, isOnManyForms = false } = note ?? {};
    const { site } = submission;
    const own = parts.base();
    const known = { route, site, own, isRepeated, isOnManyForms, isTooFast };
    const found = findReasons(contentOf(submission), known);
    const suspicions = found.filter((reason) => !route.relaxed?.includes(reason));
    return {
      submission: suspicions.length > 0 ? { ...submission, suspicions } : submission,
      withdraw: () => note?.forget(),
    };
  };
}
