import { FORM_ID_PATTERN } from './schemas.ts';

/** `cfm_` and 16 symbols of 5 random bits each. */
export type FormId = string & { readonly __brand: 'FormId' };

const FORM_ID = new RegExp(FORM_ID_PATTERN);

export function parseFormId(text: string): FormId | undefined {
  return FORM_ID.test(text) ? (text as FormId) : undefined;
}
