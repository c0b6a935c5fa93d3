import { LIMITS } from '../contract/limits.ts';
import { countCodePoints, hasControlOrBidi, toSingleLine } from '../platform/text/clean-text.ts';

/** Separators that are dropped together with an empty placeholder. */
const SEPARATORS = /( [·\-–|] |: |, )/;

/** A piece of a template: text, a separator, or the value of a field. */
type Piece = { text: string } | { separator: string } | { field: string };

/** A parsed template of a subject or of a sender's name. */
export interface Template {
  readonly pieces: readonly Piece[];
}

/** A text that is no template; `fault` is a sentence that says why. */
export interface NoTemplate {
  readonly fault: string;
}

/** The name in braces of the form's own name. */
export const FORM_FIELD = 'form';

/** Characters of a value that are looked at: enough for a subject, whatever is cleaned away. */
const LONGEST_VALUE = 1_000;

const TOO_LONG = `It must have at most ${LIMITS.templateCodePoints} characters.`;

const noTemplate = (fault: string): NoTemplate => ({ fault });

/** Text between placeholders, cut at its separators. */
function toPieces(text: string): Piece[] {
  const parts = text.split(SEPARATORS);
  return parts
    .map((part, at): Piece => (at % 2 === 1 ? { separator: part } : { text: part }))
    .filter((piece) => !('text' in piece) || piece.text !== '');
}

/** The text before the next placeholder, with its `{{` unescaped, and the placeholder's start. */
function readText(source: string, from: number): { text: string; open: number } {
  let [text, at] = ['', from];
  for (;;) {
    const open = source.indexOf('{', at);
    if (open < 0) return { text: text + source.slice(at), open };
    if (source[open + 1] !== '{') return { text: text + source.slice(at, open), open };
    text += source.slice(at, open + 1);
    at = open + 2;
  }
}

/** Reads a template of the contract, "Templates": one line of at most 200 code points. */
export function parseTemplate(source: string): Template | NoTemplate {
  if (source.length > LIMITS.templateCodePoints * 2) return noTemplate(TOO_LONG);
  if (countCodePoints(source) > LIMITS.templateCodePoints) return noTemplate(TOO_LONG);
  if (source.trim() === '') return noTemplate('It must not be blank.');
  if (hasControlOrBidi(source) || !source.isWellFormed()) {
    return noTemplate('It must not have line breaks, control characters or direction signs.');
  }
  return readPieces(source, toPieces);
}

/** A text of several lines with placeholders, like that of an automatic reply (ADR 49). */
export function parseLines(source: string): Template | NoTemplate {
  if (source.trim() === '') return noTemplate('It must not be blank.');
  if (hasControlOrBidi(source.replace(/\r\n?|[\n\t]/g, ' ')) || !source.isWellFormed()) {
    return noTemplate('It must not have control characters or direction signs.');
  }
  return readPieces(source, (text) => [{ text }]);
}

function readPieces(source: string, toParts: (text: string) => Piece[]): Template | NoTemplate {
  const pieces: Piece[] = [];
  for (let at = 0; ;) {
    const { text, open } = readText(source, at);
    pieces.push(...toParts(text));
    if (open < 0) return { pieces };
    const close = source.indexOf('}', open);
    const field = close < 0 ? '' : source.slice(open + 1, close);
    if (close < 0 || field.includes('{')) {
      return noTemplate('A { has no } after it. Write {{ for a brace.');
    }
    if (field === '') return noTemplate('A {} has no name of a field in it.');
    pieces.push({ field });
    at = close + 1;
  }
}

/** The fields that a template names, each once, without the form's own name. */
export const fieldsOf = ({ pieces }: Template): string[] => [
  ...new Set(
    pieces.flatMap((piece) =>
      'field' in piece && piece.field !== FORM_FIELD ? [piece.field] : [],
    ),
  ),
];

export const namesForm = ({ pieces }: Template): boolean =>
  pieces.some((piece) => 'field' in piece && piece.field === FORM_FIELD);

/** A template without the parts that name a field: what is left if all of them are empty. */
export function withoutFields({ pieces }: Template): Template {
  const parts: Piece[][] = [[]];
  for (const piece of pieces) {
    if ('separator' in piece) parts.push([piece], []);
    else parts.at(-1)?.push(piece);
  }
  const kept = parts.filter((part) => fieldsOf({ pieces: part }).length === 0);
  return { pieces: kept.flat() };
}

/** A value as it stands in a subject: one clean line. */
export const toValue = (text: string): string =>
  toSingleLine(text.slice(0, LONGEST_VALUE), LIMITS.subjectCodePoints);

/** Fills what `parseLines` has read; values are inserted as they are. */
export const fillLines = ({ pieces }: Template, valueOf: (field: string) => string): string =>
  pieces
    .map((piece) => {
      if ('field' in piece) return valueOf(piece.field);
      return 'text' in piece ? piece.text : piece.separator;
    })
    .join('');

/**
 * Fills a template; empty if nothing is left. An empty piece between separators is removed with the
 * separator before it. Placeholders within values are not filled.
 */
export function fillTemplate({ pieces }: Template, valueOf: (field: string) => string): string {
  const values = new Map<string, string>();
  let [line, part, separator] = ['', '', ''];
  let isFilled = false;
  const endPart = () => {
    if (part.trim() !== '') line += line === '' ? part : separator + part;
    part = '';
  };
  for (const piece of pieces) {
    if ('separator' in piece) {
      endPart();
      ({ separator } = piece);
    } else if ('text' in piece) part += piece.text;
    else {
      const value = values.get(piece.field) ?? valueOf(piece.field);
      values.set(piece.field, value);
      isFilled ||= value !== '';
      part += value;
    }
  }
  endPart();
  if (!isFilled && !/[\p{L}\p{N}\p{S}]/u.test(line)) return '';
  return toSingleLine(line, LIMITS.subjectCodePoints);
}
