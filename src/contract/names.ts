import type { FormSettings } from './form-settings.ts';

/** Capitals and digits that nobody mistakes for each other when they read them out; 5 bits each. */
export const SYMBOLS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const FORM_ID_PATTERN = '^cfm_[A-HJ-NP-Z2-9]{16}$';

/** `cfm_` and 16 symbols of 5 random bits each. */
export type FormId = string & { readonly __brand: 'FormId' };

const FORM_ID = new RegExp(FORM_ID_PATTERN);

export function parseFormId(text: string): FormId | undefined {
  return FORM_ID.test(text) ? (text as FormId) : undefined;
}

export const ACCESS_KEY_ID_PATTERN = '^key_[A-HJ-NP-Z2-9]{10}$';

/** `key_` and 10 symbols: names an access key of a form, and says nothing of its secret. */
export type AccessKeyId = `key_${string}`;

export const REFERENCE_PATTERN = '^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$';

const symbolAt = (bits: number, shift: number) => SYMBOLS.charAt((bits >>> shift) & 31);

const LETTERS = 24;

/** A letter: filters of spam take a header that begins with digits for a random one. */
const letterAt = (bits: number, shift: number) => SYMBOLS.charAt(((bits >>> shift) & 31) % LETTERS);

const three = (bits: number) => symbolAt(bits, 10) + symbolAt(bits, 5) + symbolAt(bits, 0);

/**
 * The short name of a delivery, like `K74M-2Q9D`: the first 40 bits of the UUID in its `msg_…`
 * id, all random. Rarely two of a million share one; the id tells them apart.
 */
export function referenceOf(deliveryId: string): string {
  // msg_xxxxxxxx-xxxx-…: the digits on both sides of the first hyphen.
  const [first, second] = [
    deliveryId.slice(4, 9),
    deliveryId.slice(9, 12) + deliveryId.slice(13, 15),
  ];
  const [left, right] = [Number.parseInt(first, 16), Number.parseInt(second, 16)];
  return `${letterAt(left, 15)}${three(left)}-${symbolAt(right, 15)}${three(right)}`;
}

/** A form's name for people: the one in its settings, else the one of its creation. */
export const formNameOf = ({
  alias,
  settings,
}: {
  alias: string;
  settings?: Pick<FormSettings, 'name'> | undefined;
}): string => settings?.name ?? alias;

/** The member of submission.json with the files; the others are the fields. */
export const FILES_MEMBER = '_files';
