import { parseEmailAddress } from '../../platform/text/email-address.ts';
import { isFilled, type Fields } from '../fields/field-names.ts';

/** A name, a company or the lines of a postal address, but not `on`, `x` and the like. */
const NAME_OR_PLACE = /^(?:\p{Lu}|\p{Lo}|\p{N})[\p{L}\p{M}\p{N}\s.,'’&()/#-]{1,99}$/u;
const LETTERS = /\p{L}{2}/u;
const PHONE = /^\+?[\d\s()./-]{6,24}$/;
const SIX_DIGITS = /(?:\d\D{0,3}){6}/;

const isPhone = (value: string) => PHONE.test(value) && SIX_DIGITS.test(value);

const isNameOrPlace = (value: string) => NAME_OR_PLACE.test(value) && LETTERS.test(value);

const normalize = (value: string) => value.trim().toLowerCase();

/** The parts of a parsed submission that are judged. */
interface Parsed {
  given: Fields;
  shown: Fields;
  suspicious: boolean;
}

/** Whether every real field looks as if a person had filled it. */
function isSensible({ given, shown, suspicious }: Parsed): boolean {
  const emails = (given.get('email') ?? []).filter(isFilled);
  const hasContent = Array.from(shown.values()).some((values) => values.some(isFilled));
  return hasContent && !suspicious && emails.every((email) => parseEmailAddress(email));
}

/**
 * Whether the traps have values that a browser's autofill enters: a name, an email or postal address,
 * a phone number, or the value of a real field.
 */
export function looksLikeAutofill(trapValues: readonly string[], parsed: Parsed): boolean {
  if (!isSensible(parsed)) return false;
  const real = new Set(Array.from(parsed.shown.values()).flat().filter(isFilled).map(normalize));
  return trapValues.every((raw) => {
    const value = raw.trim();
    const typed = isNameOrPlace(value) || isPhone(value) || parseEmailAddress(value) !== undefined;
    return typed || real.has(normalize(value));
  });
}
