import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LIMITS } from '../contract/limits.ts';
import { chooseLanguage, type Language } from './languages.ts';

const CASES: readonly [header: string | undefined, language: Language][] = [
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['DE-at', 'de'],
  ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'fr'],
  ['pt-BR, pt;q=0.9, es;q=0.5', 'es'],
  ['zh-CN', 'zh'],
  ['zh-Hant-TW, en;q=0.5', 'zh'],
  ['en;q=0.2, de;q=0.8', 'de'],
  ['de;q=0, fr;q=0.1', 'fr'],
  ['*', 'en'],
  ['ja', 'en'],
  ['en;q=0', 'en'],
  [';;;,,q=, de;q=zz', 'en'],
  ['__proto__, constructor', 'en'],
];

for (const [header, language] of CASES)
  it(`the language of a page is ${language} for ${header ?? 'no header'}`, () => {
    assert.equal(chooseLanguage(header), language);
  });

it('the language of a page is English if the header is too long', () => {
  const long = `de${' '.repeat(LIMITS.acceptLanguageCharacters)}`;
  assert.equal(chooseLanguage(long), 'en');
  assert.equal(chooseLanguage(long.slice(0, LIMITS.acceptLanguageCharacters)), 'de');
});
