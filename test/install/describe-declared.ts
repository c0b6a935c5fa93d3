import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { FormSettings } from '../../src/contract/form-settings.ts';
import type { FrameworkId } from '../../src/contract/enums.ts';
import { expectAccessible } from '../support/browser.ts';
import { focused } from './fill-form.ts';
import { pageOpener, type InstalledForm } from './installed-form.ts';
import { controlsOf, EVERY_TYPE, expectedControl, HOSTILE_FIELDS } from './rich-form.ts';
import { addHiddenField, listenToForm, loseAnswers } from './thanks-page.ts';

const SENT = 'Thank you. Your message was received.';

/** A group of checkboxes that HTML cannot require. */
const FIELDS = [...EVERY_TYPE, ...HOSTILE_FIELDS].map((field) =>
  field.name === 'days[]' ? { ...field, required: true } : field,
);

/** Without a challenge when it is made, the code has no solver. */
export const WITH_SOLVER: FormSettings = { fields: FIELDS, challenge: 'always' };

/** Fills in all that the form requires but for the group of checkboxes. */
async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Full name').fill('Ada <b>Lovelace</b>');
  await page.getByLabel('Guests').fill('3');
  await page.getByLabel('Size').selectOption('Medium');
  await page.getByLabel('Colors').selectOption(['red', 'blue']);
  await page.getByLabel('Paid plan').check();
  await page.getByLabel('Agreed').check();
  await page.getByLabel('action (optional)', { exact: true }).fill('Act');
  await page.getByLabel('名前').fill('エイダ');
}

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();

/** What is shown at the controls that are marked, and the status. */
const marked = (page: Page) =>
  page.evaluate<Record<string, string>>(`Object.fromEntries(
    [...document.querySelectorAll('form [aria-invalid=true]')].map((control) => [
      control.name,
      document.getElementById(
        control.closest('[aria-describedby]').getAttribute('aria-describedby'),
      ).textContent,
    ]),
  )`);

/** What the form of any framework does whose owner has declared fields of every type. */
export function describeDeclared(framework: FrameworkId, installed: () => InstalledForm): void {
  describe(`the form for ${framework} with declared fields`, () => {
    let form: InstalledForm;

    before(async () => {
      form = installed();
      await form.confirm();
      await form.set({ fields: FIELDS });
    });

    const mails = () => form.service.sink.mails;

    const onPage = pageOpener(installed, () => form.set({ fields: FIELDS }));

    it(
      `the ${framework} form has exactly the declared fields, whatever their words`,
      onPage(async (page) => {
        assert.deepEqual(await controlsOf(page), FIELDS.map(expectedControl));
        assert.equal(await page.evaluate('window.broken'), undefined);
        await expectAccessible(page);
      }),
    );

    it(
      `the ${framework} form shows an error at a group of checkboxes, and sends once it is right`,
      onPage(async (page) => {
        await fillIn(page);
        await send(page);
        await page.waitForFunction(`document.activeElement.name === 'days[]'`);
        const errors = await marked(page);
        assert.deepEqual(Object.keys(errors), ['days[]']);
        assert.match(errors['days[]'] ?? '', /\w.*\.$/);
        await page.getByRole('status').filter({ hasText: 'marked fields' }).waitFor();
        await expectAccessible(page);
        await page.getByLabel('Tue').check();
        await send(page);
        await page.getByText(SENT).waitFor();
        assert.equal(await focused(page), 'status');
        assert.deepEqual(await marked(page), {});
        assert.equal(mails().length, 1);
        const text = mails()[0]?.email.text?.toLowerCase() ?? '';
        for (const part of ['ada <b>lovelace</b>', 'tue', 'red', 'blue', 'paid', 'act', 'エイダ']) {
          assert.ok(text.includes(part), part);
        }
        assert.equal(await page.getByLabel('Full name').inputValue(), '');
      }),
    );

    it(
      `the ${framework} form marks every faulty field, goes to the first, and says what is not in it`,
      onPage(async (page) => {
        const stricter = FIELDS.map((field) =>
          field.name === 'full name' ? { ...field, minlength: 70 } : field,
        );
        await form.set({ fields: [...stricter, { name: 'new', required: true }] });
        await fillIn(page);
        await send(page);
        await page.waitForFunction(`document.activeElement.name === 'full name'`);
        assert.deepEqual(Object.keys(await marked(page)), ['full name', 'days[]']);
        const status = page.getByRole('status').filter({ hasText: /\S/ });
        await status.waitFor();
        assert.doesNotMatch(await status.innerText(), /marked/);
        assert.equal(mails().length, 0);
      }),
    );

    it(
      `the ${framework} form says that it checks for robots, solves the challenge and delivers once`,
      onPage(async (page) => {
        await form.set({ fields: FIELDS, challenge: 'always' });
        const said = await listenToForm(page);
        await fillIn(page);
        await page.getByLabel('Mon').check();
        await send(page);
        await page.getByText(SENT).waitFor();
        assert.match(
          said.join('|'),
          new RegExp(`^Checking for spam…\\|${SENT} Reference: [\\dA-Z-]+$`),
        );
        assert.equal(mails().length, 1);
        assert.doesNotMatch(mails()[0]?.email.text ?? '', /altcha/i);
      }),
    );

    it(
      `the ${framework} form gives up a challenge that it cannot solve, says so and keeps the input`,
      onPage(async (page) => {
        await form.set({ fields: FIELDS, challenge: 'always' });
        await page.evaluate("window.btoa = () => 'no solution'");
        let posts = 0;
        page.on('request', (request) => void (request.method() === 'POST' && (posts += 1)));
        await fillIn(page);
        await page.getByLabel('Mon').check();
        await send(page);
        await page.getByText('Your browser could not finish the spam check.').waitFor();
        assert.deepEqual([posts, mails().length], [3, 0]);
        assert.equal(await page.getByLabel('Guests').inputValue(), '3');
      }),
    );

    it(
      `the ${framework} form delivers once after a lost answer, though another challenge was solved`,
      onPage(async (page) => {
        const loseNext = await loseAnswers(page);
        // As the ALTCHA widget does.
        await addHiddenField(page, 'altcha', 'first');
        await fillIn(page);
        await page.getByLabel('Mon').check();
        loseNext();
        await send(page);
        await page.getByText('Your message could not be sent.').waitFor();
        await page.evaluate("document.querySelector('[name=altcha]').value = 'second'");
        await send(page);
        await page.getByText(SENT).waitFor();
        assert.equal(mails().length, 1);
      }),
    );
  });
}
