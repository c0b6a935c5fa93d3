import type { FormField } from '../../contract/form-fields.ts';
import {
  isCheckboxGroup,
  labelOf,
  optionsOf,
  typeOf,
  type FieldType,
} from '../../submissions/fields/declared-field.ts';
import { attributesOf } from '../../submissions/fields/html-attributes.ts';
import type { Element, Value } from './markup.ts';
import { explainUpload, type Upload } from './upload.ts';

/** What a form has whose settings declare no fields. */
export const DEFAULT_FIELDS: readonly FormField[] = [
  { name: 'name', label: 'Name', autocomplete: 'name', required: true },
  { name: 'email', label: 'Email', type: 'email', autocomplete: 'email', required: true },
  { name: 'message', label: 'Message', type: 'textarea', required: true },
];

type Attribute = readonly [name: string, value: Value];

const required = ({ required: isRequired }: FormField): Attribute[] =>
  isRequired ? [['required', true]] : [];

/** The field and the elements that belong to it; ids are in the form's own spelling. */
interface Part {
  field: FormField;
  id: string;
  upload: Upload | undefined;
}

const errorId = ({ id }: Part): Value => ({ id: `${id}-error` });

/** Where the answer to a faulty submission is shown. */
const errorPlace = (part: Part): Element => ({
  tag: 'span',
  attributes: [
    ['id', errorId(part)],
    ['data-error', part.field.name],
  ],
});

/** What a field's files may be, before they are chosen. */
const noteOf = ({ field, upload }: Part): Element[] =>
  upload && typeOf(field) === 'file'
    ? [{ tag: 'small', attributes: [], children: [explainUpload(upload, field)] }]
    : [];

const labelFor = (part: Part): Element => ({
  tag: 'label',
  attributes: [['for', { id: part.id }]],
  children: [labelOf(part.field), ...noteOf(part)],
});

/** The types that a browser offers to choose. */
const acceptOf = ({ field, upload }: Part): Attribute[] =>
  upload && upload.types.length > 0 && typeOf(field) === 'file'
    ? [['accept', upload.types.join(',')]]
    : [];

const paragraph = (children: Element[]): Element => ({ tag: 'p', attributes: [], children });

function input(part: Part): Element {
  const { field, id } = part;
  const attributes: Attribute[] = [
    ['id', { id }],
    ['name', field.name],
    ['type', typeOf(field)],
    ...acceptOf(part),
    ...attributesOf(field),
    ...required(field),
    ['aria-describedby', errorId(part)],
  ];
  return { tag: 'input', attributes };
}

function textarea(part: Part): Element {
  const { field, id } = part;
  const attributes: Attribute[] = [
    ['id', { id }],
    ['name', field.name],
    ...attributesOf(field),
    ['rows', '6'],
    ...required(field),
    ['aria-describedby', errorId(part)],
  ];
  return { tag: 'textarea', attributes };
}

interface Choice {
  value: string;
  label: string;
}

const optionOf = ({ value, label }: Choice): Element => ({
  tag: 'option',
  attributes: [['value', value]],
  children: [label],
});

const NO_CHOICE: Choice = { value: '', label: 'Choose…' };

/** A choice of one begins with none: else the first one would be given without being chosen. */
function select(part: Part): Element {
  const { field, id } = part;
  const choices = optionsOf(field);
  const needsNone = !field.multiple && choices.every(({ value }) => value !== '');
  return {
    tag: 'select',
    attributes: [
      ['id', { id }],
      ['name', field.name],
      ...attributesOf(field),
      ...required(field),
      ['aria-describedby', errorId(part)],
    ],
    children: [...(needsNone ? [NO_CHOICE] : []), ...choices].map(optionOf),
  };
}

/** HTML cannot say that one of a group of checkboxes is required: the service says it. */
function group(part: Part): Element {
  const { field } = part;
  const type = typeOf(field);
  const choiceOf = ({ value, label }: Choice): Element => ({
    tag: 'label',
    attributes: [],
    children: [
      {
        tag: 'input',
        attributes: [
          ['name', field.name],
          ['type', type],
          ['value', value],
          ...(type === 'radio' ? required(field) : []),
        ],
      },
      label,
    ],
  });
  const legend: Element = { tag: 'legend', attributes: [], children: [labelOf(field)] };
  return {
    tag: 'fieldset',
    attributes: [['aria-describedby', errorId(part)]],
    children: [legend, ...optionsOf(field).map(choiceOf), errorPlace(part)],
  };
}

/** A single checkbox stands in its label. */
function checkbox(part: Part): Element {
  const { field } = part;
  if (isCheckboxGroup(field)) return group(part);
  const box: Element = {
    tag: 'input',
    attributes: [
      ['name', field.name],
      ['type', 'checkbox'],
      ...required(field),
      ['aria-describedby', errorId(part)],
    ],
  };
  const label: Element = { tag: 'label', attributes: [], children: [box, labelOf(field)] };
  return paragraph([label, errorPlace(part)]);
}

/** The types that are no `input`. */
const CONTROLS: Partial<Record<FieldType, (part: Part) => Element>> = { textarea, select };

function elementOf(part: Part): Element {
  const { field } = part;
  const type = typeOf(field);
  if (type === 'hidden')
    return {
      tag: 'input',
      attributes: [
        ['name', field.name],
        ['type', type],
      ],
    };
  if (type === 'radio') return group(part);
  if (type === 'checkbox') return checkbox(part);
  const control = CONTROLS[type] ?? input;
  return paragraph([labelFor(part), control(part), errorPlace(part)]);
}

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

/** The elements of a form that has these fields, in their order. */
export function formElements(fields: readonly FormField[], upload?: Upload): Element[] {
  const ids = assignIds(fields);
  return fields.map((field, at) => elementOf({ field, id: ids[at] ?? '', upload }));
}
