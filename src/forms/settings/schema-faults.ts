import { countCodePoints, hasControlOrBidi } from '../../platform/text/clean-text.ts';
import { isObject } from '../../platform/text/json.ts';

/** One fault of a document: where it is, as a JSON Pointer (RFC 6901), and a sentence about it. */
export interface Fault {
  path: string;
  message: string;
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

interface Place {
  path: string;
  /** It has no default. */
  isNeeded: boolean;
}

/** The pointer of a member or an item below `path`. */
export const below = (path: string, name: string | number): string =>
  `${path}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;

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

function* faultsOfNumber(schema: Schema, value: number, path: string): Generator<Fault> {
  const { minimum = -Infinity, maximum = Infinity } = schema;
  if (value < minimum) yield { path, message: `It must be at least ${minimum}.` };
  if (value > maximum) yield { path, message: `It must be at most ${maximum}.` };
}

const DEFAULT = ' Leave it out to have its default.';

function* faultsOfText(schema: Schema, text: string, { path, isNeeded }: Place): Generator<Fault> {
  if (schema.enum && !schema.enum.includes(text)) {
    yield { path, message: `It must be one of ${schema.enum.join(', ')}.` };
  }
  if (text.length < (schema.minLength ?? 0)) {
    yield { path, message: `It must not be empty.${isNeeded ? '' : DEFAULT}` };
  }
  if (schema.maxLength !== undefined && countCodePoints(text) > schema.maxLength) {
    yield { path, message: `It must have at most ${schema.maxLength} characters.` };
  }
}

function* faultsOfList(
  schema: Schema,
  items: readonly unknown[],
  { path, isNeeded }: Place,
): Generator<Fault> {
  if (schema.maxItems !== undefined && items.length > schema.maxItems) {
    yield { path, message: `It must have at most ${schema.maxItems} entries.` };
    return;
  }
  if (items.length < (schema.minItems ?? 0)) {
    const otherwise = isNeeded ? '' : ', or be left out';
    yield { path, message: `It must have at least ${schema.minItems} entry${otherwise}.` };
  }
  const each = schema.items;
  if (!each) return;
  for (const [at, item] of items.entries()) yield* faultsIn(each, item, below(path, at), true);
}

function* faultsOfObject(
  { properties = {}, required = [] }: Schema,
  value: Readonly<Record<string, unknown>>,
  path: string,
): Generator<Fault> {
  for (const [name, member] of Object.entries(value)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema) yield* faultsIn(schema, member, below(path, name), required.includes(name));
    else yield { path: below(path, name), message: 'No such member exists. Leave it out.' };
  }
  for (const name of required) {
    if (!Object.hasOwn(value, name)) yield { path: below(path, name), message: 'It is missing.' };
  }
}

/**
 * Every fault of a JSON value by its schema; a message never holds what was sent. `isNeeded`: it has no
 * default to leave it out for.
 */
export function* faultsIn(
  schema: Schema,
  value: unknown,
  path: string,
  isNeeded = false,
): Generator<Fault> {
  const types = typesOf(schema);
  const branch = schema.anyOf?.find((one) => typesOf(one).some((type) => isOfType(value, type)));
  if (value === null) {
    yield { path, message: `It must not be null.${isNeeded ? '' : DEFAULT}` };
  } else if (!types.some((type) => isOfType(value, type))) {
    yield { path, message: `It must be ${types.map((type) => TYPE_NAMES[type]).join(' or ')}.` };
  } else if (branch) yield* faultsIn(branch, value, path, isNeeded);
  else if (typeof value === 'string') yield* faultsOfText(schema, value, { path, isNeeded });
  else if (typeof value === 'number') yield* faultsOfNumber(schema, value, path);
  else if (Array.isArray(value)) yield* faultsOfList(schema, value, { path, isNeeded });
  else if (isObject(value)) yield* faultsOfObject(schema, value, path);
}

/** Faults of a text that people read in one line. */
export function* faultsOfLine(text: string, path: string): Generator<Fault> {
  if (hasControlOrBidi(text) || !text.isWellFormed()) {
    yield { path, message: 'It must not have line breaks, control characters or direction signs.' };
  } else if (text.trim() === '') yield { path, message: 'It must not be blank.' };
}
