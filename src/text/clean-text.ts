/** C0 and C1 controls with DEL, line and paragraph separators: what no single line of text may hold. */
const CONTROLS = /[\p{Cc}\u2028\u2029]/gu;

/** Controls that have no place in text of several lines either. */
const UNPRINTABLE = /(?![\n\t])\p{Cc}/gu;

/** Characters that reorder or hide text: bidi marks, embeddings, isolates, zero-width and BOM. */
const INVISIBLES = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** Text with nothing to clean, which is the usual case, told apart in one look. */
const PLAIN_WORDS = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
const PLAIN_LINES = /^[\n\t\x20-\x7e]*$/;

const FORBIDDEN_IN_LABELS = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Whether text holds control or bidi characters, which a human label must not. */
export function hasControlOrBidi(text: string): boolean {
  return FORBIDDEN_IN_LABELS.test(text);
}

/** The first `count` code points of text. */
export function firstCodePoints(text: string, count: number): string {
  if (text.length <= count) return text;
  return Array.from(text).slice(0, count).join('');
}

export function countCodePoints(text: string): number {
  return Array.from(text).length;
}

const clean = (text: string) =>
  text
    .toWellFormed()
    .replace(CONTROLS, ' ')
    .replace(INVISIBLES, '')
    .replaceAll('=?', '= ?')
    .replace(/ {2,}/g, ' ')
    .trim();

/**
 * Text as one safe line of at most `maxCodePoints`: well-formed, without control, separator, bidi or
 * zero-width characters, and with `=?` broken, so that no reader decodes it as an encoded word
 * (RFC 2047). For header values, field names in mails, and echoes.
 */
export function toSingleLine(text: string, maxCodePoints: number): string {
  const isClean = PLAIN_WORDS.test(text) && !text.includes('=?');
  const line = isClean ? text : clean(text);
  return firstCodePoints(line, maxCodePoints).trimEnd();
}

const DIRECTION_SIGNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text without the signs that set its direction, which could reorder the words beside it. */
export const withoutDirectionSigns = (text: string): string => text.replace(DIRECTION_SIGNS, '');

/** Text of any number of lines, joined by LF, well-formed and without other control characters. */
export function toPlainText(text: string): string {
  if (PLAIN_LINES.test(text)) return text;
  return text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(UNPRINTABLE, '');
}
