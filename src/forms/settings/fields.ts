import { pickSet } from '../../platform/text/json.ts';
import { FormField } from '../../contract/form-field.ts';
import { LIMITS } from '../../contract/limits.ts';
import { membersOf, optionsOf, typeOf } from '../../fields/declared-field.ts';
import { compare, parseDecimal } from '../../fields/decimal.ts';
import { isControlName } from '../../fields/field-names.ts';
import { isMoment, MOMENTS, type MomentType } from '../../fields/moments.ts';
import { judgePattern } from '../../fields/pattern.ts';
import { faultOfLine, reportBelow, type ReportFault } from './schema-faults.ts';
import type { Fitting, SettingRules } from './setting-rules.ts';

type Member = keyof FormField;

const MEMBERS = Object.keys(FormField.properties) as Member[];

/** `false` means that the attribute is absent, as in HTML. */
const isSet = (field: FormField, name: Member) =>
  field[name] !== undefined && field[name] !== false;

function judgeAttributes(field: FormField, report: ReportFault): void {
  const type = typeOf(field);
  const known = new Set<string>(['name', 'label', 'type', ...membersOf(type)]);
  for (const name of MEMBERS.filter((each) => isSet(field, each) && !known.has(each))) {
    report(`A field of the type ${type} has no ${name}.`, name);
  }
}

