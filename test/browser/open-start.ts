import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { Overrides } from '../../src/app/service.ts';
import { words as en } from '../../src/web/start/browser/words/en.ts';
import type { TestBrowser, VisitOptions } from '../support/browser.ts';
import { OWNER, startService, type TestService } from '../support/service.ts';

export interface Start extends TestService {
  page: Page;
  problems: string[];
  origins: Set<string>;
}

/** A service, and its page in a browser. */
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
  await visit.page.goto(`${service.url}/start`);
  await visit.page.locator('#email').waitFor();
  return { ...service, ...visit };
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export async function create({ page }: Start, email = OWNER, words = en): Promise<void> {
  await page.getByLabel(words.create.email).fill(email);
  await page.getByLabel(words.create.alias).fill('Contact form');
  await button(page, words.create.button).click();
}

export async function confirmInbox({ page, confirm, verificationToken }: Start): Promise<void> {
  await page.locator('.waiting').waitFor();
  await confirm(verificationToken());
  await page.locator('pre.code').first().waitFor();
}

export const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.innerText ?? ""');

export const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /./ });

/** The id of the form whose endpoint is shown. */
export async function shownForm(page: Page): Promise<string> {
  const endpoint = await page.locator('#endpoint').innerText();
  return endpoint.slice(endpoint.lastIndexOf('/') + 1);
}
