/** C0 and C1 controls, DEL, line and paragraph separators: forbidden in a single line of text. */
const CONTROLS = /[\p{Cc}\u2028\u2029]/gu;

/**
 * Controls that are forbidden also in several lines. A blank replaces them, so that words stay
 * apart.
 */
const UNPRINTABLE = /(?![\n\t])\p{Cc}/gu;

/** Ends of lines (Unicode, 5.8): CR, VT, FF, NEL, line and paragraph separators. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * Characters that reorder or hide text: bidi marks, embeddings, isolates, zero-width, BOM; no
 * joiners.
 */
const INVISIBLES = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * Joiners that change how their neighbours are written: in the scripts that use them, and in emoji.
 * Elsewhere they are invisible and only make equal words differ.
 */
const FITTING_JOINER =
  /(?<=[[\p{L}\p{M}]--[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hani}\p{sc=Hang}\p{sc=Hira}\p{sc=Kana}\p{sc=Zyyy}\p{sc=Zinh}]]|[\p{scx=Arab}&&[\p{L}\p{M}]])[\u200c\u200d](?=[\p{L}\p{M}])|(?<=[\p{Mn}--[\p{sc=Zinh}\p{sc=Arab}\p{sc=Hebr}\p{sc=Cyrl}]])\u200d|(?<=[\p{ExtPict}\p{EMod}\ufe0f])\u200d(?=\p{ExtPict})/gv;

/** Text without the joiners that are legitimate in it. */
export const withoutFittingJoiners = (text: string): string => text.replace(FITTING_JOINER, '');

function dropLooseJoiners(text: string): string {
  const fitting = new Set(Array.from(text.matchAll(FITTING_JOINER), ({ index }) => index));
  const keep = (joiner: string, at: number) => (fitting.has(at) ? joiner : '');
  return text.replace(/[\u200c\u200d]/g, keep);
}

/** Text with nothing to clean: the usual case, found with one test. */
const PLAIN_WORDS = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
const PLAIN_LINES = /^[\n\t\x20-\x7e]*$/;

const FORBIDDEN_IN_LABELS = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** True if text holds control or bidi characters, which a human label must not. */
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
  dropLooseJoiners(text.toWellFormed().replace(CONTROLS, ' ').replace(INVISIBLES, ''))
    .replaceAll('=?', '= ?')
    .replace(/ {2,}/g, ' ')
    .trim();

/**
 * Text as one safe line of at most `maxCodePoints`, for headers, field names in mails, and echoes:
 * without control, bidi or stray zero-width characters, and with `=?` broken (RFC 2047).
 */
export function toSingleLine(text: string, maxCodePoints: number): string {
  const isClean = PLAIN_WORDS.test(text) && !text.includes('=?');
  if (isClean) return firstCodePoints(text, maxCodePoints).trimEnd();
  // The cut can take away what a joiner joined.
  return dropLooseJoiners(firstCodePoints(clean(text), maxCodePoints)).trimEnd();
}

const DIRECTION_SIGNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text without direction marks, which could reorder the words next to it. */
export const withoutDirectionSigns = (text: string): string => text.replace(DIRECTION_SIGNS, '');

/** Text of any number of lines, joined by LF, well-formed and without other control characters. */
export function toPlainText(text: string): string {
  if (PLAIN_LINES.test(text)) return text;
  return text.toWellFormed().replace(LINE_ENDS, '\n').replace(UNPRINTABLE, ' ');
}

/** The first sentence of a description, without Markdown. */
export const summaryOf = (description: string): string =>
  (/^.*?\.(?=\s|$)/s.exec(description)?.[0] ?? description).replaceAll('`', '');
