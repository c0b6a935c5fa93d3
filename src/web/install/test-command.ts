import type { FormField } from '../../contract/form-fields.ts';
import { ENDPOINT_PLACEHOLDER } from '../../contract/words.ts';
import { optionsOf, typeOf, type FieldType } from '../../domain/fields/declared-field.ts';

/** A value of each type that fits most forms. */
const SAMPLES: Partial<Record<FieldType, string>> = {
  email: 'test@example.com',
  url: 'https://example.com/',
  tel: '+1 202 555 0100',
  number: '1',
  date: '2026-01-05',
  time: '12:00',
  'datetime-local': '2026-01-05T12:00',
  textarea: 'Hello from the command line',
  checkbox: 'on',
};

/** Whose length the description says something about. */
const isText = (type: FieldType): boolean => type === 'text' || type === 'textarea';

/** A value that the field's description allows, where that can be told without its pattern. */
function sampleOf(field: FormField): string {
  const { min, max, pattern, placeholder, minlength = 0, maxlength } = field;
  const type = typeOf(field);
  const option = optionsOf(field).find(({ value }) => value !== '');
  if (option) return option.value;
  if (pattern !== undefined && placeholder !== undefined) return placeholder;
  const sample = String(min ?? max ?? SAMPLES[type] ?? 'Test');
  return isText(type) ? sample.padEnd(minlength, '.').slice(0, maxlength) : sample;
}

/** In single quotes a shell expands nothing. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const isFile = ({ type }: FormField): boolean => type === 'file';

/** A part of a body with files, which curl reads from a file of this name. */
const partOf = (field: FormField): string =>
  isFile(field)
    ? `-F ${quoteForShell(`${field.name}=@test.pdf`)}`
    : `--form-string ${quoteForShell(`${field.name}=${sampleOf(field)}`)}`;

/** Names are sent as they are, so they have to be encoded already. */
const dataOf = (field: FormField): string =>
  `--data-urlencode ${quoteForShell(`${encodeURIComponent(field.name.toWellFormed())}=${sampleOf(field)}`)}`;

/**
 * Sends a test with a value for each field that is needed; `_test` marks the submission. The
 * endpoint is quoted, so the shell expands nothing in it.
 */
export function testCommand(fields: readonly FormField[]): string {
  const visible = fields.filter(({ type }) => type !== 'hidden');
  const needed = visible.filter(({ required }) => required);
  const sent = needed.length > 0 ? needed : visible.slice(0, 1);
  const hasFile = sent.some(isFile);
  return [
    `curl -sS '${ENDPOINT_PLACEHOLDER}'`,
    "-H 'Accept: application/json'",
    ...sent.map(hasFile ? partOf : dataOf),
    hasFile ? '-F _test=true' : '-d _test=true',
  ].join(' ');
}
