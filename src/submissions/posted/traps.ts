import { isFilled, isTrap, valuesIn, type Fields } from '../../fields/field-names.ts';
import { parseEmailAddress } from '../../platform/text/email-address.ts';
import type { Judged } from '../suspicion/earlier.ts';
import { contentOf, findReasons } from '../suspicion/reasons.ts';

/** A name, a company or the lines of a postal address, but not `on`, `x` and the like. */
const NAME_OR_PLACE = /^(?:\p{Lu}|\p{Lo}|\p{N})[\p{L}\p{M}\p{N}\s.,'’&()/#-]{1,99}$/u;
const LETTERS = /\p{L}{2}/u;
const PHONE = /^\+?[\d\s()./-]{6,24}$/;
const SIX_DIGITS = /(?:\d\D{0,3}){6}/;

const isPhone = (value: string) => PHONE.test(value) && SIX_DIGITS.test(value);

const isNameOrPlace = (value: string) => NAME_OR_PLACE.test(value) && LETTERS.test(value);

const normalize = (value: string) => value.trim().toLowerCase();

/** True if every real field looks as if a person had filled it. */
function isSensible({ given, fields: shown }: Judged, suspicious: boolean): boolean {
  const emails = (given.get('email') ?? []).filter(isFilled);
  const hasContent = Array.from(shown.values()).some((values) => values.some(isFilled));
  return hasContent && !suspicious && emails.every((email) => parseEmailAddress(email));
}

const WORDS = /[^\p{L}\p{N}]+/u;

const wordsIn = (text: string) =>
  normalize(text)
    .split(WORDS)
    .filter((word) => word !== '');

/** Longer values are messages, not parts of what a browser knows. */
const LONGEST_KNOWN = 200;

/** True if all words, one of three letters or more, are in one of the visitor's short fields. */
function isPartOf(value: string, real: ReadonlySet<string>): boolean {
  const words = wordsIn(value);
  if (!words.some((word) => /^\p{L}{3}/u.test(word))) return false;
  return Array.from(real).some((known) => {
    const others = new Set(known.length > LONGEST_KNOWN ? [] : wordsIn(known));
    return words.every((word) => others.has(word));
  });
}

/** True if a value is a website at the domain of the visitor's email address. */
function isOwnSite(value: string, real: ReadonlySet<string>): boolean {
  const host = URL.parse(value.includes('://') ? value : `https://${value}`)?.hostname;
  const domain = host?.replace(/^www\./, '');
  if (domain === undefined || !domain.includes('.')) return false;
  return Array.from(real).some((known) => known.endsWith(`@${domain}`) && parseEmailAddress(known));
}

/**
 * True if the traps hold autofill values: a name, an email or postal address, a phone number, the
 * visitor's website, or a real field's value.
 */
function isAutofill(trapValues: readonly string[], fields: Fields): boolean {
  const real = new Set(Array.from(fields.values()).flat().filter(isFilled).map(normalize));
  return trapValues.every((raw) => {
    const value = raw.trim();
    const typed = isNameOrPlace(value) || isPhone(value) || parseEmailAddress(value) !== undefined;
    return typed || real.has(normalize(value)) || isPartOf(value, real) || isOwnSite(value, real);
  });
}

/**
 * True if a filled trap drops a submission. A trap that a browser seems to have filled does not, if
 * nothing else marks the submission.
 */
export function isTrapped(submission: Judged): boolean {
  const inTraps = valuesIn(submission.given, isTrap);
  if (inTraps.length === 0) return false;
  const reasons = findReasons(contentOf(submission)).filter((one) => one !== 'autofilled_trap');
  return !isSensible(submission, reasons.length > 0) || !isAutofill(inTraps, submission.fields);
}
