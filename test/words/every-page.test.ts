import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES, wordsOf } from '../../src/words/languages.ts';
import { renderStartPage } from '../../src/web/start/start-page.ts';
import { PAGES } from './every-page.ts';
import { findForeign, wordsInHtml } from './other-languages.ts';

describe('a page', () => {
  for (const language of LANGUAGES) {
    for (const [name, { render, title }] of Object.entries(PAGES)) {
      it(`has its own language alone and says so: ${name}, in ${language}`, () => {
        const page = render(language);
        assert.match(page, new RegExp(`<html lang="${wordsOf(language).tag}">`));
        assert.ok(wordsInHtml(page).includes(title(language)));
        assert.deepEqual(findForeign(wordsInHtml(page), language), []);
      });
    }

    it(`has its own language alone: /start, in ${language}`, () => {
      const page = renderStartPage(language, { preview: true }).replace(/<nav .*<\/nav>/s, '');
      assert.deepEqual(findForeign(wordsInHtml(page), language), []);
    });
  }
});
