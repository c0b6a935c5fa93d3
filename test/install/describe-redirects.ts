import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FrameworkId } from '../../src/contract/enums.ts';
import { SECOND_MAIL, SENT } from './describe-plain.ts';
import { expectTyped, typeForm, waitForResult } from './fill-form.ts';
import { pageOpener, type InstalledForm } from './installed-form.ts';
import { addHiddenField, listenToForm, startThanksPage, THANKS } from './thanks-page.ts';

/** Where every artifact's form goes when its message was sent. */
export function describeRedirects(framework: FrameworkId, installed: () => InstalledForm): void {
  describe(`the form for ${framework} with a page of thanks`, () => {
    const onPage = pageOpener(installed);
    const mails = () => installed().service.sink.mails;

    for (const field of ['_redirect', 'redirect', '_next'])
      it(
        `the ${framework} form goes to another origin's page named by ${field}, and says nothing else`,
        onPage(async (page) => {
          const thanks = await startThanksPage(page);
          try {
            await addHiddenField(page, field, thanks.url);
            const said = await listenToForm(page);
            await typeForm(page);
            await page.keyboard.press('Enter');
            await page.waitForURL(thanks.url);
            await page.getByRole('heading', { name: THANKS }).waitFor();
            await sleep(SECOND_MAIL);
            assert.equal(mails().length, 1);
            expectTyped(mails()[0]!);
            assert.equal(thanks.visits(), 1);
            assert.deepEqual(
              said.filter((text) => !text.startsWith(SENT)),
              [],
            );
          } finally {
            await thanks.close();
          }
        }),
      );

    it(
      `the ${framework} form goes to the page of the form's settings`,
      onPage(async (page) => {
        const thanks = await startThanksPage(page);
        try {
          await installed().set({ redirect: thanks.url });
          await typeForm(page);
          await page.keyboard.press('Enter');
          await page.waitForURL(thanks.url);
          assert.equal(mails().length, 1);
        } finally {
          await installed().set({});
          await thanks.close();
        }
      }),
    );

    it(
      `the ${framework} form shows why a thanks page is refused (400), and stays`,
      onPage(async (page) => {
        await addHiddenField(page, '_redirect', 'javascript:alert(1)');
        await typeForm(page);
        await page.keyboard.press('Enter');
        assert.match(
          await waitForResult(page),
          /^Your message was not sent\. The field _redirect must be an absolute https:/,
        );
        assert.equal(page.url(), installed().url);
        assert.equal(mails().length, 0);
      }),
    );
  });
}
