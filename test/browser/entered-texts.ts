import fc from 'fast-check';
import { judgePattern } from '../../src/fields/pattern.ts';

/* Texts of all kinds that visitors may enter, valid or not, and patterns for them. */

const pieces = (texts: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...texts), { maxLength }).map((parts) => parts.join(''));

const oneOf = (...lines: readonly (readonly string[])[]) => fc.constantFrom(...lines.flat());

export const PATTERNS = [
  String.raw`[a-z]+`,
  String.raw`^[a-c]{2,4}$`,
  String.raw`\d{3,5}`,
  String.raw`\w+\s\w+`,
  String.raw`\S*`,
  String.raw`\p{L}+`,
  String.raw`\P{Lu}*`,
  String.raw`[\p{L}--[a-z]]+`,
  String.raw`[\w&&[^\d]]+`,
  String.raw`[^\s\d]+`,
  String.raw`a|b||c`,
  String.raw`(a|ab)(c|bcd)?`,
  String.raw`(?<first>a)(?:b)*?c??`,
  String.raw`\u0061\u{1F600}?\x62\cJ?`,
  String.raw`\ud83d\ude00+`,
  String.raw`.`,
  String.raw`..`,
  String.raw`.*\b.+`,
  String.raw`\B.*`,
  String.raw`a{0}b{2,}`,
  String.raw`[\-a\]\^]+`,
  String.raw`\/\.\*`,
  String.raw`(?:a*)*b?`,
  String.raw`\p{Script=Greek}+|\p{Emoji_Presentation}`,
  String.raw`[^a]`,
  String.raw`[]|a`,
  String.raw`a$|^b`,
  String.raw`[☺-😀]+`,
];

const REGEX_PIECES = [
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  '(?:a|b)',
  '(ab)',
  '\\w',
  '\\b',
  '^',
  '$',
  '|',
];
const REPEATS = ['', '', '*', '+', '?', '{2}', '{0,2}', '{1,}'];
export const generatedPattern = fc
  .array(fc.tuple(fc.constantFrom(...REGEX_PIECES), fc.constantFrom(...REPEATS)), { maxLength: 5 })
  .map((parts) => parts.map((part) => part.join('')).join(''))
  .filter((source) => source !== '' && judgePattern(source).fault === undefined);

const WORDS = [
  'a',
  'b',
  'c',
  'A',
  '1',
  '0',
  ' ',
  '\t',
  '\n',
  '\r\n',
  '-',
  ']',
  '^',
  '/',
  '.',
  '*',
  '_',
];
const RARE = ['é', 'ß', 'Ω', '中', '😀', '👩‍👩‍👧', '\u00a0', '\ufeff', '\u2028', '\u0085', '\u212a'];

export const text = fc.oneof(
  pieces(['a', 'b', 'c'], 6),
  pieces([...WORDS, ...RARE], 8),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom('', ' ', '\n', 'aab', 'bb', 'abcd', 'a😀b', '12345', 'x'.repeat(300)),
);

const ALL_EMAIL = [
  'a',
  'Z',
  '9',
  '.',
  '@',
  '-',
  '_',
  '+',
  ' ',
  ',',
  '\n',
  'ü',
  '😀',
  '\u212a',
  "'",
];
export const email = fc.oneof(
  pieces(ALL_EMAIL, 8),
  pieces(['a@b', 'ada@example.com', ',', ' ', '.', '-', 'x'], 5),
  fc.constantFrom(
    '',
    'ada@example.com',
    ' ada@example.com\n',
    'a@-b.com',
    'a@b-.com',
    'a@b..com',
    '.a@b.com',
    'a@[127.0.0.1]',
    `a@${'x'.repeat(63)}.com`,
    `a@${'x'.repeat(64)}.com`,
    `${'x'.repeat(65)}@example.com`,
    `a@${'x.'.repeat(200)}com`,
    'a@b,c@d',
    'a@b, c@d ,',
    ',',
  ),
);

const URL_PIECES = [
  'http',
  'https:',
  ':',
  '//',
  '/',
  'example.com',
  'mailto:',
  '[::1]',
  '%',
  '%41',
];
const MORE_URL = [
  ' ',
  '\t',
  '?',
  '#',
  '@',
  ':99999',
  ':80',
  '..',
  '\\',
  'xn--a',
  'x',
  '1',
  '0x7f',
  '^',
  '|',
];
export const url = fc.oneof(
  pieces([...URL_PIECES, ...MORE_URL], 6),
  fc
    .tuple(fc.constant('https://'), pieces([...MORE_URL, 'ü', '😀', 'a', '.', '-'], 4))
    .map((all) => all.join('')),
  fc.constantFrom(
    '',
    'https://example.com',
    '  https://example.com/ \n',
    'https://',
    'example.com',
    'javascript:alert(1)',
    'data:,x',
    'http://a b',
    'http://ex\nample.com',
    'https://bücher.example',
    'https://1.2.3.4.5',
    'https://256.1.1.1',
    'file:///x',
    '//example.com',
    'a:b',
  ),
);

export const number = fc.oneof(
  pieces(['-', '+', '.', 'e', 'E', '0', '1', '3', '5', '9', ' '], 7),
  fc.integer({ min: -20, max: 120 }).map(String),
  fc.integer({ min: -300, max: 300 }).map((tenths) => String(tenths / 10)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  oneOf(
    ['', '0.3', '0.1', '0.30000000000000004', '0.29999999999', '-0', '1e308', '1e309', '5e-324'],
    [
      '1e-400',
      '1.',
      '.5',
      '-.5',
      '+1',
      '1e',
      '0x10',
      'Infinity',
      'NaN',
      '١',
      '1,5',
      '1e+2',
      '1e21',
    ],
    ['9007199254740993', '0.1000000000000000055', '00012', '1 '],
    ['1e22', '100000000000000000001', '0.00000001', '3.0000001'],
  ),
);

const two = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((each) => String(each).padStart(2, '0'));

export const date = fc.oneof(
  fc
    .tuple(fc.constantFrom('2023', '2024', '1970', '1900', '2000'), two(0, 13), two(0, 32))
    .map((parts) => parts.join('-')),
  fc.tuple(fc.constant('2024'), two(1, 3), two(1, 31)).map((parts) => parts.join('-')),
  oneOf(
    ['', '2024-02-29', '2023-02-29', '1900-02-29', '2000-02-29', '0000-01-01', '0001-01-01'],
    ['275760-09-13', '275760-09-14', '999-01-01', '10000-01-01', '02024-01-01', '2024-1-1'],
    ['2024-01-01 ', ' 2024-01-01', '2024/01/01', 'today', '-2024-01-01', '999999-01-01'],
  ),
);

export const time = fc.oneof(
  fc.tuple(two(0, 24), two(0, 60)).map((parts) => parts.join(':')),
  fc
    .tuple(two(9, 11), fc.constantFrom('00', '15', '30'), two(0, 60))
    .map((parts) => parts.join(':')),
  oneOf(
    ['', '24:00', '23:59:59.999', '00:00', '12:30:00.5', '12:30:00.5000', '9:30', '12:60'],
    ['12:30:15.25', '12:30:', '12', '12:30 ', '12:30:15.', '22:00', '06:00', '06:01', '21:59'],
  ),
);

export const dateTime = fc.oneof(
  fc.tuple(date, fc.constantFrom('T', ' ', 't', ''), time).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom('2024-01-01', '2024-02-29'), time).map((parts) => parts.join('T')),
  fc.constantFrom('', '275760-09-13T00:00', '275760-09-13T00:01', '2024-01-01T10:00Z'),
);
