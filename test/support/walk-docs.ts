import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { expectAccessible, startBrowser } from './browser.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The front page, a page with wide tables, one with many headings, one with commands. */
const LOOKED_AT = ['', 'compare', 'api/errors', 'api'];

/** What people search for, and the page that they should find. */
const SEARCHES = { gdpr: 'Privacy', dkim: 'DNS for mail', rename: 'Settings of a form' };

const OUTSIDE_SIDEBAR = /^(?:README|guarantees|performance)$|^decisions\//;

async function expectFits(page: Page, width: number): Promise<void> {
  const wide: number = await page.evaluate('document.documentElement.scrollWidth');
  assert.ok(wide <= width, `${page.url()} is ${wide} px wide`);
  await expectAccessible(page);
}

/** Types words, and waits until a page is found. */
async function expectFound(page: Page, words: string, title: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('#localsearch-input').fill(words);
  await page.locator('#localsearch-list a', { hasText: title }).first().waitFor();
}

/** Opens every page that the sidebar lists, and compares it with the pages of docs. */
async function walkSidebar(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/docs/concepts`);
  const links = page.locator('.VPSidebar a');
  const hrefs: string[] = await page.evaluate(
    "Array.from(document.querySelectorAll('.VPSidebar a'), ({ href }) => href)",
  );
  for (const href of hrefs) {
    const answer = await page.request.get(href);
    assert.equal(answer.status(), 200, href);
    assert.match(await answer.text(), /<h1 /, href);
  }
  const listed = hrefs.map((href) => href.slice(`${url}/docs/`.length));
  const expected = globSync('docs/**/*.md', { cwd: ROOT })
    .map((path) => path.slice('docs/'.length, -'.md'.length))
    .filter((name) => !OUTSIDE_SIDEBAR.test(name));
  assert.deepEqual(listed.toSorted(), [...expected, 'start'].toSorted());
  await links.filter({ hasText: 'Privacy' }).click();
  await page.getByRole('heading', { name: 'Privacy', level: 1 }).waitFor();
}

/** Looks at the documentation of a service as a reader does, on a phone and on a large screen. */
export async function walkDocs(
  test: TestContext,
  url: string,
  scheme: 'light' | 'dark',
): Promise<void> {
  const browser = await startBrowser(test);
  for (const width of [375, 1280]) {
    const { page, problems, origins } = await browser.visit({ scheme, width });
    for (const name of LOOKED_AT) {
      await page.goto(`${url}/docs/${name}`, { waitUntil: 'networkidle' });
      await expectFits(page, width);
    }
    const command = await page.locator('pre', { hasText: 'curl' }).first().innerText();
    assert.ok(command.includes(`curl -X POST '${url}/v1/routes'`), command);
    for (const [words, title] of Object.entries(SEARCHES)) {
      await expectFound(page, words, title);
      await page.keyboard.press('Escape');
    }
    await expectFound(page, 'dkim', SEARCHES.dkim);
    await expectFits(page, width);
    await page.goto(`${url}/docs/nothing`);
    await page.getByText('PAGE NOT FOUND').waitFor();
    if (width === 1280) await walkSidebar(page, url);
    assert.deepEqual([problems, [...origins]], [[], [new URL(url).origin]]);
  }
}
