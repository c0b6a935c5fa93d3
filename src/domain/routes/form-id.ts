import { randomBytes } from 'node:crypto';
import { FORM_ID_PATTERN } from '../../contract/schema-parts.ts';

/** `cfm_` and 16 symbols of 5 random bits each. */
export type FormId = string & { readonly __brand: 'FormId' };

const SYMBOLS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 16;
const PATTERN = new RegExp(FORM_ID_PATTERN);

export function newFormId(): FormId {
  const symbols = Array.from(randomBytes(LENGTH), (byte) => SYMBOLS[byte % SYMBOLS.length]);
  return `cfm_${symbols.join('')}` as FormId;
}

export function parseFormId(text: string): FormId | undefined {
  return PATTERN.test(text) ? (text as FormId) : undefined;
}
