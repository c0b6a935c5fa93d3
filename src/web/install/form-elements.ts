import type { FormField, FormSettings } from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import { takesSeveral, typeOf } from '../../submissions/fields/declared-field.ts';
import {
  element,
  fieldElement,
  isGroup,
  type Element,
} from '../../submissions/fields/field-elements.ts';

/** The fields of a form without declared ones. */
export const DEFAULT_FIELDS: readonly FormField[] = [
  { name: 'name', label: 'Name', autocomplete: 'name', required: true },
  { name: 'email', label: 'Email', type: 'email', autocomplete: 'email', required: true },
  { name: 'message', label: 'Message', type: 'textarea', required: true },
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

/** Bytes as people say them, rounded down. */
export const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.floor(bytes / 1_000)} KB` : `${Math.floor(bytes / 100_000) / 10} MB`;

/** The note at a field before anything is chosen. */
function explainUpload({ maxCount, maxBytes }: Upload, field: FormField): string {
  const size = sizeOf(maxBytes);
  return takesSeveral(field) && maxCount > 1
    ? `(up to ${maxCount} files, ${size} together)`
    : `(up to ${size})`;
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
function elementOf(field: FormField, id: string, upload: Upload | undefined): Element {
  const type = typeOf(field);
  const describedBy = { 'aria-describedby': { id: `${id}-error` } };
  const files = type === 'file' ? upload : undefined;
  return fieldElement({
    field,
    id: type === 'checkbox' || type === 'radio' ? undefined : { id },
    choose: 'Choose…',
    accept: files && files.types.length > 0 ? files.types.join(',') : undefined,
    note: files ? [element('small', {}, [explainUpload(files, field)])] : [],
    outer: isGroup(field) ? describedBy : {},
    control: () => (isGroup(field) ? {} : describedBy),
    below: [element('span', { id: { id: `${id}-error` }, 'data-error': field.name })],
  });
}

/** The elements of a form that has these fields, in their order. */
export function formElements(fields: readonly FormField[], upload?: Upload): Element[] {
  const ids = assignIds(fields);
  return fields.map((field, at) => elementOf(field, ids[at] ?? '', upload));
}
