import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { FrameworkId } from '../../src/contract/enums.ts';
import type { FormSettings } from '../../src/contract/form-settings.ts';
import { expectAccessible } from '../support/browser.ts';
import type { InstalledForm } from './installed-form.ts';

/** What only the service checks is the group of checkboxes. */
export const SCRIPTED: FormSettings = {
  language: 'de',
  fields: [
    { name: 'name', label: 'Name', required: true },
    { name: 'days', label: 'Tage', type: 'checkbox', required: true, options: ['Mo', 'Di'] },
    { name: 'photo', label: 'Foto', type: 'file' },
  ],
  files: {},
  challenge: 'always',
};

/** What the form of any framework does that leaves the rest to the script of the service. */
export function describeScripted(framework: FrameworkId, installed: () => InstalledForm): void {
  describe(`the form for ${framework} with the script of the service`, () => {
    before(() => installed().confirm());

    it(`the ${framework} form is built, shows errors at fields, solves its challenge and delivers`, async (test) => {
      const { browser, service, url } = installed();
      const { page, problems } = await browser.visit();
      test.after(() => page.context().close());
      await page.goto(url, { waitUntil: 'networkidle' });
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
  });
}
