import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inboxWords, openForm, openInbox, signIn } from '../browser/open-inbox.ts';
import { button, confirmInbox, create, openStart } from '../browser/open-start.ts';
import type { TestBrowser } from '../support/browser.ts';
import { describePageScripts } from '../browser/page-scripts.ts';
import { startFormSite } from '../support/form-site.ts';
import { startService, type TestService } from '../support/service.ts';
import { startFirefox } from './firefox.ts';
import { unlessInstalled } from './programs.ts';

const en = inboxWords('en');

describe('in Firefox', { skip: unlessInstalled('firefox-esr') }, () => {
  let browser: TestBrowser;
  before(async () => {
    browser = await startFirefox();
  });
  after(() => browser.close());

  describe('scripts of pages', () => {
    let service: TestService;
    before(async () => {
      service = await startService(undefined);
    });
    after(() => service?.close());
    describePageScripts(() => ({ browser, service }));
  });

  it('a visitor sends a plain form with the script, a challenge and a file, after correcting a field', async (test) => {
    const service = await startService(test);
    const { endpoint } = await service.activeRoute({
      settings: {
        challenge: 'always',
        files: {},
        fields: [
          { name: 'name', required: true, minlength: 3 },
          { name: 'photo', type: 'file' },
        ],
      },
    });
    const site = await startFormSite(test);
    site.show(`<form action="${endpoint}" method="post" enctype="multipart/form-data">
      <label>Name <input name="name"></label> <label>Photo <input name="photo" type="file"></label>
      <button>Send</button></form>
      <script type="module" src="${service.url}/form.js"></script>`);
    const { page } = await browser.visit();
    await page.goto(site.origin);
    await page.getByLabel('Photo').setInputFiles({
      name: 'ladder.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Two steps.\n'),
    });
    await page.getByLabel('Name').fill('Al');
    await button(page, 'Send').click();
    await page.locator('[name=name][aria-invalid=true]:focus').waitFor();
    await page.getByLabel('Name').fill('Ada Lovelace');
    await button(page, 'Send').click();
    await page.locator('form[data-state=sent]').waitFor();
    assert.equal(new URL(page.url()).origin, site.origin);
    const { email } = service.sink.mails.at(-1) ?? {};
    assert.match(email?.text ?? '', /Ada Lovelace/);
    assert.equal(email?.attachments[0]?.filename, 'ladder.txt');
  });

  it('an owner creates a form, confirms it, signs in, renames the form and sends a test', async (test) => {
    const start = await openStart(browser, test);
    await create(start);
    await confirmInbox(start);
    assert.ok((await start.page.locator('pre.code').last().innerText()).includes('/form.js'));

    const inbox = await openInbox(browser, test);
    await inbox.activeRoute();
    const { page, sink } = inbox;
    await signIn(inbox, page);
    await openForm(page, ['emails']);
    await page.getByLabel(en.names.name).fill('Garden – “Bookings”');
    await page.getByText(en.editor.change).waitFor();
    await button(page, en.editor.save).click();
    await page.locator('.notice.good').getByText(en.editor.saved).waitFor();
    await button(page, en.test.button).click();
    await page.getByText(`${en.counts.delivered}: 1`).waitFor();
    assert.match(sink.mails.at(-1)?.email.subject ?? '', /Garden – “Bookings”/);
  });
});
