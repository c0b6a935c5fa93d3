import { domainToASCII } from 'node:url';
import type { FormField } from '../contract/form-field.ts';
import type { FieldFaultCode } from '../contract/enums.ts';
import { LIMITS } from '../contract/limits.ts';
import { isOvernight, longestOf, type FieldType } from './declared-field.ts';
import { compare, missesStep, parseDecimal } from './decimal.ts';
import { MOMENTS, type MomentType } from './moments.ts';
import { mismatches } from './pattern.ts';

/** The types of fields that a visitor writes into, and whose value HTML has rules for. */
export type WrittenType = Exclude<FieldType, 'select' | 'radio' | 'checkbox' | 'file' | 'hidden'>;

interface ValueRule {
  /** The value of a browser for this text ("value sanitization algorithm" of HTML). */
  sanitize?(text: string, field: FormField): string;
  /** The faults of a value that is not empty. */
  faults(value: string, field: FormField): Iterable<FieldFaultCode>;
}

const withoutLineBreaks = (text: string) => text.replace(/[\r\n]/g, '');

const WHITE_SPACE = '\t\n\f\r ';

/** Without the white space around it, as ASCII has it. */
function trimmed(text: string): string {
  let [first, end] = [0, text.length];
  while (first < end && WHITE_SPACE.includes(text.charAt(first))) first += 1;
  while (end > first && WHITE_SPACE.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(first, end);
}

const inOneLine = (text: string) => trimmed(withoutLineBreaks(text));

/** A line break is one character, however it was sent. */
const withLineFeeds = (text: string) => text.replace(/\r\n?/g, '\n');

/** Lengths in UTF-16 units. */
function* faultsOfLength({ length }: string, field: FormField): Generator<FieldFaultCode> {
  const { minlength = 0 } = field;
  if (length > longestOf(field)) yield 'tooLong';
  if (length < minlength) yield 'tooShort';
}

/** The longest name of a host. */
const MOST_DOMAIN = 253;

/** "Valid email address" of HTML, which is no more than that. */
const EMAIL =
  /^[a-z\d.!#$%&'*+/=?^_`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

/** Characters outside host names, some special to `domainToASCII`; a hyphen at a label's end. */
const NO_HOST = /[^\P{ASCII}a-z\d.-]|(?:^|\.)-|-(?:\.|$)/iu;

const PLAIN = /^\p{ASCII}*$/u;

/** An address as browsers check it: a domain outside ASCII becomes its A-label (UTS 46). */
function withALabel(email: string): string {
  const at = email.indexOf('@') + 1;
  const domain = email.slice(at);
  if (at === 0 || domain.length > MOST_DOMAIN || PLAIN.test(domain) || NO_HOST.test(domain)) {
    return email;
  }
  const ascii = domainToASCII(domain);
  return ascii === '' || ascii.length > MOST_DOMAIN ? email : email.slice(0, at) + ascii;
}

const emailsIn = (value: string, { multiple }: FormField) =>
  multiple ? value.split(',') : [value];

/** The bounds and the step of dates and times, all in milliseconds. */
function* faultsOfMoment(
  type: MomentType,
  value: string,
  field: FormField,
): Generator<FieldFaultCode> {
  const { parse, unit, normal } = MOMENTS[type];
  const at = parse(value);
  if (at === undefined) return yield 'badInput';
  const [min, max] = [parse(String(field.min)), parse(String(field.max))];
  if (isOvernight(field)) {
    // Between the end and the beginning a browser finds both faults.
    if (at < (min ?? 0) && at > (max ?? 0)) yield* ['rangeUnderflow', 'rangeOverflow'];
  } else {
    if (min !== undefined && at < min) yield 'rangeUnderflow';
    if (max !== undefined && at > max) yield 'rangeOverflow';
  }
  const { step = normal } = field;
  if (step !== 'any' && (at - (min ?? 0)) % Math.round(Number(step) * unit) !== 0) {
    yield 'stepMismatch';
  }
}

function* faultsOfNumber(
  value: string,
  { min, max, step = 1 }: FormField,
): Generator<FieldFaultCode> {
  const number = parseDecimal(value);
  if (!number) return yield 'badInput';
  const [least, most] = [parseDecimal(String(min)), parseDecimal(String(max))];
  if (least && compare(number, least) < 0) yield 'rangeUnderflow';
  if (most && compare(number, most) > 0) yield 'rangeOverflow';
  const size = parseDecimal(String(step));
  const base = least ?? { digits: 0n, exponent: 0 };
  if (size && missesStep(number, size, base)) yield 'stepMismatch';
}

function* faultsOfPattern(value: string, { pattern }: FormField) {
  if (pattern !== undefined && mismatches(pattern, value)) yield 'patternMismatch' as const;
}

function* faultsOfLine(value: string, field: FormField): Generator<FieldFaultCode> {
  yield* faultsOfLength(value, field);
  yield* faultsOfPattern(value, field);
}

const line: ValueRule = { sanitize: withoutLineBreaks, faults: faultsOfLine };

/** HTML, "The input element" and "The textarea element": when a value has which fault. */
const VALUE_RULES: Readonly<Record<WrittenType, ValueRule>> = {
  text: line,
  tel: line,
  textarea: { sanitize: withLineFeeds, faults: faultsOfLength },
  email: {
    sanitize: (text, field) => emailsIn(text, field).map(inOneLine).join(','),
    *faults(value, field) {
      yield* faultsOfLength(value, field);
      const { pattern: _, ...rest } = field;
      const rules = value.length > LIMITS.patternTextCharacters ? rest : field;
      // A text of commas alone has as many addresses as characters: one of each is looked at.
      for (const email of new Set(emailsIn(value, field).map(withALabel))) {
        if (email !== '') yield* faultsOfPattern(email, rules);
        if (!EMAIL.test(email)) yield 'typeMismatch';
      }
    },
  },
  url: {
    sanitize: inOneLine,
    *faults(value, field) {
      yield* faultsOfLine(value, field);
      // Chromium takes spaces in a host, and everywhere else they are allowed.
      if (!URL.canParse(value.replaceAll(' ', '_'))) yield 'typeMismatch';
    },
  },
  number: { faults: faultsOfNumber },
  date: { faults: (value, field) => faultsOfMoment('date', value, field) },
  time: { faults: (value, field) => faultsOfMoment('time', value, field) },
  'datetime-local': { faults: (value, field) => faultsOfMoment('datetime-local', value, field) },
};

export const isWritten = (type: FieldType): type is WrittenType => Object.hasOwn(VALUE_RULES, type);

/** The value of a browser for a posted text. */
export const sanitize = (type: WrittenType, text: string, field: FormField): string =>
  VALUE_RULES[type].sanitize?.(text, field) ?? text;

/** The faults of a sanitised value that is not empty. */
export const faultsOfValue = (
  type: WrittenType,
  value: string,
  field: FormField,
): Iterable<FieldFaultCode> => VALUE_RULES[type].faults(value, field);
