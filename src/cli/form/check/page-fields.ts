import type { FormField } from '../../../contract/form-field.ts';
import type { FieldType } from '../../../fields/declared-field.ts';
import { findReserved, isControlName, isSetByPage } from '../../../fields/field-names.ts';
import type { Samples } from '../../../fields/sample-texts.ts';
import { sampleOf } from '../../../fields/sample-values.ts';
import { pickSet } from '../../../platform/text/json.ts';
import type { Control, PageForm } from './read-page.ts';

/** The controls of one name, described as the settings describe a field. */
export interface PageField {
  field: FormField;
  controls: readonly Control[];
  /** Sent without a visitor's typing. */
  values: readonly string[];
}

const BUTTONS: ReadonlySet<string> = new Set(['submit', 'image', 'button', 'reset']);

export const isButton = ({ type }: Control): boolean => BUTTONS.has(type);

const countOf = (text: string | undefined) =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;

const boundOf = (type: string, text: string | undefined) =>
  text === undefined || text === '' || type !== 'number' ? text || undefined : Number(text);

const has = (controls: readonly Control[], attribute: string) =>
  controls.some(({ attributes }) => attributes[attribute] !== undefined);

/** The value of a box or button that names none. */
const TICKED = 'on';

function valuesOf({ tag, type, value, options, attributes }: Control): readonly string[] {
  if (tag === 'select') return options;
  if (type === 'checkbox' || type === 'radio') return [attributes['value'] ?? TICKED];
  return value === '' ? [] : [value];
}

function describe(name: string, controls: readonly Control[]): PageField {
  const [first] = controls;
  const { type = 'text', attributes = {} } = first ?? {};
  const values = controls.flatMap(valuesOf);
  const isChoice = ['select', 'radio', 'checkbox'].includes(type);
  const isLone = type === 'checkbox' && controls.length === 1;
  const field = pickSet<FormField>({
    name,
    type: type as FieldType,
    required: has(controls, 'required'),
    minlength: countOf(attributes['minlength']),
    maxlength: countOf(attributes['maxlength']),
    min: boundOf(type, attributes['min']),
    max: boundOf(type, attributes['max']),
    step: attributes['step'] === 'any' ? 'any' : boundOf(type, attributes['step']),
    pattern: attributes['pattern'],
    options: isChoice && !isLone && values.length > 0 ? [...new Set(values)] : undefined,
    multiple: has(controls, 'multiple') || (!isChoice && controls.length > 1) || undefined,
  });
  return { field, controls, values };
}

/** The fields of a form in their order; buttons and the fields that programs read are none. */
export function fieldsOf({ controls }: PageForm): PageField[] {
  const sent = controls.filter((control) => control.name !== '' && !isButton(control));
  return Array.from(
    Map.groupBy(sent, ({ name }) => name),
    ([name, own]) => describe(name, own),
  );
}

/** A file that a visitor might attach, with the first bytes of its type. */
const FILES: readonly File[] = [
  new File(['Test'], 'test.txt', { type: 'text/plain' }),
  new File(['%PDF-1.4\n%%EOF\n'], 'test.pdf', { type: 'application/pdf' }),
  new File(
    [
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        'base64',
      ),
    ],
    'test.png',
    { type: 'image/png' },
  ),
];

/** A file of a type that the page and the form take. */
function fileFor({ controls: [control] }: PageField, types: readonly string[]): File | undefined {
  const accepted = (control?.attributes['accept'] ?? '').toLowerCase().split(',');
  const wanted = [accepted.map((type) => type.trim()).filter(Boolean), types];
  const fits = ({ type, name }: File) =>
    wanted.every(
      (list) =>
        list.length === 0 ||
        list.some((one) => one === type || one === `${type.split('/')[0]}/*` || name.endsWith(one)),
    );
  return FILES.find(fits);
}

/** Words of a visitor, by which the owner would know a test. */
const SAMPLES: Samples = {
  text: ['Test'],
  email: ['test@example.com', 'a@b.co'],
  textarea: ['A test of this form, which is not sent.'],
};

export interface Sampled {
  entries: readonly (readonly [name: string, value: string | File])[];
  /** Required fields without a value: no valid one was found, or the service sets them. */
  left: ReadonlySet<string>;
}

function* valuesFor(
  page: PageField,
  declared: FormField | undefined,
  types: readonly string[],
): Generator<string | File> {
  const { field, values, controls } = page;
  const isTyped = !['select', 'radio', 'checkbox', 'hidden', 'file'].includes(field.type ?? 'text');
  const isReserved = findReserved(field.name.trim().toLowerCase()) !== undefined;
  if (field.type === 'file') {
    const file = fileFor(page, types);
    if (file) yield file;
  } else if (isControlName(field.name)) {
    // A person leaves traps empty, and boxes in them unticked.
    if (field.type !== 'checkbox') yield controls[0]?.value ?? '';
  } else if (field.type === 'hidden') yield* controls.map(({ value }) => value);
  else if (!isTyped || (values.length > 0 && !isReserved))
    yield values.find((value) => value !== '') ?? '';
  else {
    const found = sampleOf(declared ?? field, SAMPLES);
    if (found !== undefined) yield found;
  }
}

/** A visitor's likely entries; `declared` fields get valid values. */
export function fillIn(
  fields: readonly PageField[],
  declared: readonly FormField[],
  types: readonly string[],
): Sampled {
  const left = new Set<string>();
  const entries = fields.flatMap((page) => {
    const { name, type, required } = page.field;
    if (isSetByPage(name, type === 'hidden')) {
      left.add(name);
      return [];
    }
    const wanted = declared.find((field) => field.name === name);
    const values = Array.from(valuesFor(page, wanted, types));
    if (values.length === 0 && (required || wanted?.required)) left.add(name);
    return values.map((value) => [name, value] as const);
  });
  return { entries, left };
}
