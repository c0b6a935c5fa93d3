import { FormField } from '../../contract/form-fields.ts';
import { LIMITS } from '../../contract/limits.ts';
import { isAutocomplete } from '../../submissions/fields/autocomplete.ts';
import { optionsOf, typeOf } from '../../submissions/fields/declared-field.ts';
import { compare, parseDecimal } from '../../submissions/fields/decimal.ts';
import { isControlName } from '../../submissions/fields/field-names.ts';
import { membersOf } from '../../submissions/fields/html-attributes.ts';
import { isMoment, MOMENTS, type MomentType } from '../../submissions/fields/moments.ts';
import {
  costIn,
  judgePattern,
  sumCosts,
  type PatternCost,
} from '../../submissions/fields/pattern.ts';
import { below, faultsOfLine, type Fault } from './schema-faults.ts';
import type { Fitting, SettingRules } from './setting-rules.ts';

type Member = keyof FormField;

const MEMBERS = Object.keys(FormField.properties) as Member[];

/** `false` is how HTML writes that an attribute is not there. */
const isSet = (field: FormField, name: Member) =>
  field[name] !== undefined && field[name] !== false;

function* faultsOfAttributes(field: FormField, path: string): Generator<Fault> {
  const type = typeOf(field);
  const known = new Set<string>(['name', 'label', 'type', ...membersOf(type)]);
  for (const name of MEMBERS.filter((each) => isSet(field, each) && !known.has(each))) {
    yield { path: below(path, name), message: `A field of the type ${type} has no ${name}.` };
  }
}

/** A name as posted, and names that mean something else to this service. */
function* faultsOfName({ name }: FormField, path: string): Generator<Fault> {
  const at = below(path, 'name');
  yield* faultsOfLine(name, at);
  if (name.length > LIMITS.fieldNameCharacters) {
    yield { path: at, message: `It must have at most ${LIMITS.fieldNameCharacters} characters.` };
  }
  // What a visitor typed there would be where they are sent.
  if (isControlName(name) || name === 'redirect') {
    yield { path: at, message: 'Fields of this name steer the service. Choose another name.' };
  }
}

function* faultsOfTexts(field: FormField, path: string): Generator<Fault> {
  for (const name of ['label', 'placeholder', 'pattern'] as const) {
    const text = field[name];
    if (text !== undefined) yield* faultsOfLine(text, below(path, name));
  }
  if (field.autocomplete !== undefined && !isAutocomplete(field.autocomplete)) {
    yield {
      path: below(path, 'autocomplete'),
      message: 'It must be on, off, or what HTML has for autofill, like email or billing tel.',
    };
  }
  const { minlength = 0, maxlength = Infinity } = field;
  if (minlength > maxlength) {
    yield { path: below(path, 'minlength'), message: 'It must not be greater than maxlength.' };
  }
}

function* faultsOfOptions(field: FormField, path: string): Generator<Fault> {
  const type = typeOf(field);
  const at = below(path, 'options');
  if ((type === 'select' || type === 'radio') && !field.options) {
    yield { path: at, message: `A field of the type ${type} needs options.` };
  }
  const seen = new Set<string>();
  for (const [index, { value, label }] of optionsOf(field).entries()) {
    const place = below(at, index);
    // A select may begin with an empty line.
    if (value !== '' || label !== '' || type !== 'select') yield* faultsOfLine(label, place);
    if (value !== '' && value !== label) yield* faultsOfLine(value, below(place, 'value'));
    if (seen.has(value)) yield { path: place, message: 'Another option has the same value.' };
    seen.add(value);
  }
  if (type !== 'checkbox') return;
  const several = below(path, 'multiple');
  if (field.multiple && !field.options) {
    yield { path: several, message: 'A checkbox without options has one value.' };
  } else if (field.multiple === false && seen.size > 1) {
    yield {
      path: several,
      message: 'Any number of checkboxes can be ticked. For one, take radio.',
    };
  }
}

const AFTER = 'It must not be greater than max.';

function* faultsOfNumberBounds({ min, max, step }: FormField, path: string): Generator<Fault> {
  for (const [name, value] of [['min', min] as const, ['max', max] as const]) {
    if (value === undefined || Number.isFinite(value)) continue;
    yield { path: below(path, name), message: 'It must be a number.' };
  }
  const [least, most] = [parseDecimal(String(min)), parseDecimal(String(max))];
  if (least && most && compare(least, most) > 0) yield { path: below(path, 'min'), message: AFTER };
  if (step === undefined || step === 'any') return;
  if (typeof step !== 'number' || !(step > 0) || !Number.isFinite(step)) {
    yield { path: below(path, 'step'), message: 'It must be a number above 0, or any.' };
  }
}

