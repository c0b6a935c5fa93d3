import type { FormField } from '../../contract/form-fields.ts';
import { typeOf, type FieldType } from './declared-field.ts';

type Described = keyof FormField | 'inputmode';

const TEXT = [
  'inputmode',
  'autocomplete',
  'placeholder',
  'minlength',
  'maxlength',
  'pattern',
] as const;
const RANGE = ['min', 'max', 'step'] as const;

/** The attributes that HTML has for each type, in the order in which they are written. */
export const HTML_ATTRIBUTES: Readonly<Record<FieldType, readonly Described[]>> = {
  text: TEXT,
  email: [...TEXT, 'multiple'],
  url: TEXT,
  tel: TEXT,
  number: ['inputmode', 'autocomplete', 'placeholder', ...RANGE],
  date: ['autocomplete', ...RANGE],
  time: ['autocomplete', ...RANGE],
  'datetime-local': ['autocomplete', ...RANGE],
  textarea: ['autocomplete', 'placeholder', 'minlength', 'maxlength'],
  select: ['autocomplete', 'multiple'],
  radio: [],
  checkbox: [],
  file: ['multiple'],
  hidden: [],
};

const CHOICES: ReadonlySet<FieldType> = new Set(['select', 'radio', 'checkbox']);

/**
 * What a description of the type may have beside `name`, `label` and `type`; anything else would say nothing.
 * Checkboxes may say that they are `multiple`, though HTML has no such attribute for them.
 */
export const membersOf = (type: FieldType): readonly Described[] => [
  ...(type === 'hidden' ? [] : (['required'] as const)),
  ...(CHOICES.has(type) ? (['options'] as const) : []),
  ...(type === 'checkbox' ? (['multiple'] as const) : []),
  ...HTML_ATTRIBUTES[type],
];

/** The keyboard for a number: those of some phones have no minus. */
function keyboardOfNumber({ min, step = 1 }: FormField): string | undefined {
  if (min === undefined || Number(min) < 0) return undefined;
  return Number.isInteger(Number(step)) && Number.isInteger(Number(min)) ? 'numeric' : 'decimal';
}

function inputModeOf(field: FormField): string | undefined {
  const type = typeOf(field);
  if (type === 'number') return keyboardOfNumber(field);
  return type === 'email' || type === 'tel' || type === 'url' ? type : undefined;
}

/** The attributes that a field's description gives its element, but for `required`; `true` has no value. */
export function* attributesOf(
  field: FormField,
): Generator<readonly [name: string, value: string | true]> {
  const given: Partial<Record<Described, unknown>> = { ...field, inputmode: inputModeOf(field) };
  for (const name of HTML_ATTRIBUTES[typeOf(field)]) {
    const value = given[name];
    if (value === true) yield [name, true];
    else if (typeof value === 'string' || typeof value === 'number') yield [name, String(value)];
  }
}
