import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { startBrowser } from '../support/browser.ts';
import { button, confirmInbox, create, makeForm, openStart, startWords } from './open-start.ts';

const en = startWords('en');

describe('a form for files that is made at /start', async () => {
  const browser = await startBrowser({ after });

  it('a form for files is made, confirmed and tested with a file, at /start', async (test) => {
    const start = await openStart(browser, test, { width: 375 });
    const { page, sink } = start;
    await page.getByText(en.options.title).click();
    await button(page, en.composer.kinds.file).click();
    await page.locator('.composer').getByLabel(en.composer.members.label).fill('Plan');
    await create(start);
    await confirmInbox(start);
    await makeForm(page);
    const code = await page.locator('pre.code', { hasText: '<form' }).innerText();
    assert.match(code, /enctype="multipart\/form-data"/);
    const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('A plan.\n') };
    await page.locator('#test-0').setInputFiles(file);
    await button(page, en.test.button).click();
    await page.getByText(en.test.delivered).waitFor();
    const attached = sink.mails.at(-1)?.email.attachments.map(({ filename }) => filename);
    assert.deepEqual(attached, ['plan.txt']);
  });
});
