import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { Overrides } from '../../src/app/service.ts';
import { wordsOf, type Language } from '../../src/catalogs/languages.ts';
import type { TestBrowser, VisitOptions } from '../support/browser.ts';
import { linkedToken, OWNER, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { button } from './open-start.ts';

/** The words of /inbox, with those that all such pages share and the names of settings. */
export function inboxWords(language: Language) {
  const { browser, inbox, settings, start } = wordsOf(language);
  return { ...browser, ...inbox, names: settings.names, test: { ...inbox.test, ...start.test } };
}

type Words = ReturnType<typeof inboxWords>;

/** A text of the page with its placeholders filled in. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>) =>
  text.replace(/\{(\w+)\}/g, (_gap, name: string) => values[name] ?? '');

/** The link to a session in the newest mail. */
export function linkIn({ sink }: Pick<TestService, 'sink'>): string {
  const text = sink.mails.at(-1)?.email.text ?? '';
  const [link] = /\bhttp\S+\/inbox#token=[\w.%-]+/.exec(text) ?? [];
  if (link === undefined) throw new Error('the newest mail has no link to a session');
  return link;
}

export interface Inbox extends TestService {
  page: Page;
  problems: string[];
}

/** A service, and its inbox page in a browser. */
export async function openInbox(
  browser: TestBrowser,
  test: TestContext,
  options: VisitOptions = {},
  overrides: Overrides = {},
  env: Record<string, string> = {},
): Promise<Inbox> {
  const service = await startService(test, env, overrides);
  const { page, problems } = await browser.visit(options);
  test.after(() => page.context().close());
  await page.goto(`${service.url}/inbox`);
  await page.locator('#email').waitFor();
  return { ...service, page, problems };
}

/** Asks for a link at the first step of the page. */
export async function askForLink(
  service: TestService,
  page: Page,
  words: Words = inboxWords('en'),
): Promise<void> {
  const { mails } = service.sink;
  const before = mails.length;
  await page.getByLabel(words.signIn.email).fill(OWNER);
  await button(page, words.signIn.button).click();
  await page.getByRole('heading', { name: words.signIn.sent }).waitFor();
  await until('the mail with a link', () => mails.length > before);
}

/** What the button behind the link in a mail says: it names the inbox that it opens. */
export const openLabel = (words: Words = inboxWords('en'), email = OWNER): string =>
  fillIn(words.signIn.open, { email });

/** Signs in by the link in the mail. */
export async function signIn(
  service: TestService,
  page: Page,
  words: Words = inboxWords('en'),
): Promise<void> {
  await askForLink(service, page, words);
  await page.goto(linkIn(service));
  await button(page, openLabel(words)).click();
  await page.getByRole('heading', { name: words.list.title.replace('{email}', OWNER) }).waitFor();
}

/** The parts of a form's page that open on demand. */
export type Group = keyof Words['groups'] | 'code';

/** Opens closed parts of the page, by their ids. */
export async function openParts(page: Page, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const part = page.locator(`#${id}`);
    await part.waitFor();
    if ((await part.getAttribute('open')) === null) await part.locator('> summary').click();
  }
}

export const openGroups = (page: Page, ...groups: readonly Group[]) =>
  openParts(page, ...groups.map((group) => `group-${group}`));

/** Opens the form with this name from the list, and groups of its settings. */
export async function openForm(
  page: Page,
  groups: readonly Group[] = [],
  name = 'Contact form',
): Promise<void> {
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { name, level: 2 }).waitFor();
  await page.locator('#group-emails').waitFor();
  await openGroups(page, ...groups);
}

/** Opens the link of the newest mail that limits the form to the website it was sent from. */
export async function limitToSite(page: Page, service: TestService): Promise<void> {
  const { origin, limited } = wordsOf('en').owners;
  const tab = await page.context().newPage();
  const token = encodeURIComponent(linkedToken(service, 'origin'));
  await tab.goto(`${service.url}/v1/routes/origin?token=${token}`);
  await button(tab, origin.button).click();
  await tab.getByRole('heading', { name: limited.title }).waitFor();
  await tab.close();
}

/** Moves on with the keyboard until this has the focus, and presses the key. */
export async function pressOn(page: Page, selector: string, key: string): Promise<void> {
  const isThere = `document.activeElement.matches(${JSON.stringify(selector)})`;
  for (let tabs = 0; tabs < 60 && !(await page.evaluate(isThere)); tabs += 1) {
    await page.keyboard.press('Tab');
  }
  assert.ok(await page.evaluate(isThere), `the keyboard does not reach ${selector}`);
  await page.keyboard.press(key);
}
