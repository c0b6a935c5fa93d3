import type { FormField } from '../contract/form-field.ts';
import { LIMITS } from '../contract/limits.ts';
import { parseTime } from './moments.ts';

/** The fields of a form that its owner has declared, as the settings have them. */
export interface DeclaredFields {
  readonly fields?: readonly FormField[];
  readonly unknown_fields?: 'accept' | 'refuse';
}

export type FieldType = NonNullable<FormField['type']>;

/** The name of a field for people. */
export const labelOf = ({ label, name }: Pick<FormField, 'label' | 'name'>): string =>
  label ?? name;

export const typeOf = ({ type = 'text' }: Pick<FormField, 'type'>): FieldType => type;

/** The choices of a field, each with its text for people; empty if any value may be given. */
export const optionsOf = ({
  options = [],
}: Pick<FormField, 'options'>): { value: string; label: string }[] =>
  options.map((option) =>
    typeof option === 'string' ? { value: option, label: option } : { ...option },
  );

/** Checkboxes of one name. */
export const isCheckboxGroup = (field: FormField): boolean =>
  typeOf(field) === 'checkbox' && field.options !== undefined;

/** A checkbox without options, whose value is one of `TICKED`. */
export const isLoneCheckbox = (field: FormField): boolean =>
  typeOf(field) === 'checkbox' && field.options === undefined;

/** Values of a single ticked checkbox: `on` from browsers, a boolean from JSON clients. */
export const TICKED: ReadonlySet<string> = new Set(['on', 'true']);

/** The values of one that is not ticked, as programs send them; browsers send nothing. */
export const NOT_TICKED: ReadonlySet<string> = new Set(['', 'false']);

/** The length of the longest value in UTF-16 units: a pattern is matched with short texts alone. */
export const longestOf = ({ maxlength = Infinity, pattern }: FormField): number =>
  pattern === undefined ? maxlength : Math.min(maxlength, LIMITS.patternTextCharacters);

/**
 * The option that a value means, or undefined. Scripts post `true` for the only box of a name, and
 * numbers in another form, like `5.0`.
 */
export function optionFor(
  field: FormField,
  value: string,
): { value: string; label: string } | undefined {
  const options = optionsOf(field);
  const found = options.find((option) => option.value === value);
  if (found) return found;
  if (value === 'true' && typeOf(field) === 'checkbox' && options.length === 1) return options[0];
  if (!NUMBER.test(value)) return undefined;
  return options.find((option) => option.value === String(Number(value)));
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** True if a field takes several values. HTML cannot limit a group of checkboxes to one. */
export const takesSeveral = (field: FormField): boolean =>
  field.multiple === true || isCheckboxGroup(field);

/** A time from `min` in the evening to `max` in the morning. */
export const isOvernight = ({ type, min, max }: FormField): boolean =>
  type === 'time' && (parseTime(String(min)) ?? 0) > (parseTime(String(max)) ?? Infinity);

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
 * Members that have an effect for a type, besides `name`, `label` and `type`. Checkboxes may be
 * `multiple`, although HTML has no such attribute for them.
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

/** The HTML attributes of a declared field without `required`; `true` has no value. */
export function attributesOf(field: FormField): Record<string, string | true> {
  const given: Partial<Record<Described, unknown>> = { ...field, inputmode: inputModeOf(field) };
  const names = HTML_ATTRIBUTES[typeOf(field)].filter((name) => (given[name] ?? false) !== false);
  return Object.fromEntries(
    names.map((name) => [name, given[name] === true || String(given[name])]),
  );
}
