import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { expectAccessible, type TestBrowser, type Visit, type VisitOptions } from './browser.ts';

/** Brings a new page to the state a test is about; called once for each way of looking at it. */
export type Open = (page: Page) => Promise<unknown>;

export interface PageExpectation {
  title: string;
  /** Selectors of what the keyboard must reach, in this order. */
  stops?: readonly string[];
  /** The origin of every request; another one is a leak. */
  origin: string;
  /** How many script elements it has. */
  scripts?: number;
}

const MAX_TABS = 30;
const SMALLEST_WIDTH = 320;

const ACTIVE_OUTLINE = `(() => {
  const style = getComputedStyle(document.activeElement);
  return style.outlineStyle === 'none' ? 0 : Number.parseFloat(style.outlineWidth);
})()`;

async function expectKeyboardReaches(page: Page, stops: readonly string[]): Promise<void> {
  const left = [...stops];
  for (let tabs = 0; tabs < MAX_TABS && left.length > 0; tabs += 1) {
    await page.keyboard.press('Tab');
    if (!(await page.evaluate(`document.activeElement.matches(${JSON.stringify(left[0])})`))) {
      continue;
    }
    const outline: number = await page.evaluate(ACTIVE_OUTLINE);
    assert.ok(outline >= 2, `the focus on ${left[0]} is not visible`);
    left.shift();
  }
  assert.deepEqual(left, [], 'the keyboard does not reach these');
}

async function expectNoSideways(page: Page): Promise<void> {
  const width: number = await page.evaluate('document.documentElement.scrollWidth');
  assert.ok(width <= SMALLEST_WIDTH, `the page is ${width} px wide`);
}

async function expectTitle(page: Page, title: string): Promise<void> {
  const said = await page.title();
  assert.ok(said.endsWith(title), said);
  // The title of an error says first that it is one.
  const errors = await page.locator('meta[name="error-code"]').count();
  assert.equal(said === title, errors === 0, said);
  assert.equal(await page.locator('h1').innerText(), title);
}

/** The ways of looking at a page: axe-core looks along if there is a scheme. */
export const LOOKS = {
  light: { scheme: 'light' },
  dark: { scheme: 'dark', width: SMALLEST_WIDTH },
  plain: { javaScript: false },
} as const satisfies Record<string, VisitOptions>;

/** Pages that the service sends, if `languages.heavy.ts` has their light versions. */
export const SERVED: readonly VisitOptions[] = [LOOKS.plain, LOOKS.dark];

/** What holds for every page, looked at in one way by a visit that may have seen others. */
export async function expectGoodLook(
  { page, problems, origins }: Visit,
  options: VisitOptions,
  open: Open,
  { title, stops = [], origin, scripts = 0 }: PageExpectation,
): Promise<void> {
  problems.length = 0;
  origins.clear();
  await open(page);
  await expectTitle(page, title);
  if (options.scheme) await expectAccessible(page);
  if (options.scheme) await expectKeyboardReaches(page, stops);
  if (options.width) await expectNoSideways(page);
  assert.equal(await page.locator('script').count(), scripts);
  assert.deepEqual(problems, []);
  assert.deepEqual([...origins], [origin]);
}

/**
 * What holds for every page: axe-core finds nothing in light and dark, it fits 320 px, the keyboard
 * gets around and shows where it is, it works without script, and it stays with its own origin.
 */
export async function expectGoodPage(
  browser: TestBrowser,
  open: Open,
  expected: PageExpectation,
  looks: readonly VisitOptions[] = Object.values(LOOKS),
): Promise<void> {
  for (const options of looks) {
    const visit = await browser.visit(options);
    try {
      await expectGoodLook(visit, options, open, expected);
    } finally {
      await visit.page.context().close();
    }
  }
}
