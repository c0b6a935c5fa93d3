import { commonnessOf } from './letter-pairs.ts';

/** Characters and words that are looked at. */
const MOST_CHARACTERS = 2_000;
const MOST_WORDS = 200;

/** Pairs of letters that make up a judgement; a single short word says nothing. */
const LEAST_PAIRS = 10;

/**
 * Mean commonness below which nobody reads a text as a language. Texts of most languages are at 6 to 7, keys hit at
 * random near 3; words of eight letters and more are below it once in 1,000 in English, once in 50 in Polish.
 */
const READABLE = 4.2;

/** A word of a text, with what people write around it: no number, address, path or name of a file. */
const PLAIN_WORD = /^[!-/:-@[-`{-~]{0,4}[A-Za-z][A-Za-z'-]{3,60}[!-/:-@[-`{-~]{0,4}$/;
const WORD = /^\p{P}{0,4}\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]{3,60}\p{P}{0,4}$/u;

/** How most words are written, so that they need no closer look. */
const SMALL_LETTERS = /^[a-z]{4,61}$/;

const isWord = (word: string) => PLAIN_WORD.test(word) || WORD.test(word);

const isCode = (word: string) => !/[a-z]/.test(word) && word === word.toUpperCase();

/** Letters that no accent makes of a–z. */
const OTHERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};

/** Without accents; the case of letters stays. */
function toPlain(word: string): string {
  if (/^[ -~]*$/.test(word)) return word;
  const bare = word.normalize('NFD').replace(/\p{M}/gu, '');
  return bare.replace(/[ßłøæœđðþıħ]/giu, (letter) => OTHERS[letter.toLowerCase()] ?? '');
}

const SEPARATE_LETTERS = /[^A-Za-z]+/;
/** The bit by which a small letter differs from its capital. */
const SMALL = 32;

/** A capital after a small letter, as random letters have it, counts as a pair that no language has. */
function addUp(word: string, sum: { pairs: number; commonness: number }): void {
  let one = word.charCodeAt(0);
  for (let at = 1; at < word.length; at += 1) {
    const two = word.charCodeAt(at);
    const isJump = (one & SMALL) > (two & SMALL);
    if (!isJump) sum.commonness += commonnessOf(one | SMALL, two | SMALL);
    one = two;
  }
  sum.pairs += word.length - 1;
}

/**
 * Whether letters were hit at random, as programs do to try a form. Only words in Latin script count, without
 * those in capitals, which are codes and abbreviations, and without anything that has digits or belongs to an address.
 */
export function isGibberish(texts: readonly string[]): boolean {
  const sum = { pairs: 0, commonness: 0 };
  const words = texts
    .flatMap((text) => text.slice(0, MOST_CHARACTERS).split(/\s+/, MOST_WORDS))
    .slice(0, MOST_WORDS);
  for (const word of words) {
    if (word.length < 4) continue;
    if (SMALL_LETTERS.test(word)) addUp(word, sum);
    else if (isWord(word) && !isCode(word)) {
      for (const part of toPlain(word).split(SEPARATE_LETTERS)) {
        if (part.length > 3) addUp(part, sum);
      }
    }
  }
  return sum.pairs >= LEAST_PAIRS && sum.commonness < READABLE * sum.pairs;
}
