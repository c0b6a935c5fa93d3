import type { Page } from 'playwright-core';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { wrapInPage } from './plain-page.ts';

/** The text of the page's heading. */
export const THANKS = 'Thanks for writing';

export interface ThanksPage {
  url: string;
  visits(): number;
  close(): Promise<void>;
}

/** A page on another https server without CORS headers, so that no other origin can read it. */
export async function startThanksPage(page: Page): Promise<ThanksPage> {
  const path = '/thanks?from=form#top';
  const server = await startWebhookReceiver();
  server.answerWith((response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(wrapInPage(`<h2>${THANKS}</h2>`));
  });
  // The server's certificate is for other names, from an authority that browsers do not know.
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Security.setIgnoreCertificateErrors', { ignore: true });
  return {
    url: `https://127.0.0.1:${server.port}${path}`,
    visits: () => server.calls.length,
    close: () => server.close(),
  };
}

/** Adds what a website's author adds to the form by hand. */
export async function addHiddenField(page: Page, name: string, value: string): Promise<void> {
  const field = JSON.stringify({ type: 'hidden', name, value });
  await page.evaluate(
    `document.querySelector('form').append(Object.assign(document.createElement('input'), ${field}))`,
  );
}

/** Collects what the form says from now on, also when the browser leaves the page right after. */
export async function listenToForm(page: Page): Promise<string[]> {
  const said: string[] = [];
  await page.exposeFunction('hear', (text: string) => void (text && said.push(text)));
  await page.evaluate(`(() => {
    const status = document.querySelector('form [role=status]');
    const changes = { childList: true, characterData: true, subtree: true };
    new MutationObserver(() => window.hear(status.textContent.trim())).observe(status, changes);
  })()`);
  return said;
}

/** From now on a program between browser and service answers submissions with its own page. */
export async function answerInstead(page: Page, status: number): Promise<void> {
  await page.route('**/f/*', (route) =>
    route.fulfill({
      status,
      headers: { 'access-control-allow-origin': '*' },
      contentType: 'text/html',
      body: '<p>Not JSON</p>',
    }),
  );
}

/** Returns what makes the next submission arrive without its answer, as after a time-out. */
export async function loseAnswers(page: Page): Promise<() => void> {
  let losing = false;
  await page.route('**/f/*', async (route) => {
    if (!losing) return route.continue();
    losing = false;
    await route.fetch();
    return route.abort('timedout');
  });
  return () => {
    losing = true;
  };
}
