import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { wordsOf } from '../../src/catalogs/languages.ts';
import { startBrowser } from '../support/browser.ts';
import { startFormSite } from '../support/form-site.ts';
import { expectGoodPage, LOOKS } from '../support/page-checks.ts';
import { liveRegions } from '../support/live-regions.ts';
import { startPrefixProxy } from '../support/prefix-proxy.ts';
import { startService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';

const en = wordsOf('en');
const WEBSITE = { name: 'Lindholm', url: 'https://lindholm.example/contact' };
const WORDS = en.challenge;
const TITLE = en.visitor.challenge_required.title;
const SENT = { name: 'Message sent' };

/** A text that no form takes for a hello. */
const SPAMMY =
  'https://a.example https://b.example https://c.example https://d.example https://e.example';

const FIELDS = `<input name="name" value="Zoë"><input name="topic" value="one"><input name="topic" value="two">
  <textarea name="message">Hello\n<b>"there"</b></textarea>`;

const formOf = (action: string, fields = FIELDS, type = 'application/x-www-form-urlencoded') =>
  `<form method="post" action="${action}" enctype="${type}">${fields}<button>Send</button></form>`;

/** Keeps the Worker from its work, and the form from being sent, until the page calls these. */
const HOLD = `window.Worker = class extends Worker {
  postMessage(message) {
    window.solve = () => super.postMessage(message);
  }
};
const { submit } = HTMLFormElement.prototype;
HTMLFormElement.prototype.submit = function () {
  window.post = () => submit.call(this);
};`;

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();

/** What the page between shows; Playwright's locators of text leave out what is in noscript. */
async function readPage(page: Page): Promise<string> {
  await page.getByRole('heading', { name: TITLE }).waitFor();
  return page.locator('main').innerText();
}

describe('a form whose submission needs a challenge', async () => {
  const browser = await startBrowser({ after });
  const service = await startService({ after });

  /** A website with a form of these settings, opened. */
  async function openForm(
    test: TestContext,
    {
      settings = {},
      fields = FIELDS,
      type,
      javaScript = true,
      base = service.url,
    }: {
      settings?: object;
      fields?: string;
      type?: string;
      javaScript?: boolean;
      base?: string;
    } = {},
  ) {
    const site = await startFormSite(test);
    const { form_id: formId } = await service.activeRoute({
      settings: { challenge: 'always', ...settings },
    });
    service.sink.mails.length = 0;
    const endpoint = `${base}/f/${formId}`;
    site.show(formOf(endpoint, fields, type));
    const visit = await browser.visit({ javaScript });
    return { ...visit, site, endpoint };
  }
  const mails = () => service.sink.mails.filter(isDelivery);

  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    it(`the page between solves and delivers what it was given, as ${type}`, async (test) => {
      const names = ['submit', 'form', 'getElementById', 'dataset', 'elements', 'altchaToken'];
      const odd = names.map((name) => `<input type="hidden" name="${name}" value="of ${name}">`);
      const fields = FIELDS + odd.join('');
      const { page, problems, site, endpoint, origins } = await openForm(test, { fields, type });
      await page.goto(site.origin);
      await send(page);
      await page.getByRole('heading', SENT).waitFor();
      assert.equal(page.url(), endpoint);
      assert.equal(mails().length, 1);
      const text = mails()[0]?.email.text?.replaceAll('\r\n', '\n') ?? '';
      assert.match(text, /Name:\n\| {3}Zoë\n/);
      assert.match(text, /Topic:\n\| {3}one\n.*two\n/s);
      assert.match(text, /Message:\n\| {3}Hello\n\| {3}<b>"there"<\/b>\n/);
      for (const name of names.slice(0, -1)) assert.match(text, new RegExp(`of ${name}\n`));
      assert.doesNotMatch(text, /altcha|_letterslot/);
      assert.deepEqual([problems, origins.size], [[], 2]);
    });

  it('a screen reader hears that the browser calculates, and that the message is sent', async (test) => {
    const { page, site } = await openForm(test);
    await page.addInitScript(HOLD);
    await page.goto(site.origin);
    await send(page);
    await until('the Worker', () => page.evaluate("'solve' in window"));
    const heard = { role: 'status', live: 'polite' };
    assert.deepEqual(await liveRegions(page), [{ ...heard, text: WORDS.working }]);
    await page.evaluate('solve()');
    await until('the solution', () => page.evaluate("'post' in window"));
    assert.deepEqual(await liveRegions(page), [{ ...heard, text: WORDS.sending }]);
    await page.evaluate('post()');
    await page.getByRole('heading', SENT).waitFor();
    assert.equal(mails().length, 1);
  });

  it('a form of certain websites gets its message through the page between', async (test) => {
    const { page, site } = await openForm(test);
    const { form_id: formId } = await service.activeRoute({
      settings: { challenge: 'always', origins: [site.origin] },
    });
    service.sink.mails.length = 0;
    site.show(formOf(`${service.url}/f/${formId}`));
    await page.goto(site.origin);
    await send(page);
    await page.getByRole('heading', SENT).waitFor();
    assert.equal(mails().length, 1);
  });

  for (const way of ['field', 'setting'] as const)
    it(`after the page between the visitor goes where the ${way} of the form leads`, async (test) => {
      const thanks = 'https://shop.example/thanks';
      const { page, site, problems } = await openForm(test, {
        settings: way === 'setting' ? { redirect: thanks } : {},
        fields: FIELDS + (way === 'field' ? `<input name="_redirect" value="${thanks}">` : ''),
      });
      await page.goto(site.origin);
      const next = page.waitForRequest(thanks);
      await send(page);
      assert.equal((await next).method(), 'GET');
      assert.equal(mails().length, 1);
      assert.deepEqual(
        problems.filter((text) => !text.includes('ERR_NAME_NOT_RESOLVED')),
        [],
      );
    });

  it('the page between works behind a path prefix', async (test) => {
    const base = await startPrefixProxy(test, '/forms', service.url);
    const { page, site, endpoint } = await openForm(test, { base });
    await page.goto(site.origin);
    await send(page);
    await page.getByRole('heading', SENT).waitFor();
    assert.equal(page.url(), endpoint);
    assert.equal(mails().length, 1);
  });

  it('the page between asks before it sends a third solution, and goes around no further', async (test) => {
    const stale = '<input type="hidden" name="altcha" value="stale">';
    const { page, site, endpoint } = await openForm(test, { fields: FIELDS + stale + stale });
    let posts = 0;
    page.on('request', (request) => void (posts += Number(request.url() === endpoint)));
    await page.goto(site.origin);
    await send(page);
    await page.getByRole('status').filter({ hasText: WORDS.ready }).waitFor();
    assert.deepEqual([posts, mails().length], [1, 0]);
    await page.getByRole('button', { name: WORDS.button }).click();
    await page.getByRole('heading', SENT).waitFor();
    assert.deepEqual([posts, mails().length], [2, 1]);
  });

  it('the page between solves again when a solution was too old, without a click', async (test) => {
    const stale = '<input type="hidden" name="altcha" value="stale">';
    const { page, site } = await openForm(test, { fields: FIELDS + stale });
    await page.goto(site.origin);
    await send(page);
    await page.getByRole('heading', SENT).waitFor();
    assert.equal(mails().length, 1);
  });

  it('a browser without scripts learns what is missing and who else can be asked, and keeps its text', async (test) => {
    const { page, site, problems } = await openForm(test, {
      settings: { website: WEBSITE, fields: [{ name: 'name', label: 'Your name' }] },
      fields: `${FIELDS}<input name="_redirect" value="https://shop.example/">`,
      javaScript: false,
    });
    await page.goto(site.origin);
    await send(page);
    const said = [WORDS.noScript, WORDS.turnOn, WORDS.otherWay, WORDS.written];
    const shown = await readPage(page);
    for (const text of [...said, 'Your name\nZoë', 'one\ntwo', 'Hello\n<b>"there"</b>']) {
      assert.ok(shown.includes(text), text);
    }
    assert.doesNotMatch(shown, /_redirect|altcha/);
    assert.ok(!shown.includes(WORDS.unusual));
    const links = page.locator(`a[href="${WEBSITE.url}"]`);
    assert.equal(await links.count(), 2);
    await page.locator('button:visible').click();
    assert.ok((await readPage(page)).includes(WORDS.noScript));
    assert.deepEqual([mails().length, problems], [0, []]);
  });

  it('a browser without scripts learns that a plainer message may need no challenge', async (test) => {
    const { page, site } = await openForm(test, {
      settings: { challenge: 'suspicious' },
      fields: `<textarea name="message">${SPAMMY}</textarea>`,
      javaScript: false,
    });
    await page.goto(site.origin);
    await send(page);
    assert.ok((await readPage(page)).includes(WORDS.unusual));
    assert.equal(mails().length, 0);
    await page.goto(site.origin);
    await page.getByRole('textbox').fill('Hello, do you have oak tables?');
    await send(page);
    await page.getByRole('heading', SENT).waitFor();
    assert.equal(mails().length, 1);
  });

  it('the page between meets what every page must', async (test) => {
    const stale = '<input type="hidden" name="altcha" value="stale">';
    const { endpoint } = await openForm(test);
    const open = async (page: Page) => {
      const blank = `${service.url}/blank`;
      const body = formOf(endpoint, FIELDS + stale + stale);
      await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body }));
      await page.goto(blank);
      await send(page);
      await page
        .locator('button:visible')
        .filter({ hasNotText: /^Send$/ })
        .waitFor();
    };
    const expected = { title: TITLE, stops: ['#send'], origin: service.url, scripts: 1 };
    await expectGoodPage(browser, open, expected, [LOOKS.dark]);
  });
});
