import type { FieldFaultCode } from '../../contract/enums.ts';
import type { FormField } from '../../contract/form-settings.ts';
import {
  isLoneCheckbox,
  NOT_TICKED,
  optionsOf,
  takesSeveral,
  TICKED,
  typeOf,
} from '../../submissions/fields/declared-field.ts';
import {
  element,
  fieldElement,
  type Attribute,
  type Element,
  type Node,
} from '../../submissions/fields/field-elements.ts';
import { escapeHtml, SafeHtml } from '../../platform/text/html.ts';
import { fill } from '../../catalogs/catalog.ts';
import { wordsOf, type Language } from '../../catalogs/languages.ts';

/** A declared field that is shown again: what was sent in it, and what is wrong with that. */
export interface GivenField {
  field: FormField;
  /** Names its elements on the page. */
  id: string;
  values: readonly string[];
  /** Empty if nothing is wrong. */
  faults: readonly { code: FieldFaultCode; sentence: string }[];
  /** Whether the page begins here. */
  hasFocus: boolean;
  /** Whether it was sent files, which have to be chosen again. */
  isLost?: boolean;
  /** The types of files that it takes, as HTML lists them. */
  accept?: string | undefined;
}

const AUTO: Attribute = ['dir', 'auto'];

const isWritten = ({ field }: GivenField) =>
  !['select', 'radio', 'checkbox'].includes(typeOf(field));

/** Types whose elements keep no other text than a value of the type. */
const STRICT: ReadonlySet<string> = new Set(['number', 'date', 'time', 'datetime-local']);

/** Values that the elements of the field cannot show. They are shown below, so that nothing is lost. */
function notShown(given: GivenField): readonly string[] {
  const { field, values, faults } = given;
  if (!faults.some(({ code }) => code === 'badInput')) return [];
  const filled = values.filter((value) => value !== '');
  const isSeveral = values.length > 1 && !takesSeveral(field);
  if (isWritten(given)) return STRICT.has(typeOf(field)) ? filled : filled.slice(1);
  if (!field.options) return filled.filter((value) => !TICKED.has(value) && !NOT_TICKED.has(value));
  const known = new Map(optionsOf(field).map(({ value, label }) => [value, label]));
  return isSeveral
    ? filled.map((value) => known.get(value) ?? value)
    : filled.filter((value) => !known.has(value));
}

/** What to do about all of its faults. */
export const explain = ({ faults }: GivenField): string =>
  faults.map(({ sentence }) => sentence).join(' ');

/** What stands below a field, each with the id by which its controls refer to it. */
function textsBelow(given: GivenField, language: Language): { id: string; text: Element }[] {
  const { id, faults, isLost } = given;
  const { givenBack, quote } = wordsOf(language);
  const typed = notShown(given).map((text) => fill(quote, { text }));
  const below = (look: string, text: string, attributes: readonly Attribute[] = []) => {
    const own = `${id}-${look}`;
    return {
      id: own,
      text: element('span', [['class', look], ['id', own], ...attributes], [text]),
    };
  };
  return [
    // HTML cannot give files back: without these words they would be lost without a sign.
    ...(isLost ? [below('lost', givenBack.chooseAgain)] : []),
    ...(faults.length > 0 ? [below('fault', explain(given))] : []),
    ...(typed.length > 0
      ? [below('typed', fill(givenBack.typed, { text: typed.join(' · ') }), [AUTO])]
      : []),
  ];
}

const write = (node: Node): string => {
  if (typeof node === 'string') return escapeHtml(node);
  const { tag, attributes, children } = node;
  const written = attributes.map(([name, value]) =>
    typeof value === 'string' ? ` ${name}="${escapeHtml(value)}"` : ` ${name}`,
  );
  const open = `<${tag}${written.join('')}`;
  return tag === 'input'
    ? `${open} />`
    : `${open}>${(children ?? []).map(write).join(' ')}</${tag}>`;
};

/** A field as HTML has it, with what was sent in it and its faults. */
export function renderGivenField(given: GivenField, language: Language): SafeHtml {
  const { field, id, values, faults, hasFocus, accept } = given;
  const { optional, choose } = wordsOf(language).givenBack;
  const below = textsBelow(given, language);
  const describedBy = below.map((each) => each.id).join(' ');
  const isTyped = isWritten(given) && typeOf(field) !== 'file';
  const isOptional = !field.required && !isLoneCheckbox(field);
  const state = (isFirst: boolean): Attribute[] => [
    ...(isTyped ? [AUTO] : []),
    ...(faults.length > 0 ? [['aria-invalid', 'true'] as const] : []),
    ...(describedBy === '' ? [] : [['aria-describedby', describedBy] as const]),
    ...(hasFocus && isFirst ? [['autofocus', true] as const] : []),
  ];
  const shown = fieldElement({
    field,
    id,
    choose: field.placeholder ?? choose,
    values: isTyped && values.length === 0 ? [''] : values,
    accept,
    note: isOptional ? [element('span', [['class', 'soft']], [optional])] : [],
    outer: [['class', faults.length > 0 ? 'field bad' : 'field']],
    control: state,
    choice: [['class', 'choice']],
    wrap: (text) => element('span', [AUTO], [text]),
    below: below.map(({ text }) => text),
  });
  return new SafeHtml(write(shown));
}
