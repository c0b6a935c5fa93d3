import type { Schema } from './openapi-types.ts';

const code = (value: unknown) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

/** A cell of a table: one line, its bars escaped. */
export const cell = (text: string) => text.replaceAll('\n', ' ').replaceAll('|', '\\|');

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

export const schemaLink = (name: string) => `[${name}](#${name.toLowerCase()})`;

/** The type of a value, in words: a link, its constants, or its JSON type and format. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schemaLink(nameOf(schema.$ref));
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(', ');
  if (schema.allOf?.[0]) return typeOf(schema.allOf[0]);
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  const types = [schema.type ?? 'any'].flat().join(' or ');
  return schema.format === undefined ? types : `${types} (${schema.format})`;
}

function range(what: string, least: number | undefined, most: number | undefined): string[] {
  if (least === undefined && most === undefined) return [];
  if (least === undefined) return [`${what}: at most ${most}.`];
  if (most === undefined) return [`${what}: at least ${least}.`];
  return [`${what}: ${least} to ${most}.`];
}

/** The meaning of a value, and the bounds that its type does not say. */
function meaningOf(schema: Schema): string {
  const { minLength, maxLength, minItems, maxItems, pattern } = schema;
  return [
    ...(schema.description === undefined ? [] : [schema.description]),
    ...(pattern === undefined ? [] : [`Pattern \`${pattern}\`.`]),
    ...range('Characters', minLength, maxLength),
    ...range('Entries', minItems, maxItems),
    ...(schema.default === undefined ? [] : [`Default: ${code(schema.default)}.`]),
  ].join(' ');
}

/** One row for each property, those of nested objects under their dotted path. */
function rowsOf(schema: Schema, prefix = ''): string[][] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const need = required.includes(name) ? 'yes' : 'no';
    const inner = property.items ? rowsOf(property.items, `${path}[].`) : [];
    const row = [code(path), typeOf(property), need, meaningOf(property)];
    return [row, ...rowsOf(property, `${path}.`), ...inner];
  });
}

const HEAD = ['property', 'type', 'required', 'meaning'];

/** Names of properties one of which has to be there. */
function oneOfThese({ anyOf = [] }: Schema): string[] {
  const names = anyOf.flatMap(({ required = [] }) => required).map(code);
  return names.length > 0 ? [`One of ${names.join(', ')} is required.`] : [];
}

function extraProperties({ additionalProperties }: Schema): string {
  return additionalProperties === false
    ? 'There are no other properties.'
    : 'Other properties may be there.';
}

/** A schema as prose and tables, one table for each of its shapes. */
export function renderSchema(schema: Schema): string {
  const { oneOf, description } = schema;
  const shapes = oneOf ?? [schema];
  const tables = shapes.flatMap((shape) => {
    const rows = rowsOf(shape);
    return rows.length > 0 ? [table(HEAD, rows), extraProperties(shape)] : [];
  });
  const intro = [
    ...(description === undefined ? [] : [description]),
    ...(oneOf ? ['It has one of these shapes.'] : []),
    ...oneOfThese(schema),
  ].join(' ');
  return [intro, ...tables].filter((part) => part !== '').join('\n\n');
}
