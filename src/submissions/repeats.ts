import { createHmac, randomBytes } from 'node:crypto';
import type { Submission } from './submission.ts';

/** One submission as it was noted; a failed one is forgotten, so that a retry is no repeat. */
interface Note {
  repeated: boolean;
  forget(): void;
}

/** Which submissions came before, in this process alone; digests under a key that nobody keeps. */
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
  const key = randomBytes(32);
  const times = new Map<string, readonly number[]>();

  const digestOf = (formId: string, { subject, fields }: Submission) =>
    createHmac('sha256', key)
      .update(JSON.stringify([formId, subject, ...fields]))
      .digest('base64url');

  function remember(digest: string, at: readonly number[]): void {
    // Deleted first, so that the map's order is that of the last use.
    times.delete(digest);
    if (at.length > 0) times.set(digest, at);
    const [oldest] = times.keys();
    if (times.size > MOST && oldest !== undefined) times.delete(oldest);
  }

  return {
    note(formId, submission) {
      const digest = digestOf(formId, submission);
      const at = now();
      const recent = (times.get(digest) ?? []).filter((time) => at - time < WINDOW);
      remember(digest, [...recent, at].slice(-USUAL));
      return {
        repeated: recent.length >= USUAL,
        forget() {
          const left = [...(times.get(digest) ?? [])];
          const index = left.lastIndexOf(at);
          if (index >= 0) remember(digest, left.toSpliced(index, 1));
        },
      };
    },
  };
}
