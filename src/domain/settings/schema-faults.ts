import { countCodePoints } from '../../platform/text/clean-text.ts';
import { isObject } from '../../platform/text/values.ts';

/** One fault of a document: where it is, as a JSON Pointer (RFC 6901), and a sentence about it. */
export interface Fault {
  path: string;
  message: string;
}

/** The part of JSON Schema that the settings of a form are described with. */
interface Schema {
  type: 'string' | 'boolean' | 'array' | 'object';
  enum?: readonly string[];
  minLength?: number;
  /** In code points, as JSON Schema counts. */
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
}

/** The pointer of a member or an item below `path`. */
export const below = (path: string, name: string | number): string =>
  `${path}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;

const TYPE_NAMES = {
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
} as const;

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);

function* faultsOfText(schema: Schema, text: string, path: string): Generator<Fault> {
  if (schema.enum && !schema.enum.includes(text)) {
    yield { path, message: `It must be one of ${schema.enum.join(', ')}.` };
  }
  if (text.length < (schema.minLength ?? 0)) {
    yield { path, message: 'It must not be empty. Leave it out to have its default.' };
  }
  if (schema.maxLength !== undefined && countCodePoints(text) > schema.maxLength) {
    yield { path, message: `It must have at most ${schema.maxLength} characters.` };
  }
}

function* faultsOfList(schema: Schema, items: readonly unknown[], path: string): Generator<Fault> {
  if (schema.maxItems !== undefined && items.length > schema.maxItems) {
    yield { path, message: `It must have at most ${schema.maxItems} entries.` };
    return;
  }
  const each = schema.items;
  if (each) for (const [at, item] of items.entries()) yield* faultsIn(each, item, below(path, at));
}

function* faultsOfObject(
  { properties = {}, required = [] }: Schema,
  value: Readonly<Record<string, unknown>>,
  path: string,
): Generator<Fault> {
  for (const [name, member] of Object.entries(value)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema) yield* faultsIn(schema, member, below(path, name));
    else yield { path: below(path, name), message: 'No such member exists. Leave it out.' };
  }
  for (const name of required) {
    if (!Object.hasOwn(value, name)) yield { path: below(path, name), message: 'It is missing.' };
  }
}

/** Every fault of a JSON value by its schema; a message never holds what was sent. */
export function* faultsIn(schema: Schema, value: unknown, path: string): Generator<Fault> {
  if (value === null) {
    yield { path, message: 'It must not be null. Leave it out to have its default.' };
  } else if (typeOf(value) !== schema.type) {
    yield { path, message: `It must be ${TYPE_NAMES[schema.type]}.` };
  } else if (typeof value === 'string') yield* faultsOfText(schema, value, path);
  else if (Array.isArray(value)) yield* faultsOfList(schema, value, path);
  else if (isObject(value)) yield* faultsOfObject(schema, value, path);
}
