import type { FormField } from '../../contract/form-fields.ts';
import type { FieldFaultCode } from '../../contract/enums.ts';
import {
  isLoneCheckbox,
  labelOf,
  NOT_TICKED,
  optionsOf,
  takesSeveral,
  TICKED,
  typeOf,
  type FieldType,
} from '../../submissions/fields/declared-field.ts';
import { attributesOf } from '../../submissions/fields/html-attributes.ts';
import { escapeHtml, html, SafeHtml } from '../../platform/text/html.ts';
import { wordsOf, type Language } from '../../catalogs/languages.ts';

/** A declared field that is shown again: what was sent in it, and what is wrong with that. */
export interface GivenField {
  field: FormField;
  /** Names its elements on the page. */
  id: string;
  values: readonly string[];
  /** Empty where nothing is wrong. */
  faults: readonly { code: FieldFaultCode; sentence: string }[];
  /** Whether the page begins here. */
  hasFocus: boolean;
  /** Whether it was sent files, which have to be chosen again. */
  isLost?: boolean;
  /** The types of files that it takes, as HTML lists them. */
  accept?: string | undefined;
}

type Attribute = readonly [name: string, value: string | true];

const NOTHING = html``;

/** Attributes, with a space before each. */
const write = (attributes: Iterable<Attribute>): SafeHtml =>
  new SafeHtml(
    Array.from(attributes, ([name, value]) =>
      value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`,
    ).join(''),
  );

const faultId = ({ id }: GivenField) => `${id}-fault`;

const lostId = ({ id }: GivenField) => `${id}-lost`;

const typedId = ({ id }: GivenField) => `${id}-typed`;

const isWritten = ({ field }: GivenField) =>
  !['select', 'radio', 'checkbox'].includes(typeOf(field));

/** Types whose elements keep no other text than a value of the type. */
const STRICT: ReadonlySet<string> = new Set(['number', 'date', 'time', 'datetime-local']);

/** What its elements cannot show: it is shown beside them, so that nothing is lost. */
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

/** What every control of a field says of its state. */
function* stateOf(given: GivenField, isFirst = true): Generator<Attribute> {
  const { faults, hasFocus } = given;
  if (faults.length === 0) return;
  const beside = notShown(given).length > 0 ? ` ${typedId(given)}` : '';
  yield ['aria-invalid', 'true'];
  yield ['aria-describedby', faultId(given) + beside];
  if (hasFocus && isFirst) yield ['autofocus', true];
}

function* isRequired({ field }: GivenField): Generator<Attribute> {
  if (field.required) yield ['required', true];
}

function* identify({ field, id }: GivenField): Generator<Attribute> {
  yield ['id', id];
  yield ['name', field.name];
}

function* describe(given: GivenField, isFirst = true): Generator<Attribute> {
  yield* attributesOf(given.field);
  if (isFirst) yield* isRequired(given);
  yield* stateOf(given, isFirst);
}

function renderInput(given: GivenField, value: string, at: number): SafeHtml {
  const { field } = given;
  const type = typeOf(field);
  // An input of one line would drop the line breaks of what was sent.
  const isLong = type === 'textarea' || (type === 'text' && /[\r\n]/.test(value));
  const names: Attribute[] =
    at === 0
      ? [...identify(given)]
      : [
          ['name', field.name],
          ['aria-label', `${labelOf(field)} (${at + 1})`],
        ];
  const attributes: Attribute[] = [...names, ['dir', 'auto'], ...describe(given, at === 0)];
  if (!isLong) {
    return html`<input type="${type}" ${write([...attributes, ['value', value]])} />`;
  }
  const known = attributes.filter(([name]) => name !== 'pattern' && name !== 'inputmode');
  // HTML drops the first line break of a textarea.
  const text = `\n${value}`;
  return html`<textarea rows="6" ${write(known)}>${text}</textarea>`;
}

/** An element for each value that it may have. */
function renderInputs(given: GivenField): SafeHtml {
  const { field, values } = given;
  const shown = takesSeveral(field) ? values : values.slice(0, 1);
  const inputs = shown.length > 0 ? shown : [''];
  return html`${inputs.map((value, at) => renderInput(given, value, at))}`;
}

function renderSelect(given: GivenField, choose: string): SafeHtml {
  const { field, values } = given;
  const options = optionsOf(field);
  const isKnown = options.some(({ value }) => value === '');
  const none = { value: '', label: field.placeholder ?? choose };
  const all = field.multiple || isKnown ? options : [none, ...options];
  const chosen = new Set(values);
  const rendered = all.map(({ value, label }) => {
    const isChosen = chosen.has(value) && (field.multiple || chosen.size === 1);
    const selected: Attribute[] = isChosen ? [['selected', true]] : [];
    return html`<option${write([['value', value], ...selected])}>${label || '–'}</option>`;
  });
  return html`<select${write([...identify(given), ...describe(given)])}>
    ${rendered}
  </select>`;
}

function renderChoices(given: GivenField): SafeHtml {
  const { field, id, values } = given;
  const type = typeOf(field);
  const chosen = new Set(values);
  const several = type === 'checkbox';
  return html`${optionsOf(field).map(({ value, label }, at) => {
    const isChosen = chosen.has(value) && (several || chosen.size === 1);
    const attributes: Attribute[] = [
      ['id', at === 0 ? id : `${id}-${at}`],
      ['name', field.name],
      ['type', type],
      ['value', value],
      ...(isChosen ? [['checked', true] as const] : []),
      ...(several ? [] : isRequired(given)),
      ...stateOf(given, at === 0),
    ];
    return html`<label class="choice"
      ><input${write(attributes)} /> <span dir="auto">${label || '–'}</span></label
    >`;
  })}`;
}

function renderTick(given: GivenField): SafeHtml {
  const isTicked = given.values.some((value) => TICKED.has(value));
  const attributes: Attribute[] = [
    ...identify(given),
    ['type', 'checkbox'],
    ...(isTicked ? [['checked', true] as const] : []),
    ...isRequired(given),
    ...stateOf(given),
  ];
  return html`<label class="choice"
    ><input${write(attributes)} /> <span dir="auto">${labelOf(given.field)}</span></label
  >`;
}

function renderFileInput(given: GivenField): SafeHtml {
  const { field, faults, isLost, accept, hasFocus } = given;
  const about = [faults.length > 0 && faultId(given), isLost && lostId(given)].filter(Boolean);
  const attributes: Attribute[] = [
    ...identify(given),
    ['type', 'file'],
    ...(accept ? [['accept', accept] as const] : []),
    ...attributesOf(field),
    ...isRequired(given),
    ...(faults.length > 0 ? [['aria-invalid', 'true'] as const] : []),
    ...(about.length > 0 ? [['aria-describedby', about.join(' ')] as const] : []),
    ...(hasFocus ? [['autofocus', true] as const] : []),
  ];
  return html`<input${write(attributes)} />`;
}

/** HTML cannot give files back: without these words they would be lost without a sign. */
function renderLost(given: GivenField, language: Language): SafeHtml {
  if (!given.isLost) return NOTHING;
  const { chooseAgain } = wordsOf(language).givenBack;
  return html` <span class="lost" id="${lostId(given)}">${chooseAgain}</span>`;
}

const CONTROLS: Partial<Record<FieldType, (given: GivenField, choose: string) => SafeHtml>> = {
  select: renderSelect,
  file: renderFileInput,
};

/** What to do about all of its faults. */
export const explain = ({ faults }: GivenField): string =>
  faults.map(({ sentence }) => sentence).join(' ');

/** The faults of a field, and what was sent where its element cannot show it. */
function renderFaults(given: GivenField, language: Language): SafeHtml {
  if (given.faults.length === 0) return NOTHING;
  const { givenBack, quote } = wordsOf(language);
  const lost = notShown(given);
  const typed = lost.map((value) => quote(value)).join(' · ');
  return html`<span class="fault" id="${faultId(given)}">${explain(given)}</span> ${
    lost.length > 0
      ? html`<span class="typed" id="${typedId(given)}" dir="auto">${givenBack.typed(typed)}</span>`
      : NOTHING
  }`;
}

/** A field as HTML has it, with what was sent in it and its faults. */
export function renderGivenField(given: GivenField, language: Language): SafeHtml {
  const { field, id, faults } = given;
  const { givenBack } = wordsOf(language);
  const look = faults.length > 0 ? 'field bad' : 'field';
  const below = renderFaults(given, language);
  const isTick = isLoneCheckbox(field);
  const note =
    field.required || isTick ? '' : html` <span class="soft">${givenBack.optional}</span>`;
  const label = html`<span dir="auto">${labelOf(field)}</span>${note}`;
  if (isTick) return html`<p class="${look}">${renderTick(given)} ${below}</p>`;
  if (field.type === 'radio' || field.type === 'checkbox') {
    return html`<fieldset class="${look}">
      <legend>${label}</legend>
      ${renderChoices(given)} ${below}
    </fieldset>`;
  }
  const render = CONTROLS[typeOf(field)] ?? renderInputs;
  const control = html`${render(given, givenBack.choose)}${renderLost(given, language)}`;
  return html`<p class="${look}"><label for="${id}">${label}</label> ${control} ${below}</p>`;
}
