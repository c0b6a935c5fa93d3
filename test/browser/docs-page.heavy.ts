import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { expectAccessible, startBrowser } from '../support/browser.ts';
import { startService } from '../support/service.ts';

const browser = await startBrowser({ after });

for (const [scheme, width] of [
  ['light', 1280],
  ['dark', 375],
] as const)
  it(`/docs is accessible, fits the screen, loads nothing and needs no script, in ${scheme}`, async (test) => {
    const { url } = await startService(test);
    for (const javaScript of [true, false]) {
      const { page, problems, origins } = await browser.visit({ scheme, width, javaScript });
      test.after(() => page.context().close());
      await page.goto(`${url}/docs`);
      await page.getByText('curl -X POST', { exact: false }).first().waitFor();
      await page.getByText('PATCH /v1/routes/{formId}/settings', { exact: true }).waitFor();
      if (javaScript) {
        const wide: number = await page.evaluate('document.documentElement.scrollWidth');
        assert.ok(wide <= width, `the page is ${wide} px wide`);
        await expectAccessible(page);
      }
      assert.deepEqual([problems, [...origins]], [[], [url]]);
      await page.getByRole('link', { name: 'llms.txt' }).click();
      assert.equal(page.url(), `${url}/llms.txt`);
    }
  });
