/**
 * How common one letter after another is in the Latin script, from 0 (in next to no language) to 9: a row for each
 * first letter. `scripts/letter-pairs.ts` counts them in the names of CLDR, in 48 languages.
 */
const COMMONNESS = [
  '65554454765768543766543254',
  '81407004801400700711744060',
  '80527509826320700614600014',
  '80048004854115800570611047',
  '64556063656768443886554355',
  '80006060700500620802600000',
  '83007046704504700740865050',
  '80108000811140700655714010',
  '85657351466658643686443065',
  '90057010801044730086600000',
  '80007206804450700655745050',
  '85057050834633700065640043',
  '97307003730040710050500040',
  '80578074844435700086520054',
  '55555450445778640776664034',
  '81107005700000750655710020',
  '60000000600000000000900000',
  '85567350835555703566744043',
  '73727007849634640457656040',
  '80407006830404700675740043',
  '76467162645657450866054345',
  '90008000810002600540500040',
  '90008000700002600050000000',
  '60007003700020600002300000',
  '90557020624456660667621005',
  '86008002810404710440600023',
];

const FIRST = 'a'.charCodeAt(0);
const SIZE = COMMONNESS.length;
const TABLE = Uint8Array.from(COMMONNESS.join(''), Number);

/** Of two letters, by the code units of `a` to `z`. */
const commonnessOf = (one: number, two: number): number =>
  TABLE[(one - FIRST) * SIZE + two - FIRST] ?? 0;

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
