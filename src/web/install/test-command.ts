import type { FormField, FormSettings } from '../../contract/form-settings.ts';
import { nothingUsed } from '../../submissions/fields/pattern-parts.ts';
import { ENDPOINT_PLACEHOLDER } from '../../contract/enums.ts';
import { sampleFile, sampleOf, type SampleFile } from './samples.ts';
import type { Upload } from './upload.ts';

/** In single quotes a shell expands nothing. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const isFile = ({ type }: FormField): boolean => type === 'file';

/** Names that curl sends in a body with files as they are: others could end there, or name a file. */
const isPlain = ({ name }: FormField): boolean => !/[=;"@<>\\\p{C}]|^\s|\s$/u.test(name);

interface TextPart {
  field: FormField;
  value: string;
}

const formString = ({ field: { name }, value }: TextPart): string =>
  `--form-string ${quoteForShell(`${name}=${value}`)}`;

/** The content of the file is in the command, so that curl reads none. */
const formFile = ({ name }: FormField, { content, name: filename, type }: SampleFile): string =>
  `-F ${quoteForShell(`${name}=${content};filename=${filename};type=${type}`)}`;

/** Names are sent as they are, so they have to be encoded already. */
const urlEncoded = ({ field: { name }, value }: TextPart): string =>
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

/** What is sent: a required field each, or else one that shows that the form works. */
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
  const most = file
    ? Math.min(upload.maxCount, Math.floor(upload.maxBytes / file.content.length))
    : 0;
  const files = fileFields.filter(isPlain).slice(0, most);
  if (files.length < fileFields.length) notes.add(NO_FILE);

  const texts: TextPart[] = [];
  const use = nothingUsed();
  for (const field of wanted.filter((each) => !isFile(each))) {
    const value = sampleOf(field, use);
    if (value === undefined) notes.add(NO_VALUE);
    if (files.length > 0 && !isPlain(field)) notes.add(NO_NAME);
    else texts.push({ field, value: value ?? field.placeholder ?? 'VALUE' });
  }
  const parts =
    file && files.length > 0
      ? [...texts.map(formString), ...files.map((field) => formFile(field, file)), '-F _test=true']
      : [...texts.map(urlEncoded), '-d _test=true'];
  const command = [
    `curl -sS '${ENDPOINT_PLACEHOLDER}'`,
    "-H 'Accept: application/json'",
    ...(origin === undefined ? [] : [`-H ${quoteForShell(`Origin: ${originOf(origin)}`)}`]),
    ...parts,
  ].join(' ');
  return { command, notes: [...notes] };
}
