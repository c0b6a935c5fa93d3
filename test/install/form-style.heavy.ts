import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { buildGenericArtifact } from '../../src/install/install-artifact.ts';
import { expectAccessible, startBrowser } from '../support/browser.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { focused } from './fill-form.ts';
import { wrapInPage } from './plain-page.ts';
import { serveFolder } from './serve-folder.ts';

const [LIGHT, DARK] = ['rgb(29, 79, 145)', 'rgb(169, 200, 245)'];
const PHONE = 375;

/** A property of an element as the browser computes it. */
const styleOf = (page: Page, element: string, property: string): Promise<string> =>
  page.evaluate(`getComputedStyle(${element}).getPropertyValue('${property}')`);

const BUTTON = "document.querySelector('button')";

describe('the styles of the form code', async () => {
  const folder = newTempFolder('styles');
  const form = wrapInPage(buildGenericArtifact({ framework: 'html' }).files[0]?.content ?? '');
  const dark = '<meta name="color-scheme" content="light dark" /></head>';
  writeFileSync(join(folder, 'light.html'), form);
  writeFileSync(join(folder, 'both.html'), form.replace('</head>', dark));
  const browser = await startBrowser({ after });
  const website = await serveFolder(folder);
  after(() => {
    website.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const [path, scheme, accent] of [
    ['/light', 'dark', LIGHT],
    ['/both', 'light', LIGHT],
    ['/both', 'dark', DARK],
  ] as const)
    it(`the form is readable and fits a phone at ${path} for visitors who like it ${scheme}`, async () => {
      const { page, problems } = await browser.visit({ scheme, width: PHONE });
      await page.goto(website.origin + path);
      await expectAccessible(page);
      assert.equal(await styleOf(page, BUTTON, 'background-color'), accent);
      const wide: number = await page.evaluate('document.documentElement.scrollWidth');
      assert.ok(wide <= PHONE, `the page is ${wide} px wide`);
      assert.deepEqual(problems, []);
    });

  it('every field and the button show that they have the focus', async () => {
    const { page } = await browser.visit();
    await page.goto(`${website.origin}/both`);
    for (const name of ['name', 'email', 'message', 'submit']) {
      await page.keyboard.press('Tab');
      assert.equal(await focused(page), name);
      const ring = await styleOf(page, 'document.activeElement', 'outline');
      assert.equal(ring, `${LIGHT} solid 3px`, name);
    }
  });

  it("a website's own styles win over those of the form", async () => {
    const { page } = await browser.visit();
    await page.goto(`${website.origin}/both`);
    await page.addStyleTag({ content: 'form { --accent: rgb(1, 2, 3) } button { padding: 2px }' });
    assert.equal(await styleOf(page, BUTTON, 'background-color'), 'rgb(1, 2, 3)');
    assert.equal(await styleOf(page, BUTTON, 'padding'), '2px');
  });
});
