import type { FormField } from '../contract/form-field.ts';
import {
  attributesOf,
  isCheckboxGroup,
  labelOf,
  optionFor,
  optionsOf,
  takesSeveral,
  TICKED,
  typeOf,
} from './declared-field.ts';

/**
 * An attribute's value: `id` refers to an element's id in this form, `field` to that field's error
 * state.
 */
export type Value = string | true | { readonly id: string } | { readonly field: string };

/** Attributes by name, in writing order; those without a value are omitted. */
export type Attributes = Readonly<Record<string, Value | false | undefined>>;

/** An element of a form, whatever the language that it is written in. */
export interface Element {
  readonly tag: string;
  readonly attributes: Attributes;
  /** Absent: it has no content. A text is in the words of the owner, the visitor or a catalog. */
  readonly children?: readonly Node[];
}

export type Node = Element | string;

/** A declared field, with the additions of form code, a page or a preview. */
export interface ShownField {
  field: FormField;
  /** The id of its first control, if something refers to that. */
  id?: Value | undefined;
  /** The text of a list in which nothing is chosen yet. */
  choose: string;
  /** The values of its controls. Without them, they have no attribute for it. */
  values?: readonly string[];
  /** The media types that a browser offers to choose from. */
  accept?: string | undefined;
  /** Marks the label of an optional field. */
  optional?: Node;
  /** Stands after the label. */
  note?: readonly Node[];
  /** Attributes of the element around everything. */
  outer?: Attributes;
  /** Attributes of each control. */
  control?(isFirst: boolean): Attributes;
  /** Attributes of the label of each choice. */
  choice?: Attributes;
  /** Writes the text of a label. */
  wrap?(text: string): Node;
  /** Stands below the controls. */
  below?: readonly Node[];
}

export const element = (
  tag: string,
  attributes: Attributes = {},
  children?: readonly Node[],
): Element => ({ tag, attributes, ...(children && { children }) });

/** The attributes that an element has, in their order. */
export const writtenAttributes = ({ attributes }: Element): [name: string, value: Value][] =>
  Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [[name, value]],
  );

const asIs = (text: string): Node => text;

function inputOf(shown: ShownField, value: string | undefined, at: number): Element {
  const { field, id, accept, control } = shown;
  const type = typeOf(field);
  const isFirst = at === 0;
  const names = {
    id: isFirst && id,
    name: field.name,
    'aria-label': !isFirst && `${labelOf(field)} (${at + 1})`,
  };
  const state = { required: isFirst && field.required, ...control?.(isFirst) };
  // An input of one line would drop the line breaks of what was given.
  if (type === 'textarea' || (type === 'text' && /[\r\n]/.test(value ?? ''))) {
    const own = attributesOf({ ...field, type: 'textarea' });
    // HTML drops the first line break of a textarea.
    const content = value === undefined ? undefined : [`\n${value}`];
    return element('textarea', { ...names, ...own, rows: '6', ...state }, content);
  }
  const held = type === 'file' ? undefined : value;
  return element('input', {
    ...names,
    type,
    accept,
    ...attributesOf(field),
    ...state,
    value: held,
  });
}

/** One control; one for each value, if the field takes several. */
function inputsOf(shown: ShownField): Element[] {
  const { field, values = [] } = shown;
  const held = takesSeveral(field) ? values : values.slice(0, 1);
  return [held[0], ...held.slice(1)].map((value, at) => inputOf(shown, value, at));
}

/** The choices of a field, with those that were made. */
function choicesOf({ field, values = [] }: ShownField) {
  const chosen = new Set(values.map((value) => optionFor(field, value)?.value ?? value));
  return optionsOf(field).map(({ value, label }) => ({
    value,
    label: label || '–',
    isChosen: chosen.has(value) && (takesSeveral(field) || chosen.size === 1),
  }));
}

function selectOf(shown: ShownField): Element {
  const { field, id, choose } = shown;
  const choices = choicesOf(shown);
  // Without a choice of nothing, the first one would be given without being chosen.
  const needsNone = !field.multiple && choices.every(({ value }) => value !== '');
  const none = { value: '', label: choose, isChosen: false };
  return element(
    'select',
    {
      id,
      name: field.name,
      ...attributesOf(field),
      required: field.required,
      ...shown.control?.(true),
    },
    [...(needsNone ? [none] : []), ...choices].map(({ value, label, isChosen }) =>
      element('option', { value, selected: isChosen }, [label]),
    ),
  );
}

/** A box or a button in its label. */
const choiceOf = (
  shown: ShownField,
  attributes: Attributes,
  label: string,
  isFirst = true,
): Element =>
  element('label', shown.choice, [
    element('input', {
      id: isFirst && shown.id,
      name: shown.field.name,
      ...attributes,
      ...shown.control?.(isFirst),
    }),
    (shown.wrap ?? asIs)(label),
  ]);

/** A label, its marks, and its note. A lone checkbox that needs no tick is optional as it is. */
function labelWith({ field, optional, note = [], wrap = asIs }: ShownField): Node[] {
  const marks = optional !== undefined && !field.required ? [optional] : [];
  return [wrap(labelOf(field)), ...marks, ...note];
}

/** HTML cannot require one of a group of checkboxes: the service does. */
function groupOf(shown: ShownField): Element {
  const { field, outer, below = [] } = shown;
  const type = typeOf(field);
  const required = field.required && type === 'radio';
  const choices = choicesOf(shown).map(({ value, label, isChosen }, at) =>
    choiceOf(shown, { type, value, checked: isChosen, required }, label, at === 0),
  );
  const legend = element('legend', {}, labelWith(shown));
  return element('fieldset', outer, [legend, ...choices, ...below]);
}

/** True if its controls are in a `fieldset`. */
export const isGroup = (field: FormField): boolean =>
  typeOf(field) === 'radio' || isCheckboxGroup(field);

/** The elements of a field in a form. Only this function decides how a declared field looks. */
export function fieldElement(shown: ShownField): Element {
  const { field, id, outer, values = [], below = [] } = shown;
  const { required } = field;
  const type = typeOf(field);
  if (type === 'hidden') return element('input', { name: field.name, type });
  if (isGroup(field)) return groupOf(shown);
  if (type === 'checkbox') {
    const checked = values.some((value) => TICKED.has(value));
    const tick = choiceOf(shown, { type, checked, required }, labelOf(field));
    return element('p', outer, [tick, ...below]);
  }
  const label = element('label', { for: id }, labelWith(shown));
  const controls = type === 'select' ? [selectOf(shown)] : inputsOf(shown);
  return element('p', outer, [label, ...controls, ...below]);
}
