import { ENDPOINT_PLACEHOLDER, TEST_NOTE } from '../contract/enums.ts';
import type { FormField } from '../contract/form-field.ts';
import type { FormSettings } from '../contract/form-settings.ts';
import type { Samples } from '../fields/sample-texts.ts';
import { sampleOf } from '../fields/sample-values.ts';
import { takesType } from '../submissions/files/accept-files.ts';
import type { Upload } from './form-elements.ts';

/** Values of a person at a command line. */
const SAMPLES: Samples = {
  text: ['Test'],
  email: ['test@example.com', 'a@b.co'],
  textarea: ['Hello from the command line'],
};

/** A small file, as text. */
interface SampleFile {
  type: string;
  name: string;
  content: string;
}

const PDF =
  '%PDF-1.4 1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj ' +
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj trailer<</Root 1 0 R>>';

/** No content starts with a sign that curl reads as a file, or contains the end of a value. */
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

/** Names that curl sends unchanged with files: others could end there, or name a file. */
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
const NO_VALUE = `${TEST_NOTE}For some required fields no value is known that they take: replace their placeholder, or VALUE.`;
const NO_FILE =
  `${TEST_NOTE}It reads no file of yours, and leaves out a required one that cannot be written into a command. Test ` +
  'with the form itself.';
const NO_NAME = `${TEST_NOTE}It leaves out required fields whose names curl cannot send with a file. Test with the form itself.`;

/** The required fields, or else one that shows that the form works. */
function wantedOf(fields: readonly FormField[]): FormField[] {
  const visible = fields.filter(({ type }) => type !== 'hidden');
  const needed = visible.filter(({ required }) => required);
  return needed.length > 0
    ? needed
    : [...visible].sort((one, other) => +isFile(one) - +isFile(other)).slice(0, 1);
}

/**
 * Sends a test with all required values; `_test` marks it. No name or value makes curl read a file.
 * `notes` say why it may not work unchanged.
 */
export function testCommand(
  fields: readonly FormField[],
  { origins: [origin] = [], access }: Pick<FormSettings, 'origins' | 'access'>,
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
  for (const field of wanted.filter((each) => !isFile(each))) {
    const value = sampleOf(field, SAMPLES);
    if (value === undefined) notes.add(NO_VALUE);
    if (files.length > 0 && !isPlain(field)) notes.add(NO_NAME);
    else texts.push(write(field.name, value ?? field.placeholder ?? 'VALUE'));
  }
  // A key in an argument is seen by all users of the machine; printf is part of the shell.
  const key = access === 'key' ? `printf 'Authorization: Bearer %s\\n' "$FORM_KEY" | ` : '';
  const command = [
    `${key}curl -sS '${ENDPOINT_PLACEHOLDER}'`,
    "-H 'Accept: application/json'",
    ...(access === 'key' ? ['-H @-'] : []),
    ...(origin === undefined ? [] : [`-H ${quoteForShell(`Origin: ${originOf(origin)}`)}`]),
    ...texts,
    ...files,
    test,
  ].join(' ');
  return { command, notes: [...notes] };
}
