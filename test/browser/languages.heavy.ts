import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { stoppedPage } from '../../src/decisions/form-pages.ts';
import { renderDecision } from '../catalogs/decision-page.ts';
import { PAGE_HEADERS } from '../../src/web/pages/page.ts';
import { LANGUAGES, wordsOf, type Language } from '../../src/catalogs/languages.ts';
import { expectAccessible, startBrowser, type TestBrowser } from '../support/browser.ts';
import { expectGoodPage } from '../support/page-checks.ts';
import { PAGES, STOPPED_FACTS } from '../catalogs/every-page.ts';

const ORIGIN = 'http://localhost';

/** axe-core looks at these languages: the longest words and other letters. English has its own tests. */
const ACCESSIBLE_IN = new Set<Language>(['de', 'zh']);

/** Opens a rendered page in the browser, with the headers of every page. */
const show = (body: string, policy?: string) => async (page: Page) => {
  const headers = { ...PAGE_HEADERS, ...(policy && { 'content-security-policy': policy }) };
  await page.unrouteAll();
  await page.route(`${ORIGIN}/page`, (route) => route.fulfill({ headers, body }));
  await page.goto(`${ORIGIN}/page`);
};

describe('every page in every language', () => {
  let browser: TestBrowser;

  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());

  for (const [name, { render, policy, title, stops = [], scripts = 0 }] of Object.entries(PAGES)) {
    it(`${name} meets what every page must`, async () => {
      const expected = { title: title('en'), stops, origin: ORIGIN, scripts };
      await expectGoodPage(browser, show(render('en'), policy), expected);
    });
  }

  for (const language of LANGUAGES) {
    it(`pages in ${language} fit a phone and declare their language`, async () => {
      const { page, problems } = await browser.visit({ scheme: 'dark', width: 320 });
      for (const [name, { render, policy, title }] of Object.entries(PAGES)) {
        await show(render(language), policy)(page);
        assert.equal(await page.locator('html').getAttribute('lang'), wordsOf(language).tag);
        assert.equal(await page.title(), title(language));
        const width: number = await page.evaluate('document.documentElement.scrollWidth');
        assert.ok(width <= 320, `${name} is ${width} px wide`);
        if (ACCESSIBLE_IN.has(language)) await expectAccessible(page);
      }
      assert.deepEqual(problems, []);
    });
  }

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