function* faultsOfMomentBounds(
  type: MomentType,
  { min, max, step }: FormField,
  path: string,
): Generator<Fault> {
  const { parse, unit, example } = MOMENTS[type];
  const read = (value: unknown) => (typeof value === 'string' ? parse(value) : undefined);
  for (const [name, value] of [['min', min] as const, ['max', max] as const]) {
    if (value === undefined || read(value) !== undefined) continue;
    yield { path: below(path, name), message: `It must be as HTML writes it, like ${example}.` };
  }
  if (type !== 'time' && (read(min) ?? -Infinity) > (read(max) ?? Infinity)) {
    yield { path: below(path, 'min'), message: AFTER };
  }
  if (step === undefined || step === 'any') return;
  // Browsers round to days, and to milliseconds.
  const steps = Number(step) * (type === 'date' ? 1 : unit);
  if (typeof step !== 'number' || !(step > 0) || Math.abs(steps - Math.round(steps)) > 1e-6) {
    const whole =
      type === 'date' ? 'a whole number of days' : 'seconds, at most 3 digits after the point';
    yield { path: below(path, 'step'), message: `It must be above 0, ${whole}, or any.` };
  }
}

function* faultsOfBounds(field: FormField, path: string): Generator<Fault> {
  const type = typeOf(field);
  if (type === 'number') yield* faultsOfNumberBounds(field, path);
  else if (isMoment(type)) yield* faultsOfMomentBounds(type, field, path);
}

function* faultsOfField(field: FormField, path: string, takesFiles: boolean): Generator<Fault> {
  yield* faultsOfName(field, path);
  yield* faultsOfAttributes(field, path);
  yield* faultsOfTexts(field, path);
  yield* faultsOfOptions(field, path);
  yield* faultsOfBounds(field, path);
  if (field.type === 'file' && !takesFiles) {
    const message = 'A form takes files with the setting `files`. Set it too.';
    yield { path: below(path, 'type'), message };
  }
}

const TOO_LARGE = `All patterns together may have ${LIMITS.patternParts} parts, with repetitions written out.`;
const TOO_MANY_PROPERTIES = `All patterns together must not name more than ${LIMITS.patternProperties} Unicode properties.`;
const TOO_LONG =
  'It takes too long on long texts. Give the field a smaller maxlength, or repeat less.';
const TOO_COSTLY = 'All patterns together take too long to check. Use fewer or simpler ones.';

/**
 * What all patterns of a form may cost together: they run before the rate of the form. Judging them has one
 * budget of steps; each pattern counts once, and the same whether it was judged before.
 */
function* faultsOfPatterns(fields: Fitting<readonly FormField[]>, path: string): Generator<Fault> {
  let [size, steps] = [0, 0];
  const costs: PatternCost[] = [];
  const counted = new Set<string>();
  const properties = new Set<string>();
  for (const [index, field] of fields.entries()) {
    if (field?.pattern === undefined) continue;
    const { pattern: source } = field;
    const fault = (message: string) => ({ path: below(below(path, index), 'pattern'), message });
    const pattern = judgePattern(source);
    if (!counted.has(source)) steps += pattern.steps;
    counted.add(source);
    if (steps > LIMITS.patternJudgingSteps) return yield fault(TOO_COSTLY);
    for (const property of pattern.properties) properties.add(property);
    if (properties.size > LIMITS.patternProperties) return yield fault(TOO_MANY_PROPERTIES);
    if (pattern.fault !== undefined) {
      yield fault(pattern.fault);
      continue;
    }
    size += pattern.size;
    if (size > LIMITS.patternParts) return yield fault(TOO_LARGE);
    costs.push(costIn(pattern, field));
    if (sumCosts(costs) > LIMITS.patternSteps) return yield fault(TOO_LONG);
  }
}

/** Faults of the setting `fields` that its schema cannot say (ADR 41). `takesFiles`: the form has `files` too. */
function* faultsOfFields(
  fields: Fitting<readonly FormField[]>,
  path: string,
  takesFiles: boolean,
): Generator<Fault> {
  const names = new Set<string>();
  for (const [index, field] of fields.entries()) {
    if (!field) continue;
    const at = below(path, index);
    yield* faultsOfField(field, at, takesFiles);
    if (names.has(field.name)) {
      yield { path: below(at, 'name'), message: 'Another field has the same name.' };
    }
    names.add(field.name);
  }
  yield* faultsOfPatterns(fields, path);
}

/** Fields with their members in the order of the schema: the order in which they came is no difference. */
const normaliseFields = (fields: readonly FormField[]): FormField[] =>
  fields.map((field) => {
    const options = field.options?.map((option) =>
      typeof option === 'string' ? option : { value: option.value, label: option.label },
    );
    const ordered = { ...field, ...(options && { options }) };
    const kept = MEMBERS.filter((name) => ordered[name] !== undefined);
    return Object.fromEntries(kept.map((name) => [name, ordered[name]])) as unknown as FormField;
  });

/** A field in one line, in the words of HTML, which are those of the settings. */
function describeField(field: FormField): string {
  const { name: _, label, type: __, ...rest } = field;
  const facts = MEMBERS.filter((member) => member in rest && isSet(field, member)).map((member) => {
    const value = member === 'options' ? optionsOf(field).map((each) => each.label) : field[member];
    return value === true ? member : `${member}=${[value].flat().join('|')}`;
  });
  const title = label === undefined ? field.name : `${label} (${field.name})`;
  return [`${title}: ${typeOf(field)}`, ...facts].join(' ');
}

export const FIELDS: SettingRules<'fields'> = {
  faults: (fields, path, { document }) =>
    faultsOfFields(fields, path, document['files'] !== undefined),
  normalise: normaliseFields,
  describe: (fields) => fields.map(describeField),
};
