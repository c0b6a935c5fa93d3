import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { expectAccessible, startBrowser, type Visit } from '../support/browser.ts';
import { OWNER_MAILS } from '../catalogs/every-mail.ts';

/** The languages with the longest words, and with other letters. */
const SHOWN = ['de', 'zh'] as const;

describe('a mail to an owner in a browser', async () => {
  const browser = await startBrowser({ after });

  for (const scheme of ['light', 'dark'] as const)
    describe(`a mail to an owner in a browser, ${scheme}`, () => {
      let visit: Visit;
      before(async () => void (visit = await browser.visit({ scheme, width: 320 })));

      for (const { name, compose } of OWNER_MAILS)
        it(`a mail is accessible and fits a phone: ${name}, ${scheme}`, async () => {
          const { page, problems, origins } = visit;
          for (const language of SHOWN) {
            await page.setContent(compose(language).html);
            await expectAccessible(page);
            const width: number = await page.evaluate('document.documentElement.scrollWidth');
            assert.ok(width <= 320, `${width} px wide in ${language}`);
            assert.deepEqual([problems, [...origins]], [[], []]);
          }
        });
    });
});
