import type { ErrorVariant } from '../contract/error-codes.ts';
import type { FormField } from '../contract/form-field.ts';
import type { SettingName } from '../contract/form-settings.ts';
import type { OutsideChannelName } from '../contract/channels.ts';
import type {
  CopyStatus,
  FieldFaultCode,
  FormState,
  LanguageId,
  Suspicion,
} from '../contract/enums.ts';
import type en from './en.json';

/**
 * Words that code looks up by a name of the contract. That each is there, and no other, is asked by
 * `test/catalogs/asked-words.test.ts`.
 */
interface NamedWords {
  variants: Record<ErrorVariant, Wording>;
  fields: Record<FieldFaultCode, unknown>;
  facts: { elsewhere: Record<OutsideChannelName, { instead: string; also: string }> };
  settings: {
    names: Record<SettingName, string>;
    /** Settings whose default has words of its own. */
    defaults: Partial<Record<SettingName, string>>;
  };
  mails: { submission: { reasons: Record<Suspicion, string> } };
  browser: { composer: { types: Record<NonNullable<FormField['type']>, string> } };
  inbox: {
    states: Record<FormState, string>;
    settings: Record<SettingName, { hint: string }>;
    editors: {
      copies: { states: Record<CopyStatus, string> };
      targets: { how: Record<OutsideChannelName, string> };
    };
  };
}

/** A page's words for a fault. */
export interface Wording {
  title: string;
  message: string;
}

/**
 * All words in one language that people read: plain text, which is escaped when it is used. A text
 * can have gaps in braces; `{limits.name}` is a number of `contract/limits.ts`, filled in when the
 * catalog is loaded.
 */
export type Words = typeof en & NamedWords;

/** A text with its gaps filled in. A gap without a value stays as it is. */
export function fill(
  text: string,
  values: Readonly<Record<string, string | number | undefined>>,
): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}

/** The sentence of a mail whose submission is marked for these reasons. */
export function explainMark({ mails }: Words, suspicions: readonly Suspicion[]): string {
  const { marked, both, reasons } = mails.submission;
  const all = suspicions.map((reason) => reasons[reason]);
  return fill(marked, { reasons: all.reduce((one, other) => fill(both, { one, other })) });
}

const UNITS = [
  { unit: 'megabyte', bytes: 1_000_000, unitDisplay: 'short' },
  { unit: 'kilobyte', bytes: 1_000, unitDisplay: 'short' },
] as const;

/** Few enough to be counted: `70 bytes`, the short form would be `70 byte`. */
const FEW = { unit: 'byte', bytes: 1, unitDisplay: 'long' } as const;

/** A size in the unit that fits, as people of this language (a BCP 47 tag) write it: `1.25 MB`. */
export function describeBytes(language: string, size: number): string {
  const { bytes, unit, unitDisplay } = UNITS.find((each) => size >= each.bytes) ?? FEW;
  const form = { style: 'unit', unit, unitDisplay, maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(language, form).format(size / bytes);
}

/** A day of UTC, as people of this language write it: `24 November 2026`. */
export const describeDay = (language: string, day: Date): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(day);

/** A minute of UTC, as people of this language write it: `24 November 2026 at 08:07 UTC`. */
export const describeMinute = (language: string, time: Date): string =>
  new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(time);

/** A number, as people of this language write it: `1,204`. */
export const describeCount = (language: string, count: number): string =>
  new Intl.NumberFormat(language).format(count);

/** A number of seconds, as people of this language (a BCP 47 tag) write it: `1 second`. */
export const describeSeconds = (language: string, seconds: number): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(
    seconds,
  );

export type Hint = keyof Words['hints'];
/** A sentence for each fault of a field, with the gaps of `explainFault`. */
export type FieldWords = Words['fields'];
/** The words that all pages with a script share. */
export type BrowserWords = Words['browser'] & Pick<Words['givenBack'], 'choose' | 'optional'>;
/** The words of /start, and those that a visitor might enter there. */
export type StartWords = Words['start'] & { samples: Words['samples'] };
/** Fields that people often ask for, by their purpose or by how they are filled in. */
export type FieldKind = keyof BrowserWords['composer']['kinds'];

/** The words of /inbox, and those of mails and pages that it shows examples of. */
export type InboxPageWords = Words['inbox'] & {
  names: Words['settings']['names'];
  languageNames: Record<LanguageId, string>;
  preview: { via: string; title: string; thanks: string; back: string };
  test: StartWords['test'];
};
