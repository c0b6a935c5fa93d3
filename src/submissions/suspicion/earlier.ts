import { hash, randomBytes } from 'node:crypto';
import type { Route } from '../../forms/route.ts';
import type { FormSettings } from '../../contract/form-settings.ts';
import type { Fields } from '../fields/field-names.ts';

/** The parts of a submission that are judged; its mail shows `subject` and `fields`. */
export interface Judged {
  /** Every field as it was posted. */
  given: Fields;
  subject?: string;
  fields: Fields;
  /** The files that came with it, of which only the digests are looked at. */
  files?: readonly { sha256: string }[];
}

/** Characters of a value that are looked at. */
const MOST_CHARACTERS = 1_000;

/** Octets of a text that nobody else writes by chance: some 60 Latin letters, 20 Chinese ones. */
const LEAST_OCTETS = 60;

/** Boxes to tick often send a long sentence, which is the same on every form that its author makes. */
const TICKED =
  /consent|privacy|agree|accept|terms|gdpr|newsletter|datenschutz|dsgvo|einwillig|zustimm|agb|rgpd|acept|privacidad|同意|隐私/i;

/** What has an address, a path or a number in it, which programs fill in for each form. */
const PERSONAL = /[\d@/\\]|\.[^\s.,]/;

const isWritten = (name: string, declared: FormSettings['fields']) => {
  const type = declared?.find((field) => field.name === name)?.type ?? 'textarea';
  return (type === 'textarea' || type === 'text') && !TICKED.test(name);
};

/**
 * The longest text of a submission, without what differs where a program sends it to many forms: case, numbers and
 * addresses. Undefined when it is so short that two people may write the same.
 */
function messageOf(fields: Fields, declared?: FormSettings['fields']): string | undefined {
  let longest = '';
  for (const [name, values] of fields) {
    const value = values.reduce((one, other) => (other.length > one.length ? other : one), '');
    if (value.length > longest.length && isWritten(name, declared)) longest = value;
  }
  if (Buffer.byteLength(longest) < LEAST_OCTETS) return undefined;
  const words = longest.slice(0, MOST_CHARACTERS).toLowerCase().split(/\s+/);
  const text = words.filter((word) => !PERSONAL.test(word)).join(' ');
  return Buffer.byteLength(text) < LEAST_OCTETS ? undefined : text;
}

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
