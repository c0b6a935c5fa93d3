import { hash, randomBytes } from 'node:crypto';
import type { Submission } from '../submissions/submission.ts';

/** One noted submission; a failed one is forgotten, so that its retry is not a repeat. */
interface Note {
  repeated: boolean;
  forget(): void;
}

/** Earlier submissions to this process, as digests with a salt that is never stored. */
export interface Repeats {
  note(formId: string, submission: Submission): Note;
}

/** Milliseconds. */
const WINDOW = 600_000;

/** Number of identical submissions that are normal. */
const USUAL = 3;

/** Number of newest submissions that are remembered; about 2 MB. */
const MOST = 10_000;

/** Remembers the times of the last `USUAL` identical submissions to a form. */
export function createRepeats(now: () => number): Repeats {
  const salt = randomBytes(16).toString('base64url');
  // Two generations: the older one is dropped as a whole, without a search for the oldest entry.
  let young = new Map<string, readonly number[]>();
  let old = young;

  const digestOf = (formId: string, { subject, fields }: Submission) =>
    hash('sha256', JSON.stringify([salt, formId, subject, ...fields]), 'base64url');

  const timesOf = (digest: string) => young.get(digest) ?? old.get(digest) ?? [];

  function remember(digest: string, times: readonly number[]): void {
    young.set(digest, times);
    if (young.size < MOST / 2) return;
    old = young;
    young = new Map();
  }

  return {
    note(formId, submission) {
      const digest = digestOf(formId, submission);
      const at = now();
      const recent = timesOf(digest).filter((time) => at - time < WINDOW);
      remember(digest, [...recent, at].slice(-USUAL));
      return {
        repeated: recent.length >= USUAL,
        forget() {
          const left = timesOf(digest);
          const index = left.lastIndexOf(at);
          if (index >= 0) remember(digest, left.toSpliced(index, 1));
        },
      };
    },
  };
}
