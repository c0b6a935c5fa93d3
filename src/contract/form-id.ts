/** Capitals and digits that nobody mistakes for each other when they read them out; 5 bits each. */
export const SYMBOLS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const FORM_ID_PATTERN = '^cfm_[A-HJ-NP-Z2-9]{16}$';

/** `cfm_` and 16 symbols of 5 random bits each. */
export type FormId = string & { readonly __brand: 'FormId' };

const FORM_ID = new RegExp(FORM_ID_PATTERN);

export function parseFormId(text: string): FormId | undefined {
  return FORM_ID.test(text) ? (text as FormId) : undefined;
}
