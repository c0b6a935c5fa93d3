import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { stoppedPage } from '../../src/consent/decisions/form-pages.ts';
import { renderDecision } from '../catalogs/decision-page.ts';
import { PAGE_HEADERS } from '../../src/web/pages/page.ts';
import { LANGUAGES, wordsOf } from '../../src/catalogs/languages.ts';
import { startBrowser, type Visit, type VisitOptions } from '../support/browser.ts';
import { expectGoodLook, LOOKS } from '../support/page-checks.ts';
import { PAGES, STOPPED_FACTS } from '../catalogs/every-page.ts';

const ORIGIN = 'http://localhost';

/** Opens a rendered page in the browser, with the headers of every page. */
const show = (body: string, policy?: string) => async (page: Page) => {
  const headers = { ...PAGE_HEADERS, ...(policy && { 'content-security-policy': policy }) };
  await page.route(`${ORIGIN}/page`, (route) => route.fulfill({ headers, body }), { times: 1 });
  await page.goto(`${ORIGIN}/page`);
};

describe('every page in every language', async () => {
  const browser = await startBrowser({ after });
  const visits: [VisitOptions, Visit][] = [];
  for (const look of Object.values(LOOKS)) visits.push([look, await browser.visit(look)]);

  for (const [name, { render, policy, title, stops = [], scripts = 0 }] of Object.entries(PAGES))
    it(`${name} meets what every page must`, async () => {
      const expected = { title: title('en'), stops, origin: ORIGIN, scripts };
      for (const [look, visit] of visits) {
        await expectGoodLook(visit, look, show(render('en'), policy), expected);
      }
    });

  for (const language of LANGUAGES)
    it(`pages in ${language} fit a phone and declare their language`, async () => {
      const { page, problems } = await browser.visit({ scheme: 'dark', width: 320 });
      for (const [name, { render, policy, title }] of Object.entries(PAGES)) {
        await show(render(language), policy)(page);
        const [lang, shown, width] = await page.evaluate<[string, string, number]>(
          '[document.documentElement.lang, document.title, document.documentElement.scrollWidth]',
        );
        assert.equal(lang, wordsOf(language).tag);
        assert.ok(shown.endsWith(title(language)), shown);
        assert.ok(width <= 320, `${name} is ${width} px wide`);
      }
      assert.deepEqual(problems, []);
    });

  it("owner pages have their form's token and show the requester's words as text", async () => {
    const { page } = await browser.visit();
    const facts = { ...STOPPED_FACTS, alias: '<b>bold</b>' };
    await show(
      renderDecision('en', 'stop', (words) =>
        stoppedPage(words, facts, { name: 'restart', token: '"><b>' }),
      ),
    )(page);
    const fields = await page
      .locator('form input')
      .evaluateAll((inputs) =>
        inputs.map((input) => `${input.getAttribute('name')}=${input.getAttribute('value')}`),
      );
    assert.deepEqual(fields, ['token="><b>']);
    assert.equal(await page.locator('b').count(), 0);
  });
});
