import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { FormSettings } from '../../src/contract/form-settings.ts';
import type { TestBrowser } from '../support/browser.ts';
import { openSite } from '../support/form-site.ts';
import type { TestService } from '../support/service.ts';

/** Every text that the status of the form has, in order, and how often it was written. */
const LISTEN = `
  window.said = [];
  window.heard = [];
  for (const name of ['letterslot:sent', 'letterslot:error'])
    document.addEventListener(name, () => window.heard.push(name));
  new MutationObserver(() => {
    const text = document.querySelector('[role=status]')?.textContent;
    if (text && text !== window.said.at(-1)) window.said.push(text);
  }).observe(document.querySelector('form'), { childList: true, subtree: true, characterData: true });`;

export const formAt = (endpoint: string, attributes = '', further = '') => `<main><h1>Contact</h1>
  <form action="${endpoint}" method="post" ${attributes}>
  <p><label>Name <input name="name" value="Nobody"></label></p>
  <p><label>Message <textarea name="message"></textarea></label></p>
  <p><label><input type="checkbox" name="news" value="yes" checked> News</label></p>
  <p><label>Topic <select name="topic"><option>Sales<option>Support</select></label></p>${further}
  <button name="by" value="button">Send</button></form></main>`;

/** A browser and a service of a suite. */
export type Using = () => { browser: TestBrowser; service: TestService };

/** What tests of messages do that are not delivered at once. */
export function visitorsOf(using: Using) {
  const newForm = (settings: FormSettings = {}, service = using().service) =>
    service.activeRoute({ email: `${crypto.randomUUID()}@example.com`, settings });

  /** A page with a form of the service, whose clock the test moves. */
  async function open(test: TestContext, content: string, { url } = using().service) {
    const { browser, service } = using();
    const script = `<script type="module" src="${url}/form.js"></script>`;
    const { page, site } = await openSite(test, browser, content + script);
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') keys.push(request.headers()['idempotency-key']);
    });
    await page.clock.install();
    await page.evaluate(LISTEN);
    service.sink.mails.length = 0;
    test.after(() => service.sink.refuseWith(undefined));
    return { page, site, keys };
  }

  const inState = (page: Page, state: string) =>
    page.locator(`form[data-state=${state}]`).waitFor();
  const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

  async function fillAndSend(page: Page) {
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Message').fill('Two lines,\nand a “quote”');
    await page.getByLabel('News').uncheck();
    await page.getByLabel('Topic').selectOption('Support');
    await press(page, 'Send');
  }

  /** Waits for the next try, as the clock of the page goes. */
  async function pass(page: Page, seconds: number, state: string) {
    await inState(page, 'waiting');
    await page.clock.runFor(seconds * 1000);
    await inState(page, state);
  }

  const refuse = () => using().service.sink.refuseWith({ code: 451, text: 'later' });
  const said = (page: Page) => page.evaluate<string[]>('window.said');
  const stored = (page: Page) => page.evaluate<number>('sessionStorage.length');
  const mails = () => using().service.sink.mails;
  return { newForm, open, inState, press, fillAndSend, pass, refuse, said, stored, mails };
}
