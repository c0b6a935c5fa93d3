import { looksOf } from '../platform/text/look-alikes.ts';
import { LANGUAGES, wordsOf } from '../catalogs/languages.ts';

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
