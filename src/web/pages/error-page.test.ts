import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ErrorCode } from '../../contract/error-codes.ts';
import { LANGUAGES } from '../../catalogs/languages.ts';
import type { Page } from './page.ts';
import { errorPage } from './error-page.ts';

/** The sentences of a page, without its markup and styles. */
const read = ({ content }: Page): string =>
  content.text.replace(/<[^>]*>/g, '').replace(/[\u00a0\u202f]/g, ' ');

describe('an error page', () => {
  const limits: readonly [ErrorCode, number, RegExp][] = [
    ['too_many_files', 3, /\b3\b/],
    ['file_too_large', 2_500_000, /\b2[.,]5 M[Bo]/],
  ];
  for (const [code, limit, said] of limits)
    it(`the page of ${code} names the limit, in every language`, () => {
      for (const language of LANGUAGES) {
        const text = read(errorPage(language, 'visitor', { code, details: { limit } }));
        assert.match(text, said, language);
        assert.doesNotMatch(text, /[{}]/, language);
      }
    });

  it('the page of a field at fault names the field as it is', () => {
    const fault = { code: 'invalid_redirect_url', field: '{count}$&' } as const;
    assert.ok(read(errorPage('en', 'visitor', fault)).includes('The field {count}$&amp; must'));
  });
});