/** A name as it is posted must not be one that this service reads itself. */
function judgeName({ name }: FormField, report: ReportFault): void {
  report(faultOfLine(name), 'name');
  if (name.length > LIMITS.fieldNameCharacters) {
    report(`It must have at most ${LIMITS.fieldNameCharacters} characters.`, 'name');
  }
  // Otherwise visitors could type where they are sent.
  if (isControlName(name) || name === 'redirect') {
    report('Fields of this name steer the service. Choose another name.', 'name');
  }
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** HTML's autofill names; a kind of contact may stand before the second ones. */
const AUTOFILL_NAMES = words(
  `name honorific-prefix given-name additional-name family-name honorific-suffix nickname username
  new-password current-password one-time-code organization-title organization street-address
  address-line1 address-line2 address-line3 address-level4 address-level3 address-level2
  address-level1 country country-name postal-code cc-name cc-given-name cc-additional-name
  cc-family-name cc-number cc-exp cc-exp-month cc-exp-year cc-csc cc-type transaction-currency
  transaction-amount language bday bday-day bday-month bday-year sex url photo`,
);
const CONTACT_NAMES = words(
  `tel tel-country-code tel-national tel-area-code tel-local tel-local-prefix tel-local-suffix
  tel-extension email impp`,
);
const CONTACTS = words('home work mobile fax pager');

/** True for a value of HTML's `autocomplete` ("Autofill detail tokens"). */
function isAutocomplete(text: string): boolean {
  const tokens = text
    .toLowerCase()
    .split(/[\t\n\f\r ]+/)
    .filter((token) => token !== '');
  if (tokens.length === 1 && (tokens[0] === 'on' || tokens[0] === 'off')) return true;
  if (tokens[0]?.startsWith('section-')) tokens.shift();
  if (tokens[0] === 'shipping' || tokens[0] === 'billing') tokens.shift();
  if (tokens.at(-1) === 'webauthn') tokens.pop();
  const isContact = CONTACTS.has(tokens[0] ?? '');
  if (isContact) tokens.shift();
  const [name = ''] = tokens;
  return (
    tokens.length === 1 && (CONTACT_NAMES.has(name) || (!isContact && AUTOFILL_NAMES.has(name)))
  );
}

const SHORT_TEXTS = `A field with a pattern takes up to ${LIMITS.patternTextCharacters} characters.`;

function judgeTexts(field: FormField, report: ReportFault): void {
  for (const name of ['label', 'placeholder', 'pattern'] as const) {
    const text = field[name];
    if (text !== undefined) report(faultOfLine(text), name);
  }
  const { autocomplete, minlength = 0, maxlength = Infinity, pattern } = field;
  if (autocomplete !== undefined && !isAutocomplete(autocomplete)) {
    const message = 'It must be on, off, or what HTML has for autofill, like email or billing tel.';
    report(message, 'autocomplete');
  }
  if (minlength > maxlength) report('It must not be greater than maxlength.', 'minlength');
  else if (pattern !== undefined && minlength > LIMITS.patternTextCharacters) {
    report(SHORT_TEXTS, 'minlength');
  }
}

function judgeOptions(field: FormField, report: ReportFault): void {
  const type = typeOf(field);
  if ((type === 'select' || type === 'radio') && !field.options) {
    report(`A field of the type ${type} needs options.`, 'options');
  }
  const seen = new Set<string>();
  for (const [at, { value, label }] of optionsOf(field).entries()) {
    // A select may begin with an empty line.
    if (value !== '' || label !== '' || type !== 'select')
      report(faultOfLine(label), 'options', at);
    if (value !== '' && value !== label) report(faultOfLine(value), 'options', at, 'value');
    if (seen.has(value)) report('Another option has the same value.', 'options', at);
    seen.add(value);
  }
  if (type !== 'checkbox') return;
  if (field.multiple && !field.options) {
    report('A checkbox without options has one value.', 'multiple');
  } else if (field.multiple === false && seen.size > 1) {
    report('Any number of checkboxes can be ticked. For one, take radio.', 'multiple');
  }
}

const AFTER = 'It must not be greater than max.';

function judgeNumberBounds(field: FormField, report: ReportFault): void {
  const { min, max, step } = field;
  for (const name of ['min', 'max'] as const) {
    const value = field[name];
    if (value !== undefined && !Number.isFinite(value)) report('It must be a number.', name);
  }
  const [least, most] = [parseDecimal(String(min)), parseDecimal(String(max))];
  if (least && most && compare(least, most) > 0) report(AFTER, 'min');
  if (step === undefined || step === 'any') return;
  if (typeof step !== 'number' || !(step > 0) || !Number.isFinite(step)) {
    report('It must be a number above 0, or any.', 'step');
  }
}

function judgeMomentBounds(type: MomentType, field: FormField, report: ReportFault): void {
  const { parse, unit, example } = MOMENTS[type];
  const { min, max, step } = field;
  const read = (value: unknown) => (typeof value === 'string' ? parse(value) : undefined);
  for (const name of ['min', 'max'] as const) {
    const value = field[name];
    if (value === undefined || read(value) !== undefined) continue;
    report(`It must be as HTML writes it, like ${example}.`, name);
  }
  if (type !== 'time' && (read(min) ?? -Infinity) > (read(max) ?? Infinity)) report(AFTER, 'min');
  if (step === undefined || step === 'any') return;
  // Browsers round to days, and to milliseconds.
  const steps = Number(step) * (type === 'date' ? 1 : unit);
  if (typeof step === 'number' && step > 0 && Math.abs(steps - Math.round(steps)) <= 1e-6) return;
  const whole =
    type === 'date' ? 'a whole number of days' : 'seconds, at most 3 digits after the point';
  report(`It must be above 0, ${whole}, or any.`, 'step');
}

const TOO_LARGE =
  `With repetitions written out, the patterns of a form can have ${LIMITS.patternParts} parts, and this one is beyond ` +
  'them. Repeat less, or write + or * and set maxlength.';

/** Patterns run before the rate of the form, so their size has one limit for all. */
function judgePatterns(fields: Fitting<readonly FormField[]>, report: ReportFault): void {
  let parts = 0;
  for (const [at, field] of fields.entries()) {
    if (field?.pattern === undefined) continue;
    const { size, fault } = judgePattern(field.pattern);
    if (fault !== undefined) report(fault, at, 'pattern');
    else if (parts + size > LIMITS.patternParts) report(TOO_LARGE, at, 'pattern');
    else parts += size;
  }
}

/** Faults that the schema cannot say (ADR 41). `takesFiles`: the form has the setting `files`. */
function judgeField(field: FormField, report: ReportFault, takesFiles: boolean): void {
  const type = typeOf(field);
  judgeName(field, report);
  judgeAttributes(field, report);
  judgeTexts(field, report);
  judgeOptions(field, report);
  if (type === 'number') judgeNumberBounds(field, report);
  else if (isMoment(type)) judgeMomentBounds(type, field, report);
  if (type === 'file' && !takesFiles) {
    report('A form takes files with the setting `files`. Set it too.', 'type');
  }
}

/** Fields with their members in the order of the schema, whatever the order sent. */
const normaliseFields = (fields: readonly FormField[]): FormField[] =>
  fields.map((field) => {
    const options = field.options?.map((option) =>
      typeof option === 'string' ? option : { value: option.value, label: option.label },
    );
    const ordered = { ...field, ...(options && { options }) };
    return pickSet<FormField>(ordered, MEMBERS);
  });

/** A field in one line, with the attributes of HTML. */
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
  judge(fields, report, { document }) {
    const names = new Set<string>();
    for (const [at, field] of fields.entries()) {
      if (!field) continue;
      judgeField(field, reportBelow(report, at), document['files'] !== undefined);
      if (names.has(field.name)) report('Another field has the same name.', at, 'name');
      names.add(field.name);
    }
    judgePatterns(fields, report);
  },
  normalise: normaliseFields,
  describe: (fields) => fields.map(describeField),
};
