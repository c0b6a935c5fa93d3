import type { FormField } from '../../contract/form-field.ts';
import { explainFault, type FieldFault } from '../../fields/check-fields.ts';
import {
  NOT_TICKED,
  optionFor,
  takesSeveral,
  TICKED,
  typeOf,
} from '../../fields/declared-field.ts';
import {
  element,
  fieldElement,
  writtenAttributes,
  type Attributes,
  type Element,
  type Node,
} from '../../fields/field-elements.ts';
import { escapeHtml, SafeHtml } from '../../platform/text/html.ts';
import { fill } from '../../catalogs/catalog.ts';
import { wordsOf, type Language } from '../../catalogs/languages.ts';
import type { Posted } from './posted-form.ts';

/** A field that is shown again, with what was sent in it and what is wrong with that. */
export interface GivenField {
  posted: Posted;
  field: FormField;
  /** Names its elements on the page. */
  id: string;
  /** Empty if nothing is wrong. */
  faults: readonly FieldFault[];
  /** True if the page begins here. */
  hasFocus: boolean;
}

const valuesOf = ({ posted, field }: GivenField) => posted.given.get(field.name) ?? [];

const isFile = ({ field }: GivenField) => typeOf(field) === 'file';

const AUTO = { dir: 'auto' };

const isWritten = ({ field }: GivenField) =>
  !['select', 'radio', 'checkbox'].includes(typeOf(field));

/** Types whose elements keep no other text than a value of the type. */
const STRICT: ReadonlySet<string> = new Set(['number', 'date', 'time', 'datetime-local']);

/** Values that the field's elements cannot show. They appear below, so that nothing is lost. */
function notShown(given: GivenField): readonly string[] {
  const { field, faults } = given;
  const values = valuesOf(given);
  if (!faults.some(({ code }) => code === 'badInput')) return [];
  const filled = values.filter((value) => value !== '');
  const isSeveral = values.length > 1 && !takesSeveral(field);
  if (isWritten(given)) return STRICT.has(typeOf(field)) ? filled : filled.slice(1);
  if (!field.options) return filled.filter((value) => !TICKED.has(value) && !NOT_TICKED.has(value));
  return isSeveral
    ? filled.map((value) => optionFor(field, value)?.label ?? value)
    : filled.filter((value) => !optionFor(field, value));
}

/** A visitor's remedy for all its faults. */
export const explain = ({ faults }: GivenField, language: Language): string =>
  faults.map((fault) => explainFault(wordsOf(language).fields, fault)).join(' ');

/** The texts below a field, each with the id by which its controls refer to it. */
function textsBelow(given: GivenField, language: Language): { id: string; text: Element }[] {
  const { posted, field, id, faults } = given;
  const { givenBack, quote } = wordsOf(language);
  const typed = notShown(given).map((text) => fill(quote, { text }));
  const below = (look: string, text: string, attributes: Attributes = {}) => {
    const own = `${id}-${look}`;
    return { id: own, text: element('span', { class: look, id: own, ...attributes }, [text]) };
  };
  return [
    // HTML cannot give files back: without these words they would be lost without a sign.
    ...(isFile(given) && posted.files.has(field.name)
      ? [below('lost', givenBack.chooseAgain)]
      : []),
    ...(faults.length > 0 ? [below('fault', explain(given, language))] : []),
    ...(typed.length > 0
      ? [below('typed', fill(givenBack.typed, { text: typed.join(' · ') }), AUTO)]
      : []),
  ];
}

const write = (node: Node): string => {
  if (typeof node === 'string') return escapeHtml(node);
  const { tag, children } = node;
  const written = writtenAttributes(node).map(([name, value]) =>
    typeof value === 'string' ? ` ${name}="${escapeHtml(value)}"` : ` ${name}`,
  );
  const open = `<${tag}${written.join('')}`;
  return tag === 'input'
    ? `${open} />`
    : `${open}>${(children ?? []).map(write).join(' ')}</${tag}>`;
};

/** A field as HTML has it, with what was sent in it and its faults. */
export function renderGivenField(given: GivenField, language: Language): SafeHtml {
  const { posted, field, id, faults, hasFocus } = given;
  const values = valuesOf(given);
  const { optional, choose } = wordsOf(language).givenBack;
  const below = textsBelow(given, language);
  const describedBy = below.map((each) => each.id).join(' ');
  const isTyped = isWritten(given) && !isFile(given);
  const state = (isFirst: boolean): Attributes => ({
    ...(isTyped && AUTO),
    'aria-invalid': faults.length > 0 && 'true',
    'aria-describedby': describedBy !== '' && describedBy,
    autofocus: hasFocus && isFirst,
  });
  const shown = fieldElement({
    field,
    id,
    choose: field.placeholder ?? choose,
    values: isTyped && values.length === 0 ? [''] : values,
    accept: isFile(given) ? posted.settings.files?.types?.join(',') : undefined,
    optional: element('span', { class: 'soft' }, [optional]),
    outer: { class: faults.length > 0 ? 'field bad' : 'field' },
    control: state,
    choice: { class: 'choice' },
    wrap: (text) => element('span', AUTO, [text]),
    below: below.map(({ text }) => text),
  });
  return new SafeHtml(write(shown));
}
