import { countCodePoints, hasControlOrBidi } from '../../platform/text/clean-text.ts';
import { isObject } from '../../platform/text/json.ts';
import { nearestName } from '../../platform/text/nearest-name.ts';

/** A fault of a document: a JSON Pointer (RFC 6901) and a sentence. */
export interface Fault {
  path: string;
  message: string;
  /** The known name that a misspelt one most likely stands for. */
  did_you_mean?: string;
}

/**
 * Reports a fault of a value, or of the member or item at `below`. A message never repeats what was
 * sent; undefined reports nothing.
 */
export type ReportFault = (
  message: string | Omit<Fault, 'path'> | undefined,
  ...below: readonly (string | number)[]
) => void;

/** Reports faults of the member or item at `names`. */
export const reportBelow =
  (report: ReportFault, ...names: readonly (string | number)[]): ReportFault =>
  (message, ...more) =>
    report(message, ...names, ...more);

/** The pointer of a member or an item below `path`. */
export const below = (path: string, name: string | number): string =>
  `${path}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** All faults of the value at `path` that `find` reports. */
export function faultsAt(path: string, find: (report: ReportFault) => void): Fault[] {
  const faults: Fault[] = [];
  find((message, ...names) => {
    if (message === undefined) return;
    const fault = typeof message === 'string' ? { message } : message;
    faults.push({ path: names.reduce<string>(below, path), ...fault });
  });
  return faults;
}

/** The part of JSON Schema that the settings of a form are described with. */
interface Schema {
  type?: TypeName | readonly TypeName[];
  /** One schema for each type of value. */
  anyOf?: readonly Schema[];
  enum?: readonly string[];
  minLength?: number;
  /** In code points, as JSON Schema counts. */
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
}

const TYPE_NAMES = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
} as const;

type TypeName = keyof typeof TYPE_NAMES;

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);

const typesOf = ({ type = [], anyOf = [] }: Schema): TypeName[] => [
  ...[type].flat(),
  ...anyOf.flatMap(typesOf),
];

const isOfType = (value: unknown, type: TypeName) =>
  type === 'integer' ? Number.isSafeInteger(value) : typeOf(value) === type;

const DEFAULT = ' Leave it out to have its default.';

function judgeNumber({ minimum, maximum }: Schema, value: number, report: ReportFault): void {
  if (minimum !== undefined && value < minimum) report(`It must be at least ${minimum}.`);
  if (maximum !== undefined && value > maximum) report(`It must be at most ${maximum}.`);
}

function judgeText(schema: Schema, text: string, report: ReportFault, isNeeded: boolean): void {
  const { minLength = 0, maxLength = Infinity } = schema;
  if (schema.enum && !schema.enum.includes(text)) {
    report(`It must be ${schema.enum.length > 1 ? 'one of ' : ''}${schema.enum.join(', ')}.`);
  }
  if (text.length < minLength) report(`It must not be empty.${isNeeded ? '' : DEFAULT}`);
  // Counting code points is slow; a text never has more of them than units.
  if (text.length > maxLength && countCodePoints(text) > maxLength) {
    report(`It must have at most ${maxLength} characters.`);
  }
}

function judgeList(
  { items: each, minItems = 0, maxItems = Infinity }: Schema,
  items: readonly unknown[],
  report: ReportFault,
  isNeeded: boolean,
): void {
  if (items.length > maxItems) return report(`It must have at most ${maxItems} entries.`);
  if (items.length < minItems) {
    report(`It must have at least ${minItems} entry${isNeeded ? '' : ', or be left out'}.`);
  }
  if (!each) return;
  for (const [at, item] of items.entries()) judge(each, item, reportBelow(report, at), true);
}

const unknownMember = (meant: string | undefined) =>
  meant === undefined
    ? 'There is no such member. Leave it out.'
    : { message: `There is no such member. Did you mean “${meant}”?`, did_you_mean: meant };

function judgeObject(
  { properties = {}, required = [] }: Schema,
  value: Readonly<Record<string, unknown>>,
  report: ReportFault,
): void {
  for (const [name, member] of Object.entries(value)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema) judge(schema, member, reportBelow(report, name), required.includes(name));
    else report(unknownMember(nearestName(name, Object.keys(properties))), name);
  }
  for (const name of required) {
    if (!Object.hasOwn(value, name)) report('It is missing.', name);
  }
}

function judge(schema: Schema, value: unknown, report: ReportFault, isNeeded: boolean): void {
  const types = typesOf(schema);
  const branch = schema.anyOf?.find((one) => typesOf(one).some((type) => isOfType(value, type)));
  if (value === null) report(`It must not be null.${isNeeded ? '' : DEFAULT}`);
  else if (!types.some((type) => isOfType(value, type))) {
    report(`It must be ${types.map((type) => TYPE_NAMES[type]).join(' or ')}.`);
  } else if (branch) judge(branch, value, report, isNeeded);
  else if (typeof value === 'string') judgeText(schema, value, report, isNeeded);
  else if (typeof value === 'number') judgeNumber(schema, value, report);
  else if (Array.isArray(value)) judgeList(schema, value, report, isNeeded);
  else if (isObject(value)) judgeObject(schema, value, report);
}

/** Every fault of a JSON value by its schema. `isNeeded`: it cannot be left out. */
export const faultsIn = (schema: Schema, value: unknown, path: string, isNeeded = false): Fault[] =>
  faultsAt(path, (report) => judge(schema, value, report, isNeeded));

/** The fault of a text that people read in one line. */
export function faultOfLine(text: string): string | undefined {
  if (hasControlOrBidi(text) || !text.isWellFormed()) {
    return 'It must not have line breaks, control characters or direction signs.';
  }
  return text.trim() === '' ? 'It must not be blank.' : undefined;
}
