import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { LIMITS } from '../../src/contract/limits.ts';
import type { Overrides } from '../../src/app/service.ts';
import { fill } from '../../src/catalogs/catalog.ts';
import { wordsOf, type Language } from '../../src/catalogs/languages.ts';
import { expectAccessible, type TestBrowser, type VisitOptions } from '../support/browser.ts';
import { OWNER, startService, type TestService } from '../support/service.ts';

/** The words of /start, with those that all such pages share. */
export const startWords = (language: Language) => {
  const { browser, start } = wordsOf(language);
  return { ...browser, ...start };
};

export interface Start extends TestService {
  page: Page;
  problems: string[];
  origins: Set<string>;
}

/** A service, and its start page in a browser. */
export async function openStart(
  browser: TestBrowser,
  test: TestContext,
  options: VisitOptions = {},
  env: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<Start> {
  const service = await startService(test, env, overrides);
  const visit = await browser.visit(options);
  test.after(() => visit.page.context().close());
  await visit.page.clock.install();
  await visit.page.goto(`${service.url}/start`);
  await visit.page.locator('#email').waitFor();
  return { ...service, ...visit };
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export async function create(
  { page }: Start,
  email = OWNER,
  words = startWords('en'),
): Promise<void> {
  await page.getByLabel(words.create.email).fill(email);
  await page.getByLabel(words.create.alias).fill('Contact form');
  await button(page, words.create.button).click();
}

/** Makes the page ask for the state of its form again. */
export const passPollInterval = (page: Page) =>
  page.clock.fastForward(LIMITS.pollIntervalSeconds * 1_000);

export async function confirmInbox({ page, confirm, verificationToken }: Start): Promise<void> {
  await page.locator('.waiting').waitFor();
  await confirm(verificationToken());
  await passPollInterval(page);
  await page.locator('pre.code').first().waitFor();
}

/** Asks for the code of a whole form, instead of what a form needs that there is already. */
export const makeForm = (page: Page) => page.locator('input[name=have][value=no]').check();

/** Shows the management token, and reads it. */
export async function shownToken(page: Page): Promise<string> {
  await page
    .locator('details', { has: page.locator('#token') })
    .locator('summary')
    .click();
  return page.locator('#token').innerText();
}

export const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.innerText ?? ""');

export const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /./ });

/** The id of the form whose endpoint is shown. */
export async function shownForm(page: Page): Promise<string> {
  const endpoint = await page.locator('#endpoint').innerText();
  return endpoint.slice(endpoint.lastIndexOf('/') + 1);
}

/** The page has this language when the browser asks for it, and when its link is picked. */
export async function expectLanguage(
  browser: TestBrowser,
  test: TestContext,
  language: Language,
): Promise<void> {
  const { tag, name, mails } = wordsOf(language);
  const words = startWords(language);
  const start = await openStart(browser, test, { locale: tag });
  const { page, url } = start;
  await expectAccessible(page);
  assert.equal(await page.locator('html').getAttribute('lang'), tag);
  assert.equal(await page.locator('h1').innerText(), words.title);
  await create(start, OWNER, words);
  await page.getByText(words.confirm.look.replace('{email}', OWNER)).waitFor();
  await expectAccessible(page);
  assert.deepEqual(start.problems, []);
  assert.equal(
    start.sink.mails[0]?.email.subject,
    fill(mails.confirm.subject, { operator: 'Letterslot' }),
  );
  const other = await browser.visit({ locale: 'ja' });
  test.after(() => other.page.context().close());
  await other.page.goto(`${url}/start`);
  await other.page.getByRole('link', { name }).click();
  await other.page.getByLabel(words.create.email).waitFor();
}
