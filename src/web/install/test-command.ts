import { ENDPOINT_PLACEHOLDER } from '../../contract/enums.ts';
import type { FormField, FormSettings } from '../../contract/form-settings.ts';
import { checkFields } from '../../submissions/fields/check-fields.ts';
import { optionsOf, typeOf, type FieldType } from '../../submissions/fields/declared-field.ts';
import { nothingUsed, type PatternUse } from '../../submissions/fields/pattern-parts.ts';
import { samplePattern } from '../../submissions/fields/pattern.ts';
import { takesType } from '../../submissions/files/accept-files.ts';
import type { Upload } from './form-elements.ts';

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

const FREE: ReadonlySet<FieldType> = new Set(['text', 'textarea', 'tel']);

/** Characters of the longest sample: the command has to be read, too. */
const LONGEST = 1_000;

/** Padded to the least length. */
const atLength = (text: string, { minlength = 0, maxlength = LONGEST }: FormField): string =>
  text.padEnd(Math.min(minlength, LONGEST), '.').slice(0, maxlength);

function candidatesOf(field: FormField, use: PatternUse): (string | number | undefined)[] {
  const { min, max, pattern } = field;
  const type = typeOf(field);
  if (pattern !== undefined) return [samplePattern(pattern, field, use)];
  const samples = SAMPLES[type] ?? [];
  return [
    ...optionsOf(field).map(({ value }) => value),
    min,
    ...(FREE.has(type) ? samples.map((sample) => atLength(sample, field)) : samples),
    max,
  ];
}

/**
 * A value that the field takes; undefined if none is found. Its pattern is not tried: what is made from
 * a pattern matches it. `use` bounds the work for all fields of a form.
 */
function sampleOf(field: FormField, use: PatternUse): string | undefined {
  const { pattern: _, ...rules } = field;
  const fields = [{ ...rules, required: true }];
  return candidatesOf(field, use)
    .map((value) => String(value ?? ''))
    .find((value) => {
      const given = new Map([[field.name, [value]]]);
      return value !== '' && value.length <= LONGEST && checkFields({ fields }, given).length === 0;
    });
}

/** A small file, as text. */
interface SampleFile {
  type: string;
  name: string;
  content: string;
}

const PDF =
  '%PDF-1.4 1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj ' +
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj trailer<</Root 1 0 R>>';

/** Their contents do not begin with a sign for curl to read a file, nor have what ends a value there. */
const FILES: readonly SampleFile[] = [
  { type: 'text/plain', name: 'test.txt', content: 'Test' },
  { type: 'application/pdf', name: 'test.pdf', content: PDF },
  { type: 'text/csv', name: 'test.csv', content: 'test,1' },
  { type: 'application/json', name: 'test.json', content: '[1]' },
  { type: 'application/rtf', name: 'test.rtf', content: String.raw`{\rtf1 Test}` },
];

/** A file that the form takes; undefined if it takes none that can be written as text. */
const sampleFile = ({ types, maxBytes }: Upload): SampleFile | undefined =>
  FILES.find(
    ({ type, content }) =>
      content.length <= maxBytes && (types.length === 0 || takesType(types, type)),
  );

/** In single quotes a shell expands nothing. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const isFile = ({ type }: FormField): boolean => type === 'file';

/** Names that curl sends in a body with files as they are: others could end there, or name a file. */
const isPlain = ({ name }: FormField): boolean => !/[=;"@<>\\\p{C}]|^\s|\s$/u.test(name);

/** The content of the file is in the command, so that curl reads none. */
const formFile = ({ name }: FormField, { content, name: filename, type }: SampleFile): string =>
  `-F ${quoteForShell(`${name}=${content};filename=${filename};type=${type}`)}`;

const formString = (name: string, value: string): string =>
  `--form-string ${quoteForShell(`${name}=${value}`)}`;

/** curl sends names as they are, so they have to be encoded already. */
const urlEncoded = (name: string, value: string): string =>
  `--data-urlencode ${quoteForShell(`${encodeURIComponent(name.toWellFormed())}=${value}`)}`;

/** An origin that an entry of the setting allows. */
const originOf = (entry: string): string => entry.replace('//*.', '//www.');

/** Why the command may not work as it is. */
const NO_VALUE =
  'For some required fields no value is known that they take: the test command has their placeholder, or ' +
  'VALUE, which has to be replaced.';
const NO_FILE =
  'The test command reads no file of yours, and leaves out a required one: the form takes no type that can be ' +
  'written into a command, or not so many, or its name cannot. Test with the form itself.';
const NO_NAME =
  'The test command leaves out required fields whose names curl cannot send with a file. Test with the form itself.';

/** The required fields, or else one that shows that the form works. */
function wantedOf(fields: readonly FormField[]): FormField[] {
  const visible = fields.filter(({ type }) => type !== 'hidden');
  const needed = visible.filter(({ required }) => required);
  return needed.length > 0
    ? needed
    : [...visible].sort((one, other) => +isFile(one) - +isFile(other)).slice(0, 1);
}

/**
 * Sends a test with a value for each field that is needed; `_test` marks the submission. No name and no
 * value makes curl read a file. `notes` say why it may not work as it is.
 */
export function testCommand(
  fields: readonly FormField[],
  { origins: [origin] = [] }: Pick<FormSettings, 'origins'>,
  upload: Upload | undefined,
): { command: string; notes: string[] } {
  const notes = new Set<string>();
  const wanted = wantedOf(fields);
  const fileFields = wanted.filter(isFile);
  const file = upload && sampleFile(upload);
  const files = file
    ? fileFields
        .filter(isPlain)
        .slice(0, Math.min(upload.maxCount, Math.floor(upload.maxBytes / file.content.length)))
        .map((field) => formFile(field, file))
    : [];
  if (files.length < fileFields.length) notes.add(NO_FILE);

  const [write, test] =
    files.length > 0 ? [formString, '-F _test=true'] : [urlEncoded, '-d _test=true'];
  const texts: string[] = [];
  const use = nothingUsed();
  for (const field of wanted.filter((each) => !isFile(each))) {
    const value = sampleOf(field, use);
    if (value === undefined) notes.add(NO_VALUE);
    if (files.length > 0 && !isPlain(field)) notes.add(NO_NAME);
    else texts.push(write(field.name, value ?? field.placeholder ?? 'VALUE'));
  }
  const command = [
    `curl -sS '${ENDPOINT_PLACEHOLDER}'`,
    "-H 'Accept: application/json'",
    ...(origin === undefined ? [] : [`-H ${quoteForShell(`Origin: ${originOf(origin)}`)}`]),
    ...texts,
    ...files,
    test,
  ].join(' ');
  return { command, notes: [...notes] };
}
