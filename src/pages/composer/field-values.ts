import { FormField } from '../../contract/form-field.ts';
import { type FieldType, HTML_ATTRIBUTES } from '../../fields/declared-field.ts';

export type FieldMember = keyof FormField;

export type Option = NonNullable<FormField['options']>[number];

type Bound = 'minlength' | 'maxlength' | 'min' | 'max' | 'step';

/** A field as it is being edited: not checked, and empty if nothing is entered. */
export type FieldDraft = {
  readonly [Member in FieldMember]?:
    | (Member extends Bound
        ? string | number
        : Member extends 'options'
          ? readonly Option[]
          : FormField[Member])
    | undefined;
};

const MEMBERS = Object.keys(FormField.properties) as FieldMember[];

export const typeOf = ({ type = 'text' }: FieldDraft): FieldType => type;

/** True if visitors are asked for files. */
export const hasFileField = (fields: readonly FieldDraft[]): boolean =>
  fields.some((field) => typeOf(field) === 'file');

const CHOICES: ReadonlySet<FieldType> = new Set(['select', 'radio', 'checkbox']);

/** The members that a type can have besides a name, a label and whether it is required. */
export function fittingOf(type: FieldType): FieldMember[] {
  const described = MEMBERS.filter((member) => HTML_ATTRIBUTES[type].includes(member));
  return CHOICES.has(type) ? ['options', ...described] : described;
}

const BOUNDS: ReadonlySet<string> = new Set(['min', 'max', 'step']);

/** Each of these types writes its bounds differently, so another type cannot keep them. */
const BOUND_TYPES: ReadonlySet<FieldType> = new Set(['number', 'date', 'time', 'datetime-local']);

/** The tokens by which browsers fill in a type, if it has only one use. */
const TOKENS: Readonly<Partial<Record<FieldType, string>>> = {
  email: 'email',
  url: 'url',
  tel: 'tel',
};

/** The field with another type, without what does not fit that type. */
export function withType(
  field: FieldDraft,
  type: FieldType,
  options: readonly Option[],
): FieldDraft {
  const before = typeOf(field);
  const fitting = new Set<string>([...fittingOf(type), 'name', 'label']);
  if (type !== 'hidden') fitting.add('required');
  const fits = (member: string) =>
    fitting.has(member) && !(BOUNDS.has(member) && BOUND_TYPES.has(before));
  const members = Object.entries(field).filter(([member]) => fits(member));
  const { autocomplete, ...kept }: FieldDraft = Object.fromEntries(members);
  const token = autocomplete === TOKENS[before] ? TOKENS[type] : autocomplete;
  const lacksOptions = (type === 'select' || type === 'radio') && !kept.options?.length;
  return {
    ...kept,
    type,
    ...(token !== undefined && { autocomplete: token }),
    ...(lacksOptions && { options }),
  };
}

/** A choice as a line of text: what is posted and what people read, if they differ. */
export const lineOf = (option: Option): string =>
  typeof option === 'string' ? option : `${option.value} | ${option.label}`;

/** The choices that lines of text stand for; lines that have not changed stay what they were. */
export function optionsOf(text: string, before: readonly Option[]): Option[] {
  return text.split('\n').map((line) => {
    const known = before.find((option) => lineOf(option) === line);
    if (known !== undefined) return known;
    const [value = '', ...rest] = line.split(' | ');
    const label = rest.join(' | ');
    return label === '' ? line : { value, label };
  });
}

const LONGEST_NAME = 40;

/** `name`, with a number if the form has that name already. */
export function freeName(name: string, taken: readonly (string | undefined)[]): string {
  if (name === '' || !taken.includes(name)) return name;
  let number = 2;
  while (taken.includes(`${name}_${number}`)) number += 1;
  return `${name}_${number}`;
}

/** The name of a field with this label: letters and digits without accents, `_` between words. */
export function nameFrom(label: string, taken: readonly (string | undefined)[]): string {
  const plain = label
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .normalize('NFC');
  const words =
    plain
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = Array.from(words.join('_')).slice(0, LONGEST_NAME).join('').replace(/_$/, '');
  return freeName(name, taken);
}

/** A number if one was typed, with a point or a comma; else the text, for the service to judge. */
export function numberIn(text: string): number | string {
  const plain = text.replace(',', '.');
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : text;
}

function valueOf(field: FieldDraft, member: FieldMember): unknown {
  const value = field[member];
  if (value === undefined || value === false) return undefined;
  if (member === 'options') {
    const options = field.options?.filter((option) => lineOf(option).trim() !== '') ?? [];
    return options.length > 0 ? options : undefined;
  }
  if (typeof value !== 'string') return value;
  // Spaces of a pattern have a meaning.
  if (member === 'pattern') return value === '' ? undefined : value;
  const text = value.trim();
  if (text === '') return undefined;
  const isNumber =
    ['minlength', 'maxlength', 'step'].includes(member) ||
    (BOUNDS.has(member) && typeOf(field) === 'number');
  return isNumber ? numberIn(text) : text;
}

/** The fields to send, members in the order of the contract; undefined if there are none. */
export function toFields(fields: readonly FieldDraft[]): FormField[] | undefined {
  if (fields.length === 0) return undefined;
  return fields.map((field) => {
    const values = MEMBERS.map((member) => [member, valueOf(field, member)] as const);
    const sent: unknown = Object.fromEntries(values.filter(([, value]) => value !== undefined));
    return sent as FormField;
  });
}
