import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { LANGUAGES, wordsOf } from '../../src/catalogs/languages.ts';
import { expectAccessible, startBrowser } from '../support/browser.ts';
import { fillIn, inboxWords, openForm, openInbox, signIn } from './open-inbox.ts';
import { alert, button } from './open-start.ts';

const WIDTH = 375;

describe('the inbox page in every language', async () => {
  const browser = await startBrowser({ after });

  for (const language of LANGUAGES)
    it(`the inbox page in ${language} signs in, names faults and saves, on a phone`, async (test) => {
      const words = inboxWords(language);
      const { tag, mails } = wordsOf(language);
      const inbox = await openInbox(browser, test, { locale: tag, width: WIDTH });
      const { page } = inbox;
      await inbox.activeRoute();
      assert.equal(await page.locator('h1').innerText(), words.title);
      await signIn(inbox, page, words);
      assert.equal(inbox.sink.mails.at(-1)?.email.subject, mails.inbox.subject);
      await expectAccessible(page);
      await openForm(page, ['emails', 'after', 'fields', 'danger', 'code']);
      await button(page, words.composer.begin).click();
      await button(page, words.composer.kinds.consent).click();
      await expectAccessible(page);
      await page.locator('#language').selectOption('fr');
      await page.getByLabel(words.names.redirect).fill('nowhere');
      await button(page, words.editor.save).click();
      await alert(page).getByText(words.errors.settings_invalid).waitFor();
      await page.locator('#redirect-fault').getByText(words.faults.redirect).waitFor();
      await page.getByLabel(words.names.redirect).fill('');
      await button(page, words.editor.save).click();
      await page.locator('.notice.good').getByText(words.editor.saved).waitFor();
      await button(page, words.manage.remove).click();
      const question = fillIn(words.manage.removeQuestion, { form: 'Contact form' });
      await page.getByText(question).waitFor();
      await page.locator('pre.code').first().waitFor();
      await expectAccessible(page);
      const wide: number = await page.evaluate('document.documentElement.scrollWidth');
      assert.ok(wide <= WIDTH, `the page is ${wide} px wide`);
    });
});
