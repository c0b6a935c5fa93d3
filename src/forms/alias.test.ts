import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ServiceError } from '../contract/service-error.ts';
import { parseAlias } from './create-request.ts';
import { listOf } from '../../test/support/list-of.ts';

const NAMES = [
  'example.com contact',
  'jo@example.com',
  'O’Brien & Söhne',
  'The "best" form',
  'A/B test, 1/2 price',
  'TODO // later',
  'awww. cute',
  'שלום',
  'צה״ל',
  // A joiner within Persian, Hindi and Kannada; a variant of a Japanese name.
  'می\u200cخواهم',
  'क्\u200dष',
  'ರ\u200d್ಕ',
  '葛\u{e0100}城',
  '👩‍💻 help',
  '👩🏽‍⚕️',
  '🏴‍☠️',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '👨‍👩‍👧‍👦',
  '❤️',
  '1️⃣',
  '#️⃣',
  '🇩🇪',
  '~',
];

const QUOTES = ['Invoice unpaid” pay now', 'a„b', '«x', 'x›', '「x」', 'x＂', 'x’’ now', '❞'];

const BLANKS = listOf(`
  \u3164 a\u3164 \u115f\u1160 \uffa0 \u2800 a\u2800b \u{1d159} a\u00adb pay\u200cpal a\u200d
  👩\u200da a\u200bb a\u034f \ufe0f a\ufe0f\ufe0f \u{e0061} a\u{e0061}\u{e007f} ... ?!
`);

const URLS = [
  ...listOf(`
    HTTP://X ftp://x x：／／y http∶∕∕x https:\\\\x https:\ufe0f/\ufe0f/x //phish.example/x
    www.example.com ｗｗｗ．example.com www。example。com
  `),
  'pay now at https://phish.example',
  '\\\\host\\share',
];

function refuses(alias: string, sentence: RegExp): void {
  assert.throws(
    () => parseAlias(alias),
    (error) =>
      error instanceof ServiceError &&
      error.code === 'invalid_alias' &&
      sentence.test(error.message) &&
      !error.message.includes(alias),
    JSON.stringify(alias),
  );
}

for (const name of NAMES)
  it(`an alias may be ${JSON.stringify(name)}`, () => assert.equal(parseAlias(` ${name} `), name));

it('an alias may have quotation marks: when it is quoted they are replaced', () => {
  for (const alias of QUOTES) assert.equal(parseAlias(alias), alias);
});

it('an alias is visible as a whole', () => {
  for (const alias of BLANKS) refuses(alias, /visible letter/);
});

it('an alias holds no URL, in any characters', () => {
  for (const alias of URLS) refuses(alias, /web address/);
});
