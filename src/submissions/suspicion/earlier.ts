import { hash, randomBytes } from 'node:crypto';
import type { Route } from '../../forms/route.ts';
import { messageOf } from './message.ts';
import type { Judged } from './reasons.ts';

/** What earlier submissions say of one. */
interface Note {
  /** The same was sent to the same form more often than is normal. */
  isRepeated: boolean;
  /** The same text was sent to several other forms. */
  isOnManyForms: boolean;
  /** Forgets a submission that failed, so that its retry is not a repeat. */
  forget(): void;
}

/** Earlier submissions to this process, as digests with a salt that is never stored. */
export interface Earlier {
  note(route: Pick<Route, 'formId' | 'settings'>, submission: Omit<Judged, 'given'>): Note;
}

/** One of the last submissions with a digest. */
interface Sighting {
  at: number;
  formId: string;
}

interface Limits {
  /** Milliseconds. */
  window: number;
  /** Number of sightings that are normal. */
  usual: number;
}

const REPEATS: Limits = { window: 600_000, usual: 3 };
const FORMS: Limits = { window: 3_600_000, usual: 3 };

/** Number of newest digests that are remembered of each kind; about 3 MB. */
const MOST = 10_000;

/** Remembers the last sightings of each digest, one more than is normal. */
function createMemory(now: () => number, { window, usual }: Limits) {
  // Two generations: the older one is dropped as a whole, without a search for the oldest entry.
  let young = new Map<string, readonly Sighting[]>();
  let old = young;

  const sightingsOf = (digest: string) => young.get(digest) ?? old.get(digest) ?? [];

  function remember(digest: string, sightings: readonly Sighting[]): void {
    young.set(digest, sightings);
    if (young.size < MOST / 2) return;
    old = young;
    young = new Map();
  }

  return {
    /** Notes one; `counts` says which earlier ones make it unusual. */
    note(digest: string, formId: string, counts: (earlier: Sighting) => boolean) {
      const sighting = { at: now(), formId };
      const recent = sightingsOf(digest).filter(({ at }) => sighting.at - at < window);
      const kept = recent.filter(counts);
      remember(digest, [...kept, sighting].slice(-usual - 1));
      return {
        isUnusual: kept.length >= usual,
        forget() {
          const left = sightingsOf(digest);
          if (left.includes(sighting))
            remember(
              digest,
              left.filter((one) => one !== sighting),
            );
        },
      };
    },
  };
}

export function createEarlier(now: () => number): Earlier {
  const salt = randomBytes(16).toString('base64url');
  const repeats = createMemory(now, REPEATS);
  const forms = createMemory(now, FORMS);
  const digestOf = (...parts: unknown[]) =>
    hash('sha256', JSON.stringify([salt, ...parts]), 'base64url');

  return {
    note({ formId, settings }, submission) {
      const { subject, fields, files = [] } = submission;
      // Forms for photos get the same words, or none, with each of them.
      const sent = digestOf(formId, subject, ...fields, ...files.map(({ sha256 }) => sha256));
      const same = repeats.note(sent, formId, () => true);
      const message = messageOf(fields, settings.fields);
      const text =
        message === undefined
          ? undefined
          : forms.note(digestOf(message), formId, (earlier) => earlier.formId !== formId);
      return {
        isRepeated: same.isUnusual,
        isOnManyForms: text?.isUnusual ?? false,
        forget() {
          same.forget();
          text?.forget();
        },
      };
    },
  };
}
