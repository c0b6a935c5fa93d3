/**
 * How common letter pairs are in Latin script, from 0 (almost no language) to 9, a row per first
 * letter. `scripts/letter-pairs.ts` counts them in CLDR's names in 48 languages.
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
 * Mean below which text looks like no language. Most languages have 6 to 7, random keys about 3;
 * words of eight letters or more fall below once in 1,000 in English, once in 50 in Polish.
 */
const READABLE = 4.2;

/** Signs that people write before and after a word. */
const MOST_SIGNS = 4;

/** Letters of a word: shorter ones say little, longer ones are none. */
const LETTERS = { least: 4, most: 61 };

/** A word with other letters than those of English: no number, address, path or name of a file. */
const WORD = /^\p{P}{0,4}\p{Script=Latin}[\p{Script=Latin}\p{M}'’-]{3,60}\p{P}{0,4}$/u;

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
  const bare = word.normalize('NFD').replace(/\p{M}/gu, '');
  return bare.replace(/[ßłøæœđðþıħ]/giu, (letter) => OTHERS[letter.toLowerCase()] ?? '');
}

/** The bit by which a small letter differs from its capital. */
const SMALL = 32;

const isLetter = (code: number) => (code | SMALL) >= FIRST && (code | SMALL) < FIRST + SIZE;

/** True if it is a sign of ASCII. */
const isSign = (code: number) =>
  code > 32 && code < 127 && !isLetter(code) && (code < 48 || code > 57);

const BLANKS: ReadonlySet<number> = new Set([0xa0, 0x202f, 0x3000]);

/** White space as people write it; rarer kinds only make a longer word. */
export const isBlank = (code: number) =>
  code <= 32 || (code >= 0xa0 && (BLANKS.has(code) || (code >= 0x2000 && code <= 0x200a)));

/** Where the word ends that begins at `from`. */
function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

const [APOSTROPHE, HYPHEN] = [39, 45];

interface Sum {
  words: number;
  pairs: number;
  commonness: number;
}

/**
 * Adds each long run of letters with a small one. A capital after a small letter, as in random
 * text, counts as an impossible pair. A foreign character adds nothing; returns its code.
 */
function addRuns(text: string, from: number, to: number, sum: Sum, small = 0): number {
  let isSmall = small;
  let pairs = 0;
  let commonness = 0;
  let length = 0;
  let ofRun = 0;
  let before = 0;
  for (let at = from; at <= to; at += 1) {
    const code = at < to ? text.charCodeAt(at) : HYPHEN;
    if (isLetter(code)) {
      const isPair = length > 0 && (before & SMALL) <= (code & SMALL);
      if (isPair) ofRun += commonnessOf(before | SMALL, code | SMALL);
      isSmall |= code & SMALL;
      before = code;
      length += 1;
      continue;
    }
    if (code !== HYPHEN && code !== APOSTROPHE) return code;
    if (length >= LETTERS.least) {
      pairs += length - 1;
      commonness += ofRun;
    }
    length = 0;
    ofRun = 0;
  }
  if (isSmall > 0) {
    sum.pairs += pairs;
    sum.commonness += commonness;
  }
  return 0;
}

/** With letters that have accents. */
function addAccented(word: string, sum: Sum): void {
  const isCode = !/[a-z]/.test(word) && word === word.toUpperCase();
  if (isCode || !WORD.test(word)) return;
  const plain = toPlain(word).replace(/[^a-z]/gi, '-');
  addRuns(plain, 0, plain.length, sum, SMALL);
}

/** Adds a word, except in capitals (codes, abbreviations) or with a digit or sign. */
function addWord(text: string, start: number, end: number, sum: Sum): void {
  let from = start;
  let to = end;
  while (from < start + MOST_SIGNS && isSign(text.charCodeAt(from))) from += 1;
  while (to > from && end - to < MOST_SIGNS && isSign(text.charCodeAt(to - 1))) to -= 1;
  if (to - from < LETTERS.least || to - from > LETTERS.most) return;
  if (addRuns(text, from, to, sum) > 127) addAccented(text.slice(start, end), sum);
}

/**
 * True for randomly typed letters, as from programs that try a form. Only words in Latin script
 * count, without words in capitals, digits and addresses.
 */
export function isGibberish(texts: readonly string[]): boolean {
  const sum: Sum = { words: 0, pairs: 0, commonness: 0 };
  for (const whole of texts) {
    const text = whole.length > MOST_CHARACTERS ? whole.slice(0, MOST_CHARACTERS) : whole;
    for (let start = 0; start < text.length && sum.words < MOST_WORDS;) {
      const end = wordEnd(text, start);
      if (end > start) sum.words += 1;
      if (end - start >= LETTERS.least) addWord(text, start, end, sum);
      start = end + 1;
    }
  }
  return sum.pairs >= LEAST_PAIRS && sum.commonness < READABLE * sum.pairs;
}
