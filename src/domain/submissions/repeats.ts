import { hash, randomBytes } from 'node:crypto';
import type { Submission } from './submission.ts';

/** One submission as it was noted; a failed one is forgotten, so that a retry is no repeat. */
interface Note {
  repeated: boolean;
  forget(): void;
}

/** Which submissions came before, in this process alone; digests with a salt that nobody keeps. */
export interface Repeats {
  note(formId: string, submission: Submission): Note;
}

/** Milliseconds. */
const WINDOW = 600_000;

/** Identical submissions that are nothing to wonder about. */
const USUAL = 3;

/** Submissions remembered, the newest ones; about 2 MB. */
const MOST = 10_000;

/** Remembers the times of the last `USUAL` identical submissions to a form. */
export function createRepeats(now: () => number): Repeats {
  const salt = randomBytes(16).toString('base64url');
  // Two generations, of which the older goes at once: no search for the oldest entry.
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
