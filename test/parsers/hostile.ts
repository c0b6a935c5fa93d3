import type { Hostile } from './parser.ts';

/** Repeated, these may slow parsers, encoders, Unicode tables and regular expressions. */
const UNITS = [
  [' ', '\t', '\r\n', '\n ', '\0', '\u200b', '\u202e', '\u2028', '\ud800', '\ufdfa', '\u3002'],
  [
    '"',
    '\\',
    '%',
    '%2',
    '%C3%A9',
    '+',
    '=',
    '&',
    '<',
    ',',
    ';',
    ':',
    '.',
    '-',
    '_',
    '/',
    '../',
    '~',
  ],
  ['@', 'a@b.', 'a.', 'xn--', 'http://', '://', '1', '1.', '0x', '::', '[', '(', '{', '{{', '{a}'],
  ['a', 'A ', 'é', '世', '😀', 'a=b;', 'q=0.', '*/*,', '=?utf-8?B?', '\u1100\u1161\u11a8'],
].flat();

/** Text with a different end, at which a regular expression fails and backtracks. */
export const repeat = (unit: string, octets: number): string =>
  `${unit.repeat(Math.max(0, octets - 1) / Buffer.byteLength(unit))}!`;

/** Marks in the reverse of normal order: a simple sort takes quadratic time. */
export const unsortedMarks = (octets: number): string =>
  `a${'\u0301'.repeat(octets / 4 - 1)}${'\u0323'.repeat(octets / 4 - 1)}`;

/** Letters that all differ, which encodings of names have to sort. */
const manyLetters = (octets: number): string =>
  Array.from({ length: octets / 3 }, (_, at) => String.fromCodePoint(0x4e00 + (at % 20_000))).join(
    '',
  );

export const list = (count: number, item: (at: number) => string, between = ''): string =>
  Array.from({ length: Math.max(0, Math.floor(count)) }, (_, at) => item(at)).join(between);

/** Texts of `size` octets, each begun and ended in the way that a parser expects. */
export function* texts(size: number, start = '', end = ''): Generator<Hostile<string>> {
  const room = Math.max(8, size - start.length - end.length);
  for (const unit of UNITS) {
    yield [
      `${start.slice(0, 20)}${JSON.stringify(unit)} repeated`,
      start + repeat(unit, room) + end,
    ];
  }
  yield ['unsorted marks', start + unsortedMarks(room) + end];
  yield ['many letters', start + manyLetters(room) + end];
}

/** JSON of `size` octets that is deep, wide, or made of odd numbers and names. */
export function* jsonTexts(size: number): Generator<Hostile<string>> {
  const of = (octets: number) => Math.max(1, Math.floor(size / octets));
  const within = (inner: string) => `{"a":${inner}}`;
  yield ['deep lists', within('['.repeat(of(2)) + ']'.repeat(of(2)))];
  yield ['deep objects', `${'{"a":'.repeat(of(6))}1${'}'.repeat(of(6))}`];
  yield ['deep lists that do not end', within('['.repeat(size))];
  yield ['many members', `{${list(of(12), (at) => `"k${at}":1`, ',')}}`];
  yield ['many numbers as names', `{${list(of(16), (at) => `"${at * 7_919}":1`, ',')}}`];
  yield ['one name many times', `{${list(of(6), () => '"k":1', ',')}}`];
  yield ['names of the language', `{${list(of(16), () => '"__proto__":{}', ',')}}`];
  yield ['many items', within(`[${list(of(2), () => '1', ',')}]`)];
  yield ['many lists', within(`[${list(of(3), () => '[]', ',')}]`)];
  yield ['many objects', within(`[${list(of(3), () => '{}', ',')}]`)];
  yield ['many texts', within(`[${list(of(4), () => '"a"', ',')}]`)];
  yield ['a long number', within('9'.repeat(size))];
  yield ['a long fraction', within(`0.${'9'.repeat(size)}`)];
  yield ['huge exponents', within(`[${list(of(12), () => '1e999999999', ',')}]`)];
  yield ['a long exponent', within(`1e${'9'.repeat(size)}`)];
  yield ['many fractions', within(`{"b":[${list(of(4), () => '1.0', ',')}]}`)];
  yield ['escapes', within(`"${'\\u0000'.repeat(of(6))}"`)];
  yield ['halves of characters', within(`"${'\\udc00\\ud800'.repeat(of(12))}"`)];
  yield ['a long name', `{"${'k'.repeat(size)}":1}`];
  yield ['a long text', within(`"${'a'.repeat(size)}"`)];
  yield ['a text that does not end', within(`"${'\\"'.repeat(of(2))}`)];
  yield ['blanks alone', ' '.repeat(size)];
}

/** Such documents around members that a parser reads; each is a text, list or object. */
export function* documents(
  size: number,
  members: readonly string[],
  rest: object = {},
): Generator<Hostile<string>> {
  yield* jsonTexts(size);
  const head = JSON.stringify(rest).slice(1, -1);
  const start = head === '' ? '{' : `{${head},`;
  for (const name of members) {
    const room = size - start.length - name.length;
    for (const [what, inner] of jsonTexts(room)) {
      yield [`${name}: ${what}`, `${start}${JSON.stringify(name)}:${inner}}`];
    }
    for (const [what, text] of texts(room / 6)) {
      yield [`${name}: ${what}`, `${start}${JSON.stringify(name)}:${JSON.stringify(text)}}`];
    }
  }
}
