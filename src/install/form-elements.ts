import type { FormField } from '../contract/form-field.ts';
import type { FormSettings } from '../contract/form-settings.ts';
import { LIMITS } from '../contract/limits.ts';
import { describeBytes, fill } from '../catalogs/catalog.ts';
import { takesSeveral, typeOf } from '../fields/declared-field.ts';
import { element, fieldElement, isGroup, type Element } from '../fields/field-elements.ts';
import type { FormWords } from './form-words.ts';

/** The fields of a form without declared ones. */
export const defaultFields = ({ labels }: FormWords): readonly FormField[] => [
  { name: 'name', label: labels.name, autocomplete: 'name', required: true },
  { name: 'email', label: labels.email, type: 'email', autocomplete: 'email', required: true },
  { name: 'message', label: labels.message, type: 'textarea', required: true },
];

/** Limits on the files of a submission. */
export interface Upload {
  maxCount: number;
  /** Of all files together. */
  maxBytes: number;
  /** Media types; empty for any. */
  types: readonly string[];
}

/** The limits of a form with these settings; undefined if it asks for no files. */
export function uploadOf(
  { fields = [], files = {} }: FormSettings,
  maxFileBytes: number,
): Upload | undefined {
  if (fields.every((field) => typeOf(field) !== 'file')) return undefined;
  const { max_count: maxCount = LIMITS.usualFiles, max_bytes: maxBytes = maxFileBytes } = files;
  return { maxCount, maxBytes: Math.min(maxBytes, maxFileBytes), types: files.types ?? [] };
}

/** The note at a field before anything is chosen. */
function explainUpload({ maxCount, maxBytes }: Upload, words: FormWords, field: FormField): string {
  const limits = { count: maxCount, size: describeBytes(words.tag, maxBytes) };
  return fill(takesSeveral(field) && maxCount > 1 ? words.upToSeveral : words.upTo, limits);
}

/** Ids of the form itself. */
const TAKEN = ['form'];

/** Characters of an id that come from the name of its field. */
const ID_LENGTH = 40;

/** An id for each field. With `-error` at its end it is another one, and no two are the same. */
function assignIds(fields: readonly FormField[]): string[] {
  const taken = new Set(TAKEN);
  return fields.map(({ name }) => {
    const words =
      name
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.join('-') ?? 'field';
    const stem = Array.from(words).slice(0, ID_LENGTH).join('').replace(/-$/, '');
    let id = stem;
    for (let copy = 2; taken.has(id) || taken.has(`${id}-error`); copy += 1) id = `${stem}-${copy}`;
    taken.add(id).add(`${id}-error`);
    return id;
  });
}

/** A field with the place where the answer to a faulty submission is shown. */
function elementOf(field: FormField, id: string, { upload, words }: Described): Element {
  const type = typeOf(field);
  const describedBy = { 'aria-describedby': { id: `${id}-error` } };
  // Radio buttons have no such state (WAI-ARIA 1.2): the status gets the focus and shows their
  // error.
  const invalid = type !== 'radio' && { 'aria-invalid': { field: field.name } };
  const files = type === 'file' ? upload : undefined;
  return fieldElement({
    field,
    id: type === 'checkbox' || type === 'radio' ? undefined : { id },
    choose: words.choose,
    accept: files && files.types.length > 0 ? files.types.join(',') : undefined,
    optional: element('small', {}, [words.optional]),
    note: files ? [element('small', {}, [explainUpload(files, words, field)])] : [],
    outer: isGroup(field) ? describedBy : {},
    control: () => ({ ...(!isGroup(field) && describedBy), ...invalid }),
    below: [element('span', { id: { id: `${id}-error` }, 'data-error': field.name })],
  });
}

interface Described {
  fields: readonly FormField[];
  upload: Upload | undefined;
  words: FormWords;
}

/** The elements of a form that has these fields, in their order. */
export function formElements(design: Described): Element[] {
  const ids = assignIds(design.fields);
  return design.fields.map((field, at) => elementOf(field, ids[at] ?? '', design));
}
