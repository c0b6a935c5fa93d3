import type { Route } from '../../forms/route.ts';
import type { FormSettings } from '../../contract/form-settings.ts';
import type { Fields } from '../../fields/field-names.ts';
import { isBlank } from './gibberish.ts';
import { Sightings } from './sightings.ts';

/** The parts of a submission that are judged; its mail shows `subject` and `fields`. */
export interface Judged {
  /** Every field as it was posted. */
  given: Fields;
  /** A filled trap drops it. */
  trapped?: boolean;
  subject?: string;
  fields: Fields;
  /** The files that came with it, of which only the digests are looked at. */
  files?: readonly { sha256: string }[];
}

/** Characters of a value that are looked at. */
const MOST_CHARACTERS = 1_000;

/** Octets of a text that nobody else writes by chance: some 60 Latin letters, 20 Chinese ones. */
const LEAST_OCTETS = 60;

/** Checkboxes often send a long sentence, equal on all forms of an author. */
const TICKED =
  /consent|privacy|agree|accept|terms|gdpr|newsletter|datenschutz|dsgvo|einwillig|zustimm|agb|rgpd|acept|privacidad|同意|隐私/i;

const isWritten = (name: string, declared: FormSettings['fields']) => {
  const type = declared?.find((field) => field.name === name)?.type ?? 'textarea';
  return (type === 'textarea' || type === 'text') && !TICKED.test(name);
};

function mix(hash: number, number: number, factor: number): number {
  const mixed = Math.imul(hash ^ number, factor);
  return mixed ^ (mixed >>> 15);
}

const [FACTOR_ONE, FACTOR_TWO] = [0x9e37_79b1, 0x85eb_ca77];

/** A 53-bit hash with a secret, unstored seed; faster than SHA-256, since it makes no strings. */
class Fingerprint {
  #one: number;
  #two: number;

  constructor(seed: Readonly<Int32Array>) {
    this.#one = seed[0] ?? 0;
    this.#two = seed[1] ?? 0;
  }

  /** Adds a text, or a part of it: its length and its characters, two at once. */
  add(text: string, from = 0, to = text.length): void {
    // Twice as quick as with properties.
    let one = mix(this.#one, to - from, FACTOR_ONE);
    let two = mix(this.#two, to - from, FACTOR_TWO);
    for (let at = from; at < to; at += 2) {
      const next = at + 1 < to ? text.charCodeAt(at + 1) : 0;
      const pair = text.charCodeAt(at) | (next << 16);
      one = mix(one, pair, FACTOR_ONE);
      two = mix(two, pair, FACTOR_TWO);
    }
    this.#one = one;
    this.#two = two;
  }

  get value(): number {
    return (this.#one >>> 0) * 2 ** 21 + (this.#two >>> 11);
  }
}

/** Slash, the digits, and what else stands in addresses and paths, by their codes. */
const [SLASH, NINE, AT, BACKSLASH, DOT, COMMA] = [47, 57, 64, 92, 46, 44];
const [SPACE, NO_BREAK_SPACE] = [32, 160];

/** True if a word has an address, a path or a number here, which programs fill in for each form. */
function isPersonalAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code !== DOT) return (code >= SLASH && code <= NINE) || code === AT || code === BACKSLASH;
  const next = text.charCodeAt(at + 1);
  return at + 1 < text.length && next !== DOT && next !== COMMA && !isBlank(next);
}

/** The longest text that was written, unless it is so short that two people may write the same. */
function longestOf(fields: Fields, declared: FormSettings['fields']): string | undefined {
  let longest = '';
  for (const [name, values] of fields) {
    for (const value of values) {
      const isLonger = value.length > longest.length && value.length * 3 >= LEAST_OCTETS;
      if (isLonger && isWritten(name, declared)) longest = value;
    }
  }
  const isLong = longest.length >= LEAST_OCTETS || Buffer.byteLength(longest) >= LEAST_OCTETS;
  return isLong ? longest : undefined;
}

function octetsIn(text: string, from: number, to: number): number {
  let octets = to - from;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) octets += code < 0x800 ? 1 : 2;
  }
  return octets;
}

/**
 * The fingerprint of a submission's longest text, without what programs vary between forms: case,
 * numbers and addresses. Undefined if too little is left.
 */
function fingerprintOf(longest: string, print: Fingerprint): number | undefined {
  const text = longest.slice(0, MOST_CHARACTERS).toLowerCase();
  let octets = 0;
  let start = 0;
  let isPersonal = false;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : SPACE;
    // Most characters are small letters, which need no other test.
    if (code > BACKSLASH && code < NO_BREAK_SPACE) continue;
    if (!isBlank(code)) {
      isPersonal ||= isPersonalAt(text, at);
      continue;
    }
    if (at > start && !isPersonal) {
      if (octets <= LEAST_OCTETS) octets += octetsIn(text, start, at) + 1;
      print.add(text, start, at);
    }
    start = at + 1;
    isPersonal = false;
  }
  return octets > LEAST_OCTETS ? print.value : undefined;
}

/** A submission compared with earlier ones. */
interface Note {
  /** The same was sent to the same form more often than is normal. */
  isRepeated: boolean;
  /** The same text was sent to several other forms. */
  isOnManyForms: boolean;
  /** Forgets a submission that failed, so that its retry is not a repeat. */
  forget: () => void;
}

/** Earlier submissions to this process, as fingerprints that nobody else can make. */
export class Earlier {
  readonly #now: () => number;
  readonly #seed = crypto.getRandomValues(new Int32Array(2));
  readonly #repeats = new Sightings({ window: 600_000, ofSameForm: true });
  readonly #forms = new Sightings({ window: 3_600_000, ofSameForm: false });

  constructor(now: () => number) {
    this.#now = now;
  }

  note(
    { formId, settings }: Pick<Route, 'formId' | 'settings'>,
    { subject = '', fields, files }: Omit<Judged, 'given'>,
  ): Note {
    const time = this.#now();
    const print = new Fingerprint(this.#seed);
    print.add(formId);
    const form = print.value;
    print.add(subject);
    print.add(String(fields.size));
    for (const [name, values] of fields) {
      print.add(name);
      print.add(String(values.length));
      for (const value of values) print.add(value);
    }
    // Forms for photos get the same words, or none, with each of them.
    if (files) for (const { sha256 } of files) print.add(sha256);
    const sent = print.value;
    const longest = longestOf(fields, settings.fields);
    const text =
      longest === undefined ? undefined : fingerprintOf(longest, new Fingerprint(this.#seed));
    return {
      isRepeated: this.#repeats.note(sent, time, form),
      isOnManyForms: text !== undefined && this.#forms.note(text, time, form),
      forget: () => {
        this.#repeats.forget(sent, time, form);
        if (text !== undefined) this.#forms.forget(text, time, form);
      },
    };
  }
}
