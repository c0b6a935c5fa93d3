import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { FormSettings } from '../../src/contract/form-settings.ts';
import { expectAccessible, startBrowser, type VisitOptions } from '../support/browser.ts';
import { openSite } from '../support/form-site.ts';
import { startService } from '../support/service.ts';

const SENT = 'Thank you. Your message was received.';

/** What the page hears of its form, in order. */
const LISTEN = `
  window.heard = [];
  for (const name of ['letterslot:sent', 'letterslot:error'])
    document.addEventListener(name, ({ type, target, detail }) =>
      window.heard.push([type, target.tagName, detail.message, detail.answer?.error]));
  window.states = [];
  new MutationObserver((all) => all.forEach(({ target }) => window.states.push(target.dataset.state)))
    .observe(document.querySelector('form'), { attributeFilter: ['data-state'] });`;

/** A form as people write it, with nothing in it for a script. */
const plainForm = (endpoint: string) => `<form action="${endpoint}" method="post">
  <p><label>Name <input name="name" required></label></p>
  <p><label>Email <input name="email" type="email"></label></p>
  <p><label>Message <textarea name="message"></textarea></label></p>
  <button name="topic" value="sales"><b>Send</b></button>
</form>`;

describe('the script for forms on any website', async () => {
  const browser = await startBrowser({ after });
  const service = await startService({ after });

  const newForm = (settings: FormSettings = {}) =>
    service.activeRoute({ email: `${crypto.randomUUID()}@example.com`, settings });
  const oneLine = () => `<script type="module" src="${service.url}/form.js"></script>`;

  /** A page of another origin with this body, opened. */
  async function open(test: TestContext, body: string, options?: VisitOptions, head = '') {
    const content = `${head}<main><h1>Contact</h1>${body}</main>`;
    const visit = await openSite(test, browser, content, options);
    if (options?.javaScript !== false) await visit.page.evaluate(LISTEN);
    service.sink.mails.length = 0;
    return visit;
  }

  /** Every page has one form without an id, and maybe another. */
  async function fillAndSend(page: Page, name = 'Ada') {
    await page.locator('[name=name]').fill(name);
    await page.locator('form:not([id]) button:not([type=button])').click();
  }

  const heard = (page: Page) => page.evaluate('window.heard');
  const states = (page: Page) => page.evaluate('window.states');
  const mails = () => service.sink.mails;

  it('a plain form sends without leaving its page, with its button, its state and an event', async (test) => {
    const { endpoint } = await newForm();
    // A slash behind the address changes nothing.
    const { page, problems, site } = await open(test, plainForm(`${endpoint}/`) + oneLine());
    service.sink.delay(800);
    test.after(() => service.sink.delay(0));
    await fillAndSend(page);
    await page.getByRole('button', { name: 'Sending…', disabled: true }).waitFor();
    // Enter in a field meanwhile sends nothing more.
    await page.locator('[name=name]').press('Enter');
    const said = await page.getByRole('status').filter({ hasText: SENT }).innerText();
    assert.equal(new URL(page.url()).origin, site.origin);
    assert.deepEqual(await states(page), ['working', 'sent']);
    assert.deepEqual(await heard(page), [['letterslot:sent', 'FORM', said, undefined]]);
    assert.equal(await page.evaluate('document.activeElement.role'), 'status');
    assert.equal(await page.locator('[name=name]').inputValue(), '');
    assert.equal(await page.locator('button').innerHTML(), '<b>Send</b>');
    assert.equal(mails().length, 1);
    const text = mails()[0]?.email.text ?? '';
    assert.match(text, /sales/);
    assert.ok(text.includes(said.replace(`${SENT} `, '')), 'the reference');
    await expectAccessible(page);
    assert.deepEqual(problems, []);
  });

  it('errors that the service finds are shown at their fields, and the first has the focus', async (test) => {
    const { endpoint } = await newForm({
      fields: [
        { name: 'name', required: true, minlength: 5 },
        { name: 'email', type: 'email', required: true },
        { name: 'message', type: 'textarea' },
        { name: 'topic' },
      ],
    });
    const { page } = await open(test, plainForm(endpoint) + oneLine());
    await fillAndSend(page);
    await page.locator('[name=name][aria-invalid=true]:focus').waitFor();
    assert.deepEqual(await states(page), ['working', 'failed']);
    const [[type, , , code]] = (await heard(page)) as string[][] as [string[]];
    assert.deepEqual([type, code], ['letterslot:error', 'submission_invalid']);
    for (const name of ['name', 'email']) {
      const described = await page.evaluate<string>(
        `document.getElementById(document.querySelector('[name=${name}]').getAttribute('aria-describedby')).textContent`,
      );
      assert.match(described, /\w+.*\.$/, name);
    }
    await page.getByText('Please check the marked fields.').waitFor();
    assert.equal(await page.locator('[name=message][aria-invalid=true]').count(), 0);
    await page.locator('[name=email]').fill('ada@example.com');
    await fillAndSend(page, 'Ada Lovelace');
    await page.getByText(SENT).waitFor();
    assert.equal(await page.locator('[aria-invalid=true]').count(), 0);
    assert.equal(mails().length, 1);
  });

  it('the solver is loaded only when a challenge is asked for', async (test) => {
    const calm = await newForm();
    const asking = await newForm({ challenge: 'always' });
    for (const [endpoint, files] of [
      [calm.endpoint, 1],
      [asking.endpoint, 2],
    ] as const) {
      const loaded: string[] = [];
      const { page } = await open(test, plainForm(endpoint));
      page.on('request', (request) => {
        if (request.url().endsWith('.js')) loaded.push(request.url());
      });
      await page.addScriptTag({ url: `${service.url}/form.js`, type: 'module' });
      await fillAndSend(page);
      await page.getByText(SENT).waitFor();
      assert.equal(loaded.length, files, loaded.join());
      assert.equal(mails().length, 1);
    }
  });

  it('files that are too large are named before they are sent, and others arrive', async (test) => {
    const route = await newForm({
      fields: [{ name: 'name' }, { name: 'photo', label: 'Photo', type: 'file' }],
      files: { max_bytes: 200_000, max_count: 1 },
    });
    const path = `/v1/routes/${route.form_id}/install?style=script&raw=1`;
    const { page, problems } = await open(test, (await service.request(path)).text);
    const choose = (size: number) =>
      page
        .getByLabel('Photo')
        .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.alloc(size, 'a') });
    await choose(300_000);
    await fillAndSend(page);
    await page
      .getByText('All files together can be at most 0.2 MB. “a.txt” is the largest.')
      .waitFor();
    await page.locator('[name=photo][aria-invalid=true]:focus').waitFor();
    assert.equal(mails().length, 0);
    await choose(1_000);
    await fillAndSend(page);
    await page.getByText(SENT).waitFor();
    assert.deepEqual(
      mails()[0]?.email.attachments.map(({ filename }) => filename),
      ['a.txt'],
    );
    await expectAccessible(page);
    assert.deepEqual(problems, []);
  });

  it('without JavaScript the form posts and shows the page of the service', async (test) => {
    const { endpoint } = await newForm();
    const { page } = await open(test, plainForm(endpoint) + oneLine(), { javaScript: false });
    await fillAndSend(page);
    await page.getByRole('heading', { name: 'Message sent' }).waitFor();
    assert.equal(mails().length, 1);
  });

  it('a strict policy that allows the service lets the script and its solver send', async (test) => {
    const { form_id: formId } = await newForm({ challenge: 'always' });
    const path = `/v1/routes/${formId}/install?style=script&raw=1`;
    const { text } = await service.request(path);
    const policy = (of: string) =>
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; ` +
      `script-src ${of}; connect-src ${of}; form-action ${of}; worker-src blob:">`;
    const { page, problems } = await open(test, text, {}, policy(service.url));
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Message').fill('Hello');
    await fillAndSend(page);
    await page.getByText(SENT).waitFor();
    assert.equal(mails().length, 1);
    assert.deepEqual(
      problems.filter((problem) => !problem.startsWith('Failed to load')),
      [],
    );
  });

  for (const style of ['script', 'inline'])
    it(`labels, errors and thanks of generated code are in one language (${style})`, async (test) => {
      const fields = [{ name: 'name', label: 'Your name', minlength: 5 }];
      const { form_id: formId } = await newForm({ fields });
      const path = `/v1/routes/${formId}/install?style=${style}&raw=1`;
      // A browser checks nothing that a script has filled in.
      const { page } = await open(test, (await service.request(path)).text, { locale: 'de-DE' });
      await page.evaluate(`document.querySelector('[name=name]').value = 'Ada'`);
      await page.locator('form button').click();
      await page
        .locator('[data-error=name]')
        .filter({ hasText: /\bat least 5\b/ })
        .waitFor();
      await page.locator('[name=name]').fill('Ada Lovelace');
      await page.locator('form button').click();
      await page.getByRole('status').filter({ hasText: SENT }).waitFor();
    });

  it('a form speaks the language of its setting, else that of its page', async (test) => {
    const german = await newForm({ language: 'de' });
    const path = `/v1/routes/${german.form_id}/install?style=script&raw=1`;
    const { page } = await open(test, (await service.request(path)).text);
    await page.getByLabel('E-Mail').fill('ada@example.com');
    await page.getByLabel('Nachricht').fill('Hallo');
    service.sink.delay(500);
    await fillAndSend(page);
    await page.getByRole('button', { name: 'Wird gesendet…' }).waitFor();
    service.sink.delay(0);
    await page.getByText('Vielen Dank. Ihre Nachricht ist angekommen.').waitFor();
    await page.getByRole('button', { name: 'Senden' }).waitFor();

    const { endpoint } = await newForm();
    const other = await open(test, `<div lang="fr-CA">${plainForm(endpoint)}</div>${oneLine()}`);
    await other.page.context().setOffline(true);
    await fillAndSend(other.page);
    await other.page.getByText('Il n’y a pas de connexion pour le moment.').waitFor();
    await other.page.context().setOffline(false);
    // The service answers in the language of the page, not in the browser's.
    await fillAndSend(other.page);
    await other.page.getByText('Merci. Votre message a bien été reçu.').waitFor();
  });

  it('forms that post elsewhere, and submissions that the page handles, are left alone', async (test) => {
    const { endpoint } = await newForm();
    const elsewhere = `<form action="/f/elsewhere" method="post" id="other"><button>Other</button></form>`;
    const { page } = await open(test, plainForm(endpoint) + elsewhere + oneLine());
    await page.evaluate(`
      window.left = 0;
      addEventListener('submit', (event) => { window.left += !event.defaultPrevented; event.preventDefault(); });
      document.querySelector('form').addEventListener('submit', (event) => event.preventDefault(), { once: true });`);
    await page.getByRole('button', { name: 'Other' }).click();
    assert.equal(await page.evaluate('window.left'), 1);
    await fillAndSend(page);
    assert.deepEqual(await states(page), []);
    await fillAndSend(page);
    await page.getByText(SENT).waitFor();
    assert.equal(mails().length, 1);
  });
});
