import { hash, randomBytes } from 'node:crypto';
import type { Route } from '../../forms/route.ts';
import type { FormSettings } from '../../contract/form-settings.ts';
import type { Fields } from '../fields/field-names.ts';
import { eachWord } from './gibberish.ts';

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

const isWritten = (name: string, declared: FormSettings['fields']) => {
  const type = declared?.find((field) => field.name === name)?.type ?? 'textarea';
  return (type === 'textarea' || type === 'text') && !TICKED.test(name);
};

/** An address, a path or a number, which programs fill in for each form. */
const PERSONAL = /[\d@/\\]|\.[^\s.,]/;

/**
 * The longest text of a submission, without what differs where a program sends it to many forms: case, numbers and
 * addresses. Undefined when it is so short that two people may write the same.
 */
function messageOf(fields: Fields, declared?: FormSettings['fields']): string | undefined {
  let longest = '';
  for (const [name, values] of fields) {
    for (const value of values) {
      if (value.length > longest.length && isWritten(name, declared)) longest = value;
    }
  }
  if (Buffer.byteLength(longest) < LEAST_OCTETS) return undefined;
  let text = '';
  eachWord(longest.slice(0, MOST_CHARACTERS).toLowerCase(), (word) => {
    if (!PERSONAL.test(word)) text += `${word} `;
  });
  return Buffer.byteLength(text) <= LEAST_OCTETS ? undefined : text;
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

/** One of the last submissions with a digest. */
interface Sighting {
  at: number;
  formId: string;
}

interface Rule {
  /** Milliseconds. */
  window: number;
  /** Number of sightings that are normal. */
  usual: number;
  /** Whether those at the same form count, or those at others. */
  ofSameForm: boolean;
}

const REPEATS: Rule = { window: 600_000, usual: 3, ofSameForm: true };
const FORMS: Rule = { window: 3_600_000, usual: 3, ofSameForm: false };

/** Number of newest digests that are remembered of each kind; about 3 MB. */
const MOST = 10_000;

const NONE: readonly Sighting[] = [];

/** The last sightings of each digest, one more than is normal. */
class Sightings {
  readonly #rule: Rule;
  // Two generations: the older one is dropped as a whole, without a search for the oldest entry.
  #young = new Map<string, readonly Sighting[]>();
  #old = this.#young;

  constructor(rule: Rule) {
    this.#rule = rule;
  }

  #remember(digest: string, sightings: readonly Sighting[]): void {
    this.#young.set(digest, sightings);
    if (this.#young.size < MOST / 2) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  #of(digest: string): readonly Sighting[] {
    return this.#young.get(digest) ?? this.#old.get(digest) ?? NONE;
  }

  /** Notes one; returns whether earlier ones make it unusual. */
  note(digest: string, one: Sighting): boolean {
    const { window, usual, ofSameForm } = this.#rule;
    const before = this.#of(digest).filter(
      ({ at, formId }) => one.at - at < window && (formId === one.formId) === ofSameForm,
    );
    this.#remember(digest, [...before, one].slice(-usual - 1));
    return before.length >= usual;
  }

  forget(digest: string, one: Sighting): void {
    const known = this.#of(digest);
    const left = known.filter((other) => other !== one);
    if (left.length < known.length) this.#remember(digest, left);
  }
}

/** Earlier submissions to this process, as digests with a salt that is never stored. */
export class Earlier {
  readonly #now: () => number;
  readonly #salt = randomBytes(16).toString('base64url');
  readonly #repeats = new Sightings(REPEATS);
  readonly #forms = new Sightings(FORMS);

  constructor(now: () => number) {
    this.#now = now;
  }

  #digestOf(...parts: unknown[]): string {
    return hash('sha256', JSON.stringify([this.#salt, ...parts]), 'base64url');
  }

  note(
    { formId, settings }: Pick<Route, 'formId' | 'settings'>,
    { subject, fields, files = [] }: Omit<Judged, 'given'>,
  ): Note {
    const one: Sighting = { at: this.#now(), formId };
    // Forms for photos get the same words, or none, with each of them.
    const sent = this.#digestOf(formId, subject, ...fields, ...files.map(({ sha256 }) => sha256));
    const message = messageOf(fields, settings.fields);
    const text = message === undefined ? undefined : this.#digestOf(message);
    return {
      isRepeated: this.#repeats.note(sent, one),
      isOnManyForms: text !== undefined && this.#forms.note(text, one),
      forget: () => {
        this.#repeats.forget(sent, one);
        if (text !== undefined) this.#forms.forget(text, one);
      },
    };
  }
}
