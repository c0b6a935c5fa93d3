import type { FormField } from '../../contract/form-settings.ts';
import { typeOf } from '../../submissions/fields/declared-field.ts';
import {
  element,
  fieldElement,
  isGroup,
  type Attribute,
  type Element,
} from '../../submissions/fields/field-elements.ts';
import { explainUpload, type Upload } from './upload.ts';

/** The fields of a form whose settings declare none. */
export const DEFAULT_FIELDS: readonly FormField[] = [
  { name: 'name', label: 'Name', autocomplete: 'name', required: true },
  { name: 'email', label: 'Email', type: 'email', autocomplete: 'email', required: true },
  { name: 'message', label: 'Message', type: 'textarea', required: true },
];

/** Ids of the form itself. */
const TAKEN = ['form'];

/** Characters of an id that come from the name of its field. */
const ID_LENGTH = 40;

/** An id for each field, and one ending in `-error` beside it; no two are the same. */
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
  const describedBy: Attribute[] = [['aria-describedby', { id: `${id}-error` }]];
  const files = type === 'file' ? upload : undefined;
  return fieldElement({
    field,
    id: type === 'checkbox' || type === 'radio' ? undefined : { id },
    choose: 'Choose…',
    accept: files && files.types.length > 0 ? files.types.join(',') : undefined,
    note: files ? [element('small', [], [explainUpload(files, field)])] : [],
    outer: isGroup(field) ? describedBy : [],
    control: () => (isGroup(field) ? [] : describedBy),
    below: [
      element('span', [
        ['id', { id: `${id}-error` }],
        ['data-error', field.name],
      ]),
    ],
  });
}

/** The elements of a form that has these fields, in their order. */
export function formElements(fields: readonly FormField[], upload?: Upload): Element[] {
  const ids = assignIds(fields);
  return fields.map((field, at) => elementOf(field, ids[at] ?? '', upload));
}
