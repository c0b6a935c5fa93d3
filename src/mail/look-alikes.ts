import { LANGUAGES, wordsOf } from '../catalogs/languages.ts';

/** Letters of other alphabets, and signs, that look like a Latin letter in many fonts. */
const ALIKE: Record<string, string> = {
  a: 'аαɑᴀ@',
  b: 'вβʙ',
  c: 'сϲᴄ',
  d: 'ԁđᴅ',
  e: 'еεэɛᴇ3',
  f: 'ꜰϝ',
  g: 'ɡցɢ',
  h: 'нһհħΗʜ',
  k: 'кκᴋ',
  l: 'iіιıɩɪјjլӏłʟ1|!',
  m: 'мΜᴍ',
  n: 'пηոΝɴ',
  o: 'оοօøᴏ0',
  p: 'рρᴘ',
  q: 'ԛզ',
  r: 'гʀ',
  s: 'ѕꜱ5$',
  t: 'тτŧᴛ',
  u: 'υսᴜ',
  v: 'νѵᴠ',
  w: 'ԝѡωᴡ',
  x: 'хχ',
  y: 'уүγΥʏ',
  z: 'ζᴢ',
};

const LATIN: ReadonlyMap<string, string> = new Map(
  Object.entries(ALIKE).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin])),
);

const toLatin = (character: string) =>
  LATIN.get(character) ?? LATIN.get(character.toLowerCase()) ?? character.toLowerCase();

/** The Latin letters that a character looks like; empty for spaces, marks and other scripts. */
const latinOf = (character: string) =>
  Array.from(character.normalize('NFKD'), toLatin)
    .join('')
    .replace(/[^a-z]/g, '');

/** Those of the first characters of Unicode, which most texts consist of. */
const COMMON = Array.from({ length: 0x180 }, (_, code) => latinOf(String.fromCharCode(code)));

/**
 * A text as a hurried reader sees it: Latin letters for look-alikes, without spaces, marks and case.
 * Texts that look alike have the same result.
 */
export function looksOf(text: string): string {
  let letters = '';
  for (const character of text) {
    letters += COMMON[character.codePointAt(0) ?? 0] ?? latinOf(character);
  }
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w');
}

const A = 0x61;

/** A bit for each letter. */
const bitsOf = (letters: string) =>
  Array.from(letters).reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) - A)), 0);

const COMMON_BITS = COMMON.map(bitsOf);
const [M, N, R, V, W] = Array.from('mnrvw', bitsOf) as [number, number, number, number, number];

/** The letters that the looks of a text can have. */
function possibleLetters(text: string): number {
  let bits = 0;
  // By codes: a string for each character takes longer.
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    bits |= COMMON_BITS[code] ?? bitsOf(latinOf(String.fromCodePoint(code)));
    if (code > 0xffff) at += 1;
  }
  return bits | (bits & R && bits & N ? M : 0) | (bits & V ? W : 0);
}

/** Letters of every script without spaces, marks and case, for those that do not resemble Latin. */
const lettersOf = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\P{L}/gu, '');

/** Found in no text of the first characters of Unicode, however they are normalized. */
const FOREIGN = /[\u0400-\uffff]/;
const isCommon = (text: string) => !/[\u0180-\uffff]/.test(text);

const isLatin = (text: string) => /\p{Script=Latin}/u.test(text);

/** Shorter names are part of too many others: they must be all of a text. */
const SHORTEST_PART = { latin: 4, other: 2 };

/** Makes a test of whether a text has something in it that looks like one of these words. */
export function createLookAlikes(words: readonly string[]): (text: string) => boolean {
  const isFilled = (word: string) => word !== '';
  const looks = words.filter(isLatin).map(looksOf).filter(isFilled);
  const bitsOfLooks = looks.map(bitsOf);
  const letters = words
    .filter((word) => !isLatin(word))
    .map(lettersOf)
    .filter(isFilled);
  const areForeign = letters.every((word) => FOREIGN.test(word));
  const isIn = (text: string, all: readonly string[], shortest: number) =>
    all.some((word) => (word.length < shortest ? text === word : text.includes(word)));
  return (text) => {
    const missing = ~possibleLetters(text);
    const mayLook = bitsOfLooks.some((bits) => (bits & missing) === 0);
    if (mayLook && isIn(looksOf(text), looks, SHORTEST_PART.latin)) return true;
    const mayHold = letters.length > 0 && !(areForeign && isCommon(text));
    return mayHold && isIn(lettersOf(text), letters, SHORTEST_PART.other);
  };
}

/** Made with the first subject: reading all catalogs would take a twentieth of a start. */
let looksLikeNotice: ReturnType<typeof createLookAlikes> | undefined;

/**
 * Whether a subject looks like that of a notice, in whichever language, even with look-alike letters:
 * whether it has the words that only our own mails have in their subjects.
 */
export function imitatesNotice(subject: string): boolean {
  looksLikeNotice ??= createLookAlikes(
    LANGUAGES.flatMap((language) => wordsOf(language).mails.telling),
  );
  return looksLikeNotice(subject);
}
