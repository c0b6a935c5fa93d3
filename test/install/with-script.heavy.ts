import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { FrameworkId } from '../../src/contract/enums.ts';
import { expectAccessible, startBrowser, type TestBrowser } from '../support/browser.ts';
import { startService, type TestService } from '../support/service.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { buildSite } from './build-site.ts';
import type { Build } from './installed-form.ts';
import { wrapInPage } from './plain-page.ts';
import { astroPlan, nextPlan, reactPlan, sveltePlan, vuePlan } from './plans.ts';
import { serveFolder } from './serve-folder.ts';

const toPage: Build = async ([file]) => {
  const folder = newTempFolder('site');
  writeFileSync(join(folder, 'index.html'), wrapInPage(file?.content ?? ''));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

const BUILDS: Readonly<Record<FrameworkId, Build>> = {
  html: toPage,
  js: toPage,
  react: (files) => buildSite(files, reactPlan),
  vue: (files) => buildSite(files, vuePlan),
  svelte: (files) => buildSite(files, sveltePlan),
  astro: (files) => buildSite(files, astroPlan),
  nextjs: (files) => buildSite(files, nextPlan),
};

/** What only the service checks is the group of checkboxes. */
const FIELDS = [
  { name: 'name', label: 'Name', required: true },
  { name: 'days', label: 'Tage', type: 'checkbox', required: true, options: ['Mo', 'Di'] },
  { name: 'photo', label: 'Foto', type: 'file' },
];
const SETTINGS = { language: 'de', fields: FIELDS, files: {}, challenge: 'always' };

describe('the form with the script of the service', { concurrency: false }, () => {
  let service: TestService;
  let browser: TestBrowser;

  before(async () => {
    service = await startService(undefined);
    browser = await startBrowser();
  });
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  for (const [framework, build] of Object.entries(BUILDS)) {
    it(`the ${framework} form is built, shows errors at fields, solves its challenge and delivers`, async (test) => {
      const route = await service.activeRoute({
        email: `${framework}@example.com`,
        settings: SETTINGS,
      });
      const query = `framework=${framework}&style=script&webmcp=1`;
      const { json } = await service.request(`/v1/routes/${route.form_id}/install?${query}`);
      const site = await build(json.files);
      test.after(() => site.remove());
      const website = await serveFolder(site.folder);
      test.after(() => website.close());
      const { page, problems } = await browser.visit();
      test.after(() => page.context().close());
      const path = framework === 'nextjs' ? '/contact' : '/';
      await page.goto(website.origin + path, { waitUntil: 'networkidle' });
      service.sink.mails.length = 0;
      await page.getByLabel('Name').fill('Ada');
      await page.getByRole('button', { name: 'Senden' }).click();
      await page.locator('[name=days][aria-invalid=true]:focus').waitFor();
      await page.locator('form[data-state=failed]').waitFor();
      await expectAccessible(page);
      await page.getByLabel('Di').check();
      await page.getByRole('button', { name: 'Senden' }).click();
      await page.locator('form[data-state=sent]').waitFor();
      assert.equal(service.sink.mails.length, 1);
      await expectAccessible(page);
      assert.deepEqual(
        problems.filter((text) => !text.startsWith('Failed to load')),
        [],
      );
    });
  }
});
