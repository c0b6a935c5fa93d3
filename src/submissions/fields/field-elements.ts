import type { FormField } from '../../contract/form-settings.ts';
import {
  attributesOf,
  isCheckboxGroup,
  labelOf,
  optionsOf,
  takesSeveral,
  TICKED,
  typeOf,
} from './declared-field.ts';

/** The value of an attribute; `id` stands for the id of an element of this form. */
export type Value = string | true | { readonly id: string };

export type Attribute = readonly [name: string, value: Value];

/** An element of a form, whatever the language that it is written in. */
export interface Element {
  readonly tag: string;
  readonly attributes: readonly Attribute[];
  /** Absent: it has no content. A text is in the words of the owner, the visitor or a catalog. */
  readonly children?: readonly Node[];
}

export type Node = Element | string;

/** A declared field, and what one place adds to it: form code, a page or a preview. */
export interface ShownField {
  field: FormField;
  /** The id of its first control, if something refers to that. */
  id?: Value | undefined;
  /** What people read if nothing is chosen yet. */
  choose: string;
  /** What its controls hold. Without it, they have no value at all. */
  values?: readonly string[];
  /** The media types that a browser offers to choose from. */
  accept?: string | undefined;
  /** Stands after the label. */
  note?: readonly Node[];
  /** Attributes of the element around everything. */
  outer?: readonly Attribute[];
  /** Attributes of each control. */
  control?(isFirst: boolean): readonly Attribute[];
  /** Attributes of the label of each choice. */
  choice?: readonly Attribute[];
  /** Wraps the texts of labels. */
  wrap?(text: string): Node;
  /** Stands below the controls. */
  below?: readonly Node[];
}

export const element = (
  tag: string,
  attributes: readonly Attribute[] = [],
  children?: readonly Node[],
): Element => ({ tag, attributes, ...(children && { children }) });

/** Attributes in this order; `false` and undefined ones are left out. */
const attributes = (values: Readonly<Record<string, Value | false | undefined>>): Attribute[] =>
  Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [[name, value] as const],
  );

const stateOf = ({ control }: ShownField, isFirst = true) => control?.(isFirst) ?? [];

const textOf = ({ wrap }: ShownField, text: string): Node => wrap?.(text) ?? text;

function inputOf(shown: ShownField, value: string | undefined, at: number): Element {
  const { field, id, accept } = shown;
  const type = typeOf(field);
  const names = attributes({
    id: at === 0 && id,
    name: field.name,
    'aria-label': at > 0 && `${labelOf(field)} (${at + 1})`,
  });
  const state = [
    ...attributes({ required: field.required && at === 0 }),
    ...stateOf(shown, at === 0),
  ];
  // An input of one line would drop the line breaks of what was given.
  if (type === 'textarea' || (type === 'text' && /[\r\n]/.test(value ?? ''))) {
    const own = attributesOf({ ...field, type: 'textarea' });
    // HTML drops the first line break of a textarea.
    const content = value === undefined ? undefined : [`\n${value}`];
    return element('textarea', [...names, ...own, ['rows', '6'], ...state], content);
  }
  return element('input', [
    ...names,
    ...attributes({ type, accept }),
    ...attributesOf(field),
    ...state,
    ...attributes({ value: type !== 'file' && value }),
  ]);
}

/** One control; one for each value, if the field takes several. */
function inputsOf(shown: ShownField): Element[] {
  const { field, values = [] } = shown;
  const held = takesSeveral(field) ? values : values.slice(0, 1);
  return [held[0], ...held.slice(1)].map((value, at) => inputOf(shown, value, at));
}

/** The choices of a field, with those that were made. */
function choicesOf({ field, values = [] }: ShownField) {
  const chosen = new Set(values);
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
    [
      ...attributes({ id, name: field.name }),
      ...attributesOf(field),
      ...attributes({ required: field.required }),
      ...stateOf(shown),
    ],
    [...(needsNone ? [none] : []), ...choices].map(({ value, label, isChosen }) =>
      element('option', attributes({ value, selected: isChosen }), [label]),
    ),
  );
}

/** A box or a button in its label. */
const choiceOf = (
  shown: ShownField,
  values: Parameters<typeof attributes>[0],
  label: string,
  isFirst = true,
): Element =>
  element('label', shown.choice, [
    element('input', [
      ...attributes({ id: isFirst && shown.id, name: shown.field.name, ...values }),
      ...stateOf(shown, isFirst),
    ]),
    textOf(shown, label),
  ]);

/** HTML cannot require one of a group of checkboxes: the service does. */
function groupOf(shown: ShownField): Element {
  const { field, outer, note = [], below = [] } = shown;
  const type = typeOf(field);
  const required = field.required && type === 'radio';
  const choices = choicesOf(shown).map(({ value, label, isChosen }, at) =>
    choiceOf(shown, { type, value, checked: isChosen, required }, label, at === 0),
  );
  const legend = element('legend', [], [textOf(shown, labelOf(field)), ...note]);
  return element('fieldset', outer, [legend, ...choices, ...below]);
}

function tickOf(shown: ShownField): Element {
  const { field, values = [] } = shown;
  const checked = values.some((value) => TICKED.has(value));
  const { required } = field;
  return choiceOf(shown, { type: 'checkbox', checked, required }, labelOf(field));
}

/** Whether its controls are in a `fieldset`. */
export const isGroup = (field: FormField): boolean =>
  typeOf(field) === 'radio' || isCheckboxGroup(field);

/** The elements of a field as a form has them; the only place that says how a declared field looks. */
export function fieldElement(shown: ShownField): Element {
  const { field, id, outer, note = [], below = [] } = shown;
  const type = typeOf(field);
  if (type === 'hidden') return element('input', attributes({ name: field.name, type }));
  if (isGroup(field)) return groupOf(shown);
  if (type === 'checkbox') return element('p', outer, [tickOf(shown), ...below]);
  const label = element('label', attributes({ for: id }), [textOf(shown, labelOf(field)), ...note]);
  const controls = type === 'select' ? [selectOf(shown)] : inputsOf(shown);
  return element('p', outer, [label, ...controls, ...below]);
}
