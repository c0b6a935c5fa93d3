/**
 * Prints the table of src/submissions/suspicion/gibberish.ts, from CLDR's names of regions,
 * languages, currencies and dates in Node: `npm exec -- node scripts/letter-pairs.ts`.
 */
const LANGUAGES =
  'en de fr es it pt nl sv nb da fi is et lv lt pl cs sk sl hr hu ro sq tr az uz vi id ms sw zu af eu ca gl cy ga ' +
  'mt fil so ha yo haw lb fo rm br gd';

/** A pair counts as in the language with its fifth highest rate: few languages prove little. */
const RANK = 4;

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');
const PAIRS = LETTERS.flatMap((one) => LETTERS.map((two) => one + two));

/** Letters that no accent makes of a–z, as src/submissions/suspicion/gibberish.ts reads them. */
const OTHERS: [letter: string, plain: string][] = [
  ['ß', 'ss'],
  ['ł', 'l'],
  ['ø', 'o'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ħ', 'h'],
];

function toPlain(text: string): string {
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return OTHERS.reduce((plain, [letter, other]) => plain.replaceAll(letter, other), bare);
}

function namesOf(language: string, type: 'region' | 'language' | 'currency', codes: string[]) {
  const names = new Intl.DisplayNames(language, { type, fallback: 'none' });
  return codes.flatMap((code) => names.of(code) ?? []);
}

/** Codes of two letters that mean something, as the names of one language show. */
function knownCodes(type: 'region' | 'language', codes: string[]): string[] {
  const names = new Intl.DisplayNames('en', { type, fallback: 'none' });
  return codes.filter((code) => {
    try {
      return names.of(code) !== undefined;
    } catch {
      return false;
    }
  });
}

const REGIONS = knownCodes(
  'region',
  PAIRS.map((pair) => pair.toUpperCase()),
);
const TONGUES = knownCodes('language', PAIRS);

function wordsOf(language: string): Set<string> {
  const month = new Intl.DateTimeFormat(language, { month: 'long' });
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long' });
  const units = Intl.supportedValuesOf('unit').map((unit) =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(2),
  );
  const texts = [
    ...namesOf(language, 'region', REGIONS),
    ...namesOf(language, 'language', TONGUES),
    ...namesOf(language, 'currency', Intl.supportedValuesOf('currency')),
    ...Array.from({ length: 12 }, (_each, at) => month.format(new Date(2024, at, 1))),
    ...Array.from({ length: 7 }, (_each, at) => weekday.format(new Date(2024, 0, at + 1))),
    ...units,
  ];
  return new Set(texts.flatMap((text) => toPlain(text).match(/[a-z]{2,}/g) ?? []));
}

/** How often each letter follows another one in the words of a language, of all that follow it. */
function sharesIn(words: ReadonlySet<string>): Map<string, number> {
  const all = Array.from(words, (word) =>
    Array.from({ length: word.length - 1 }, (_each, at) => word.slice(at, at + 2)),
  ).flat();
  const ofFirst = Map.groupBy(all, (pair) => pair.charAt(0));
  const ofPair = Map.groupBy(all, (pair) => pair);
  return new Map(
    Array.from(ofPair, ([pair, { length }]) => {
      // A pair that occurs once may be of a foreign name.
      const count = length > 1 ? length : 0.2;
      return [pair, count / ((ofFirst.get(pair.charAt(0))?.length ?? 0) + 20)];
    }),
  );
}

const shares = LANGUAGES.split(' ').map((language) => sharesIn(wordsOf(language)));

function commonnessOf(pair: string): number {
  const found = shares.map((share) => share.get(pair) ?? 0).toSorted((one, two) => two - one);
  const share = found[RANK] ?? 0;
  return share === 0 ? 0 : Math.max(0, Math.min(9, Math.round(10 + Math.log2(share))));
}

const rows = LETTERS.map((one) => LETTERS.map((two) => commonnessOf(one + two)).join(''));
process.stdout.write(`${rows.join('\n')}\n`);
