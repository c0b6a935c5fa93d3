import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { expectAccessible, startBrowser } from '../support/browser.ts';
import { startService } from '../support/service.ts';

const browser = await startBrowser({ after });

describe('the page at /docs', () => {
  for (const [scheme, width] of [
    ['light', 1280],
    ['dark', 375],
  ] as const) {
    it(`/docs shows an operation, sends nothing and stays with its origin, in ${scheme}`, async (test) => {
      const { url } = await startService(test);
      const { page, problems, origins } = await browser.visit({ scheme, width });
      test.after(() => page.context().close());
      await page.goto(`${url}/docs`);
      const operation = page.locator('[id$=-getSettings]');
      await operation.getByText('needs a token').waitFor();
      await operation.locator('.opblock-summary-control').click();
      await operation.getByText('Parameters').waitFor();
      await operation.getByText('cfm_7K2MNP4QRSTVWXYZ').first().waitFor();
      assert.equal(await page.getByText(/^(Try it out|Execute|Authorize)/).count(), 0);
      const wide: number = await page.evaluate('document.documentElement.scrollWidth');
      assert.ok(wide <= width, `the page is ${wide} px wide`);
      // Swagger UI's own: contrast of its blues, a button within a button, select elements without a name.
      await expectAccessible(page, { exclude: ['#viewer'] });
      assert.deepEqual([problems, [...origins]], [[], [url]]);
    });

    it(`the pages of docs are accessible, fit the screen and load nothing, in ${scheme}`, async (test) => {
      const { url } = await startService(test);
      const { page, problems, origins } = await browser.visit({ scheme, width });
      test.after(() => page.context().close());
      await page.goto(`${url}/docs`);
      await page.getByRole('link', { name: /everything else/ }).click();
      assert.equal(page.url(), `${url}/docs/overview`);
      await page.getByText('All pages').click();
      await expectAccessible(page);
      for (const name of ['form-settings', 'migrating', 'receipts']) {
        await page.goto(`${url}/docs/${name}`);
        const wide: number = await page.evaluate('document.documentElement.scrollWidth');
        assert.ok(wide <= width, `${name} is ${wide} px wide`);
        await expectAccessible(page);
      }
      assert.deepEqual([problems, [...origins]], [[], [url]]);
    });
  }

  it('/docs leads on to the document and the text without script', async (test) => {
    const { url } = await startService(test);
    const { page } = await browser.visit({ javaScript: false });
    test.after(() => page.context().close());
    await page.goto(`${url}/docs`);
    const shown = await page.locator('main').innerText();
    assert.ok(shown.includes('This view needs JavaScript'), shown);
    await page.getByRole('link', { name: 'plain text' }).click();
    assert.equal(page.url(), `${url}/llms.txt`);
  });
});
