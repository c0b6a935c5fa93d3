import type { ErrorCode, ErrorVariant } from '../contract/error-codes.ts';
import type { FormField, FormSettings, SettingName } from '../contract/form-settings.ts';
import type { OutsideChannelName } from '../contract/channels.ts';
import type { OPERATIONS } from '../contract/operations.ts';
import type {
  CopyStatus,
  FieldFaultCode,
  FormState,
  LanguageId,
  Suspicion,
} from '../contract/enums.ts';
import type en from './en.json';

type English = typeof en;

/**
 * All words in one language that people read: plain text, which is escaped when it is used. A text can have gaps in
 * braces; `{limits.name}` is a number of `contract/limits.ts`, filled in when the catalog is loaded.
 */
export type Words = Omit<English, 'settings'> & {
  settings: Omit<English['settings'], 'defaults'> & {
    /** Settings whose default has words of its own. */
    defaults: Partial<Record<SettingName, string>>;
  };
};

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

export type Wording = Words['otherError'];
export type Hint = keyof Words['hints'];
/** A sentence for each fault of a field, with the gaps of `explainFault`. */
export type FieldWords = Words['fields'];
/** The words that all pages with a script share. */
export type BrowserWords = Words['browser'];
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

type Operations = typeof OPERATIONS;

/** Codes that the operations with pages for this reader declare. */
type CodesOf<Reader> = {
  [Id in keyof Operations]: Operations[Id] extends {
    pages: Reader;
    errors: readonly (infer Code)[];
  }
    ? Code
    : never;
}[keyof Operations];

/** Words for these keys and no others: a word that nothing asks for any more does not compile either. */
type Exactly<Have, Keys extends string, Text = string> = {
  [Key in keyof Have | Keys]: Key extends Keys ? Text : never;
};

type Value<Name extends SettingName> = NonNullable<FormSettings[Name]>;

/** The words of /inbox about a setting and its values or members; a `type` is never asked for. */
type SettingHelp<Name extends SettingName> = { hint: string } & (Name extends 'language'
  ? object
  : string extends Value<Name>
    ? object
    : Value<Name> extends string
      ? { options: Record<Value<Name>, string> }
      : Value<Name> extends readonly unknown[]
        ? object
        : Value<Name> extends object
          ? { members: Record<Exclude<keyof Value<Name> & string, 'type'>, string> }
          : object);

/** The members of a field that the composer always shows. */
type MainMember = 'label' | 'type' | 'name' | 'required' | 'options' | 'multiple';

/** The words that the contract asks for: a catalog without one of them does not compile. */
export interface ContractWords {
  visitor: Exactly<English['visitor'], Extract<CodesOf<'visitor'>, ErrorCode>, Wording>;
  // Any answer may be internal_error.
  owner: Exactly<
    English['owner'],
    Extract<CodesOf<'owner'>, ErrorCode> | 'internal_error',
    Wording
  >;
  variants: Exactly<English['variants'], ErrorVariant, Wording>;
  fields: Exactly<English['fields'], FieldFaultCode, unknown>;
  facts: {
    elsewhere: Exactly<
      English['facts']['elsewhere'],
      OutsideChannelName,
      { instead: string; also: string }
    >;
  };
  settings: { names: Exactly<English['settings']['names'], SettingName> };
  mails: {
    submission: { reasons: Exactly<English['mails']['submission']['reasons'], Suspicion> };
  };
  browser: {
    errors: Exactly<
      English['browser']['errors'],
      Extract<keyof English['browser']['errors'], ErrorCode> | 'unreachable' | 'other'
    >;
    composer: {
      types: Exactly<English['browser']['composer']['types'], NonNullable<FormField['type']>>;
      members: Record<MainMember, string>;
      more: Exactly<English['browser']['composer']['more'], Exclude<keyof FormField, MainMember>>;
    };
  };
  inbox: {
    states: Exactly<English['inbox']['states'], FormState>;
    settings: { [Name in SettingName]: SettingHelp<Name> };
    editors: {
      copies: { states: Exactly<English['inbox']['editors']['copies']['states'], CopyStatus> };
      targets: { how: Exactly<English['inbox']['editors']['targets']['how'], OutsideChannelName> };
    };
  };
}
