import type { FormField } from '../../contract/form-settings.ts';
import { checkFields } from '../../submissions/fields/check-fields.ts';
import { optionsOf, typeOf, type FieldType } from '../../submissions/fields/declared-field.ts';
import type { PatternUse } from '../../submissions/fields/pattern-parts.ts';
import { samplePattern } from '../../submissions/fields/pattern.ts';
import { takesType } from '../../submissions/files/accept-files.ts';
import type { Upload } from './upload.ts';

/** Values of each type, of which one fits most forms. */
const SAMPLES: Partial<Record<FieldType, readonly string[]>> = {
  text: ['Test'],
  email: ['test@example.com', 'a@b.co'],
  url: ['https://example.com/', 'http://a.co'],
  tel: ['+1 202 555 0100', '2025550100'],
  number: ['1', '0'],
  date: ['2026-01-05'],
  time: ['12:00'],
  'datetime-local': ['2026-01-05T12:00'],
  textarea: ['Hello from the command line'],
  checkbox: ['on'],
};

/** Characters of the longest sample: the command has to be read, too. */
const LONGEST = 1_000;

/** Padded to the least length. */
const atLength = (text: string, { minlength = 0, maxlength = LONGEST }: FormField): string =>
  text.padEnd(Math.min(minlength, LONGEST), '.').slice(0, maxlength);

function* candidates(field: FormField, use: PatternUse): Generator<string | undefined> {
  const { min, max, pattern } = field;
  const type = typeOf(field);
  for (const { value } of optionsOf(field)) if (value !== '') yield value;
  if (pattern !== undefined) yield samplePattern(pattern, field, use);
  else {
    if (min !== undefined) yield String(min);
    for (const sample of SAMPLES[type] ?? []) {
      yield type === 'text' || type === 'textarea' || type === 'tel'
        ? atLength(sample, field)
        : sample;
    }
    if (max !== undefined) yield String(max);
  }
}

/**
 * A value that the field takes; undefined if none is found. Its pattern is not tried: what is made from
 * a pattern matches it. `use` bounds the work for all fields of a form.
 */
export function sampleOf(field: FormField, use: PatternUse): string | undefined {
  const { pattern: _, ...rules } = field;
  const fields = [{ ...rules, required: true }];
  for (const value of candidates(field, use)) {
    if (value === undefined || value.length > LONGEST) continue;
    const given = new Map([[field.name, [value]]]);
    if (checkFields({ fields }, given).length === 0) return value;
  }
  return undefined;
}

/** A small file, as text. */
export interface SampleFile {
  type: string;
  name: string;
  content: string;
}

const PDF =
  '%PDF-1.4 1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj ' +
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj trailer<</Root 1 0 R>>';

/** None begins with what curl reads a file for, or has what ends a value there. */
const FILES: readonly SampleFile[] = [
  { type: 'text/plain', name: 'test.txt', content: 'Test' },
  { type: 'application/pdf', name: 'test.pdf', content: PDF },
  { type: 'text/csv', name: 'test.csv', content: 'test,1' },
  { type: 'application/json', name: 'test.json', content: '[1]' },
  { type: 'application/rtf', name: 'test.rtf', content: String.raw`{\rtf1 Test}` },
];

/** A file that the form takes; undefined if it takes none that can be written as text. */
export const sampleFile = ({ types, maxBytes }: Upload): SampleFile | undefined =>
  FILES.find(
    ({ type, content }) =>
      content.length <= maxBytes && (types.length === 0 || takesType(types, type)),
  );
