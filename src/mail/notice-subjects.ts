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
const latinLettersOf = (character: string) =>
  Array.from(character.normalize('NFKD'), toLatin)
    .join('')
    .replace(/[^a-z]/g, '');

/** Those of the first characters of Unicode, which most texts consist of. */
const COMMON = Array.from({ length: 0x180 }, (_, code) =>
  latinLettersOf(String.fromCharCode(code)),
);

/**
 * A text as a hurried reader sees it: Latin letters for look-alikes, without spaces, marks and case.
 * Texts that look alike have the same result.
 */
export function looksOf(text: string): string {
  let letters = '';
  for (const character of text) {
    letters += COMMON[character.codePointAt(0) ?? 0] ?? latinLettersOf(character);
  }
  return letters.replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** Letters of every script without spaces, marks and case, for those that do not resemble Latin. */
const lettersOf = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\P{L}/gu, '');

const isLatin = (text: string) => /\p{Script=Latin}/u.test(text);

/** Shorter names are part of too many others: they must be all of a text. */
const SHORTEST_PART = { latin: 4, other: 2 };

/** Makes a test of whether a text has something in it that looks like one of these words. */
export function createLookAlikes(words: readonly string[]): (text: string) => boolean {
  const looks = words.filter(isLatin).map(looksOf);
  const letters = words.filter((word) => !isLatin(word)).map(lettersOf);
  const isIn = (text: string, all: readonly string[], shortest: number) =>
    all.some((word) =>
      word.length < shortest ? word !== '' && text === word : text.includes(word),
    );
  return (text) =>
    isIn(looksOf(text), looks, SHORTEST_PART.latin) ||
    (letters.length > 0 && isIn(lettersOf(text), letters, SHORTEST_PART.other));
}

/**
 * Whether a subject looks like that of a notice, in whichever language, even with look-alike letters:
 * whether it has the words that only our own mails have in their subjects.
 */
export const imitatesNotice: (subject: string) => boolean = createLookAlikes(
  LANGUAGES.flatMap((language) => wordsOf(language).mails.telling),
);
