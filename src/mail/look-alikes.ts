import { LANGUAGES, wordsOf } from '../catalogs/languages.ts';

/**
 * Letters and digits that look like Latin letters in many fonts: Latin ones, and those of alphabets
 * in which whole words can look Latin.
 */
const ALIKE: Record<string, string> = {
  a: 'аαɑᴀ@',
  b: 'вβʙƄꞴ',
  c: 'сϲᴄ',
  d: 'ԁđᴅ',
  e: 'еεэɛᴇ3ꬲ',
  f: 'ꜰϝẝꞙꬵ',
  g: 'ɡցɢƍᶃ',
  h: 'нһհħΗʜ',
  k: 'кκᴋ',
  l: 'iіιıɩɪјjլӏłʟ1|!ʝǀ',
  m: 'мΜᴍ',
  n: 'пηոΝɴ',
  o: 'оοօøᴏ0ᴑꬽ〇',
  p: 'рρᴘ',
  q: 'ԛզ',
  r: 'гʀꭇꭈ',
  s: 'ѕꜱ5$ƽ',
  t: 'тτŧᴛ',
  u: 'υսᴜʋꞟꭎꭒ',
  v: 'νѵᴠ',
  w: 'ԝѡωᴡɯ',
  x: 'хχꞳ×',
  y: 'уүγΥʏɣᶌỿꭚ',
  z: 'ζᴢ𐋵',
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
 * A text as a hurried reader sees it: Latin letters for look-alikes, without spaces, marks or case.
 * Texts that look alike give equal results.
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

/** Scripts of limited use, or of scholars alone (UAX 31, tables 4 and 7). */
const UNUSUAL =
  /[^\p{sc=Latn}\p{sc=Zyyy}\p{sc=Zinh}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Arab}\p{sc=Armn}\p{sc=Beng}\p{sc=Cyrl}\p{sc=Deva}\p{sc=Ethi}\p{sc=Geor}\p{sc=Grek}\p{sc=Gujr}\p{sc=Guru}\p{sc=Hebr}\p{sc=Khmr}\p{sc=Knda}\p{sc=Laoo}\p{sc=Mlym}\p{sc=Mymr}\p{sc=Orya}\p{sc=Sinh}\p{sc=Taml}\p{sc=Telu}\p{sc=Thaa}\p{sc=Thai}\p{sc=Tibt}]/v;

/** Letters or digits of scripts that do not mix into a Latin word, like those of East Asia. */
const OTHER_SCRIPT =
  /[^\p{sc=Latn}\p{sc=Zyyy}\p{sc=Zinh}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}]|[\p{Nd}--[0-9]]/v;

/** A sign of mathematics or technology at a Latin letter; emoji are none. */
const SIGN_AT_LATIN =
  /(?<=[\p{sc=Latn}\p{M}])[[\p{Sm}\p{So}\p{Sk}]--[\p{ASCII}\p{ExtPict}\p{EMod}]]|[[\p{Sm}\p{So}\p{Sk}]--[\p{ASCII}\p{ExtPict}\p{EMod}]](?=\p{sc=Latn})/v;

/** True if a text can look Latin by signs of other scripts (UTS 39, 5.1), whichever they are. */
export function posesAsLatin(text: string): boolean {
  if (isCommon(text)) return false;
  const normal = text.normalize('NFKC');
  return [text, normal].some(
    (form) =>
      UNUSUAL.test(form) || (isLatin(form) && OTHER_SCRIPT.test(form)) || SIGN_AT_LATIN.test(form),
  );
}

/** Shorter names are part of too many others: they must be all of a text. */
const SHORTEST_PART = { latin: 4, other: 2 };

/** True if a word of a text can look Latin by such signs. */
export const hasPosingWord = (text: string) =>
  !isCommon(text) && text.split(/[\s\p{Z}]+/u).some((word) => posesAsLatin(word));

const isFilled = (word: string) => word !== '';

const isIn = (text: string, words: readonly string[], shortest: number) =>
  words.some((word) => (word.length < shortest ? text === word : text.includes(word)));

/** Words that a text may have in letters that look like theirs. */
export class LookAlikes {
  readonly #looks: readonly string[];
  readonly #bitsOfLooks: readonly number[];
  readonly #letters: readonly string[];
  readonly #areForeign: boolean;

  constructor(words: readonly string[]) {
    this.#looks = words.filter(isLatin).map(looksOf).filter(isFilled);
    this.#bitsOfLooks = this.#looks.map(bitsOf);
    this.#letters = words
      .filter((word) => !isLatin(word))
      .map(lettersOf)
      .filter(isFilled);
    this.#areForeign = this.#letters.every((word) => FOREIGN.test(word));
  }

  /** True if a text has something in it that looks like one of the words. */
  areIn(text: string): boolean {
    const missing = ~possibleLetters(text);
    const mayLook = this.#bitsOfLooks.some((bits) => (bits & missing) === 0);
    if (mayLook && isIn(looksOf(text), this.#looks, SHORTEST_PART.latin)) return true;
    const mayHold = this.#letters.length > 0 && !(this.#areForeign && isCommon(text));
    return mayHold && isIn(lettersOf(text), this.#letters, SHORTEST_PART.other);
  }
}

/** Made with the first subject: reading all catalogs would take a twentieth of a start. */
let notices: LookAlikes | undefined;

/**
 * True if a subject, even with look-alike letters, has words in any language that only our own
 * notices use in their subjects.
 */
export function imitatesNotice(subject: string): boolean {
  notices ??= new LookAlikes(LANGUAGES.flatMap((language) => wordsOf(language).mails.telling));
  return notices.areIn(subject) || hasPosingWord(subject);
}
