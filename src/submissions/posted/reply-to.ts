import { isControlName, isFilled, inReplyOrder, type Fields } from '../../fields/field-names.ts';
import type { NoReply } from '../../mail/mail-facts.ts';
import { type EmailAddress, parseEmailAddress } from '../../platform/text/email-address.ts';

/** Invisible signs, and blanks of other kinds than those that are trimmed. */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Cf}\u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]/gu;

/** The characters of a local part, with dots anywhere. */
const DOTTED = /^[\w!#$%&'*+/=?^`{|}~.-]+$/;

/** The longest local part is 64 octets, quotation marks included. */
const LONGEST_DOTTED = 62;

/** Quotes a local part with dots against RFC 5321, as some providers issued, to make it valid. */
function quoteDots(text: string): EmailAddress | undefined {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(0, at));
  if (!local.includes('.') || local.length > LONGEST_DOTTED || !DOTTED.test(local))
    return undefined;
  const plain = parseEmailAddress(`a${text.slice(at)}`);
  return plain && (`"${local}"${plain.slice(1)}` as EmailAddress);
}

/** Longer texts are no addresses. */
const LONGEST = 1_000;

/** The address that a value is, whatever invisible stands around it or in it. */
function readAddress(value: string): EmailAddress | undefined {
  const plain = parseEmailAddress(value);
  if (plain || value.length > LONGEST) return plain;
  const text = value.replace(INVISIBLE, '').trim();
  return parseEmailAddress(text) ?? quoteDots(text);
}

const isSame = (one: EmailAddress, other: EmailAddress) =>
  one.toLowerCase() === other.toLowerCase();

const SEVERAL = /[,;]/;

/** The address of a field that has nothing else, as most have. */
const loneAddress = ([value = '', ...others]: readonly string[]) =>
  others.length > 0 || SEVERAL.test(value) ? undefined : readAddress(value);

/** The addresses of a field; one that is there twice counts once. */
function addressesOf(values: readonly string[]): (EmailAddress | undefined)[] {
  const filled = values.filter(isFilled);
  const texts = filled.flatMap((value) =>
    value.length > LONGEST || !SEVERAL.test(value) ? [value] : value.split(/[,;]/).filter(isFilled),
  );
  const found: (EmailAddress | undefined)[] = [];
  for (const address of texts.map(readAddress)) {
    if (!address || !found.some((one) => one && isSame(one, address))) found.push(address);
  }
  return found;
}

/** Text that a reader takes for an address, valid or not. */
const LIKE_ADDRESS = /[^\s@\uff20][@\uff20][\p{L}\p{N}-]+[.\uff0e。][\p{L}\p{N}]/u;

/** A minimal match in the field of an address. */
const AT_SIGN = /[^\s@\uff20][@\uff20]\S/u;

/** Where replies go. */
interface ReplyTo {
  replyTo: EmailAddress | undefined;
  /** The field that it is from. */
  field?: string;
  /** Why there is none, if something that may be an address is there. */
  noReply?: NoReply;
}

/**
 * The one address in the first of the named fields with any; other apparent addresses are only
 * shown.
 */
export function findReplyTo(fields: Fields, names: readonly string[]): ReplyTo {
  let isSeveral = false;
  let isTyped = false;
  for (const field of names.length < 2 ? names : inReplyOrder(names)) {
    const values = fields.get(field) ?? [];
    const replyTo = loneAddress(values);
    if (replyTo) return { replyTo, field };
    const [first, ...others] = addressesOf(values);
    if (first && others.length === 0) return { replyTo: first, field };
    isTyped ||= values.some((value) => AT_SIGN.test(value));
    isSeveral ||= first !== undefined && others.every((other) => other !== undefined);
  }
  if (isSeveral) return { replyTo: undefined, noReply: 'several' };
  if (isTyped) return { replyTo: undefined, noReply: 'unused' };
  for (const [name, values] of fields) {
    if (!isControlName(name) && values.some((value) => LIKE_ADDRESS.test(value)))
      return { replyTo: undefined, noReply: 'unused' };
  }
  return { replyTo: undefined };
}
