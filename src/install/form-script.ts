import { readFileSync } from 'node:fs';
import { findPackageJSON, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { describeBytes, fill } from '../catalogs/catalog.ts';
import type { FormDesign } from './snippets.ts';

/** The package has the sources as TypeScript, too: some frameworks get them so. */
const SOURCES = join(dirname(findPackageJSON(import.meta.url) ?? ''), 'src/install/script');

type Part =
  | 'types'
  | 'members-of'
  | 'send'
  | 'show-errors'
  | 'challenge-here'
  | 'challenge-there'
  | 'post-fetch'
  | 'post-files'
  | 'solver';

type Language = 'ts' | 'js';

/** The source of a part, without what joins it to the others. */
const readPart = (part: Part): string =>
  readFileSync(join(SOURCES, `${part}.ts`), 'utf8')
    .replace(/^import .*\n+/gm, '')
    .replace(/^.* await import\(.*\n/gm, '')
    .replace(/^export /gm, '')
    .trim();

/** Node's type stripping, without its warning that it is experimental. */
function stripTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

const INTERFACE = /(?:\/\*\* .* \*\/\n)?interface \w+ \{\n[^}]*\n\}/g;

/** Removes types, and the blanks that Node leaves in their places. */
function toJavaScript(source: string): string {
  const code = source.replace(INTERFACE, '').trim();
  const stripped = stripTypes(code);
  return code
    .replace(/[^]/g, (symbol, at: number) => (stripped[at] === symbol ? symbol : '\0'))
    .replace(/\0(?:\s*\0)*/g, '');
}

const written = new Map<string, string>();

/** The parts in a language, written once and only when they are asked for. */
function write(parts: readonly Part[], language: Language): string {
  const key = `${parts.join()} ${language}`;
  const texts = () => parts.map(readPart).map(language === 'ts' ? (text) => text : toJavaScript);
  const known = written.get(key) ?? texts().filter(Boolean).join('\n\n');
  written.set(key, known);
  return known;
}

/** The texts that each form needs, those of challenges and those of files. */
const TEXTS = {
  every: ['language', 'reference', 'sent', 'unfit', 'unsent'],
  challenge: ['checking', 'unsolved'],
  files: ['tooLarge', 'tooMany', 'uploading'],
} as const;

/** Columns of a line. */
const WIDTH = 100;

function writeText(name: string, text: string): string {
  const line = `  ${name}: '${text}',`;
  return line.length > WIDTH ? line.replace(': ', ':\n    ') : line;
}

type Design = Pick<FormDesign, 'upload' | 'solves' | 'words'>;

/** The texts of a form, and how the types have those that it lacks. */
function textsOf({ upload, solves, words: { script, tag } }: Design) {
  const used = [
    ...TEXTS.every,
    ...(solves ? TEXTS.challenge : []),
    ...(upload ? TEXTS.files : []),
  ].toSorted();
  const { maxCount: count = 0, maxBytes = 0 } = upload ?? {};
  const limits = { count, size: describeBytes(tag, maxBytes) };
  const texts = { ...script, tooMany: count === 1 ? script.onlyOne : script.tooMany };
  const lines = used.map((name) => writeText(name, fill(texts[name], limits)));
  const unused = Object.values(TEXTS)
    .flat()
    .filter((name) => !used.includes(name));
  return {
    code: ['const texts = {', ...lines, '};'].join('\n'),
    isUnused: new RegExp(`^  (${unused.join('|')}): string;\\n`, 'gm'),
  };
}

/**
 * The code that sends a form, `send(form, { texts, say })`, with the texts in its language. With
 * `showsErrors` it also has `showErrors(form, errors)`, for what has no state of its own.
 */
export function sendScript(design: Design, language: Language, showsErrors: boolean): string {
  const { upload, solves } = design;
  const parts: Part[] = [
    'types',
    'send',
    ...(showsErrors ? (['show-errors'] as const) : []),
    solves ? 'challenge-here' : 'challenge-there',
    upload ? 'post-files' : 'post-fetch',
    ...(solves ? (['solver'] as const) : []),
  ];
  const { code, isUnused } = textsOf(design);
  const script = write(parts, language).replace(isUnused, '');
  const known = solves ? script : script.replace(/Challenge(?=;)/, 'object');
  return `${code}\n\n${known}`;
}

/** The function `solve(challenge)` and what it needs, for pages of the service. */
export const solverScript = (): string => write(['solver'], 'js');

/** Members of a form that code for it uses: in scripts, a field of the same name stands for it. */
const MEMBER_OF_FORM =
  /\b(form(?:\.value)?)(\??)\.(addEventListener|dataset|getAttribute|querySelector|querySelectorAll|reset)\b/g;

/** Puts a function in front of `send` and its comment, indented as they are. */
function putBeforeSend(code: string, helper: string): string {
  const comment = code.lastIndexOf('/**', code.indexOf('async function send('));
  if (comment < 0) throw new Error('the code of a form has no function `send` with a comment');
  const line = code.lastIndexOf('\n', comment) + 1;
  const indent = code.slice(line, comment);
  const indented = helper.replace(/\n(?=.)/g, `\n${indent}`);
  return `${code.slice(0, line)}${indent}${indented}\n\n${code.slice(line)}`;
}

/** Code of a form with fields of these names, none of which hides a member of the form from it. */
export function withOwnMembers(code: string, names: ReadonlySet<string>): string {
  let isHidden = false;
  const spelt = code.replace(MEMBER_OF_FORM, (used, form: string, mark: string, member: string) => {
    if (!names.has(member)) return used;
    isHidden = true;
    return mark ? `(form && membersOf(form))?.${member}` : `membersOf(${form}).${member}`;
  });
  if (!isHidden) return code;
  const language = spelt.includes('send(form: HTMLFormElement') ? 'ts' : 'js';
  return putBeforeSend(spelt, write(['members-of'], language));
}
