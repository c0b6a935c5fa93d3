import { FormSettings } from '../src/contract/form-settings.ts';
import type { Schema } from './openapi-types.ts';

const code = (value: unknown) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;

/** A name, bold where it is required. */
export const nameCell = (name: string, isRequired: boolean) =>
  isRequired ? `**${code(name)}**` : code(name);

/** A cell of a table: one line, its bars escaped. */
export const cell = (text: string) => text.replaceAll('\n', ' ').replaceAll('|', '\\|');

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

export const schemaLink = (name: string) => `[${name}](#${name.toLowerCase()})`;

/** True if these are the settings of a form, which have a page of their own. */
const hasSettings = ({ properties = {} }: Schema) =>
  Object.keys(FormSettings.properties).every((name) => Object.hasOwn(properties, name));

const SETTINGS_LINK = '[settings of a form](reference/form-settings.md)';

/** The type of a value, in words: a link, its constants, or its JSON type and format. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schemaLink(nameOf(schema.$ref));
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum) return schema.enum.map(code).join(', ');
  if (schema.allOf?.[0]) return typeOf(schema.allOf[0]);
  if (hasSettings(schema)) return SETTINGS_LINK;
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
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
    const row = [nameCell(path, required.includes(name)), typeOf(property), meaningOf(property)];
    if (hasSettings(property)) return [row];
    const inner = property.items ? rowsOf(property.items, `${path}[].`) : [];
    return [row, ...rowsOf(property, `${path}.`), ...inner];
  });
}

const HEAD = ['property', 'type', 'meaning'];

/** Names of properties one of which has to be there. */
function oneOfThese({ allOf = [] }: Schema): string[] {
  const choices = allOf.flatMap(({ anyOf = [] }) => anyOf);
  const names = choices.flatMap(({ required = [] }) => required).map(code);
  return names.length > 0 ? [`One of ${names.join(', ')} is required.`] : [];
}

const extraProperties = ({ additionalProperties }: Schema): string =>
  additionalProperties === false ? '' : 'Other properties may be there.';

/** The settings of a form, as one table. */
export const settingsOfForm = (): string => table(HEAD, rowsOf(FormSettings as unknown as Schema));

/** A schema as prose and tables, one table for each of its shapes. */
export function renderSchema(schema: Schema): string {
  if (hasSettings(schema)) return `${schema.description} They are on one page: ${SETTINGS_LINK}.`;
  const { oneOf, description } = schema;
  const rows = rowsOf(schema);
  const tables = rows.length > 0 ? [table(HEAD, rows), extraProperties(schema)] : [];
  const intro = [
    ...(description === undefined ? [] : [description]),
    ...(oneOf ? [`It is one of ${oneOf.map(typeOf).join(', ')}.`] : []),
    ...oneOfThese(schema),
  ].join(' ');
  return [intro, ...tables].filter((part) => part !== '').join('\n\n');
}
