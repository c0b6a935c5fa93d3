import { LANGUAGES, wordsOf, type Language } from '../../src/catalogs/languages.ts';

/** Every text of some words by its path, as it is before anything is filled in. */
export function textsOf(words: unknown, path = ''): [path: string, text: string][] {
  if (typeof words === 'string') return [[path, words]];
  return Object.entries(words as object).flatMap(([key, part]) => textsOf(part, `${path}.${key}`));
}

/** The pieces of a text that stay as they are whatever is filled in, sentence by sentence. */
const piecesOf = (text: string) =>
  text
    .split(/\{\w+\}|(?<=[.!?:])\s|(?<=[。！？：])/u)
    .map((piece) => piece.trim())
    .filter((piece) => /\p{L}{2}/u.test(piece));

const sentencesOf = (language: Language): Set<string> =>
  new Set(textsOf(wordsOf(language)).flatMap(([, text]) => piecesOf(text)));

/** Finds a piece in a text, not within a longer word. */
function patternOf(piece: string): RegExp {
  const before = /^\p{L}/u.test(piece) ? '(?<!\\p{L})' : '';
  const after = /\p{L}$/u.test(piece) ? '(?!\\p{L})' : '';
  return new RegExp(before + RegExp.escape(piece) + after, 'u');
}

type Piece = readonly [text: string, pattern: RegExp];

/** Sentences and labels of other languages than each. */
const FOREIGN = new Map<Language, Piece[]>();

function foreignTo(language: Language): Piece[] {
  const known = FOREIGN.get(language);
  if (known) return known;
  const own = [...sentencesOf(language)].join('\n');
  const pieces = LANGUAGES.filter((other) => other !== language)
    .flatMap((other) => [...sentencesOf(other)].map((text) => [text, patternOf(text)] as const))
    // Some words are the same in two languages; no sentence is.
    .filter(([text, pattern]) => text.includes(' ') || !pattern.test(own));
  FOREIGN.set(language, pieces);
  return pieces;
}

/** Sentences and labels of other languages that stand in a text of `language`. */
export const findForeign = (text: string, language: Language): string[] =>
  foreignTo(language)
    .filter(([piece, pattern]) => text.includes(piece) && pattern.test(text))
    .map(([piece]) => piece);

const ENTITIES = { '&quot;': '"', '&#39;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** The words of a page or of a mail's HTML part, with the URLs of its links where they stand. */
export function wordsInHtml(html: string): string {
  const words = html
    .replace(/<(style|script)\b.*?<\/\1>/gs, ' ')
    .replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs, ' $2 $1 ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/[ \r\n]+/g, ' ');
  const entities: Readonly<Record<string, string>> = ENTITIES;
  return words.replace(/&#?\w+;/g, (entity) => entities[entity] ?? entity);
}
