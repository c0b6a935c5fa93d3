import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LANGUAGES, wordsOf } from '../../src/catalogs/languages.ts';
import { renderAppPage } from '../../src/web/apps/app-page.ts';
import { APPS } from '../../src/web/apps/assets.ts';
import { loadPages } from '../../src/web/apps/bundled.ts';
import { PAGES } from './every-page.ts';
import { findForeign, wordsInHtml } from './other-languages.ts';

for (const language of LANGUAGES) {
  for (const [name, { render, title }] of Object.entries(PAGES))
    it(`has its own language alone and says so: ${name}, in ${language}`, () => {
      const page = render(language);
      assert.match(page, new RegExp(`<html lang="${wordsOf(language).tag}">`));
      assert.ok(wordsInHtml(page).includes(title(language)));
      assert.doesNotMatch(wordsInHtml(page), /\{\w+\}/, 'every gap is filled');
      assert.deepEqual(findForeign(wordsInHtml(page), language), []);
    });

  for (const app of APPS)
    it(`has its own language alone: /${app}, in ${language}`, async () => {
      const facts = {
        preview: true,
        startPage: true,
        maxFileBytes: 5_242_880,
        sendsReplies: true,
      };
      const whole = renderAppPage(app, language, facts, await loadPages());
      const page = whole.replace(/<nav .*<\/nav>/s, '');
      assert.deepEqual(findForeign(wordsInHtml(page), language), []);
    });
}
