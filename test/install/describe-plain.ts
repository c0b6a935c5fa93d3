import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { wordsOf } from '../../src/catalogs/languages.ts';
import type { FrameworkId } from '../../src/contract/enums.ts';
import { expectAccessible } from '../support/browser.ts';
import { autofill, trapFacts } from './autofill.ts';
import { expectTyped, focused, TYPED, typeForm, valuesOf, waitForResult } from './fill-form.ts';
import { pageOpener, type InstalledForm } from './installed-form.ts';
import { answerInstead, loseAnswers } from './thanks-page.ts';

const { visitor } = wordsOf('en');

export const SENT = 'Thank you. Your message was received.';
const UNREACHABLE = 'Your message could not be sent. Please check your connection and try again.';
const EMPTY = { name: '', email: '', message: '', _gotcha: '' };
/** Milliseconds in which a second mail would have arrived. */
export const SECOND_MAIL = 500;

/** What every artifact's form does in a real browser, against a real service. */
export function describePlain(
  framework: FrameworkId,
  installed: () => InstalledForm,
  worksWithoutScript: boolean,
): void {
  describe(`the form for ${framework} without settings`, () => {
    const onPage = pageOpener(installed);
    const sink = () => installed().service.sink;
    const mails = () => sink().mails;

    it(
      `the ${framework} form shows the answer of a pending form (409) and keeps the input`,
      onPage(async (page) => {
        await typeForm(page);
        await page.keyboard.press('Enter');
        assert.equal(await waitForResult(page), visitor.inbox_not_verified.message);
        assert.deepEqual(await valuesOf(page), { ...TYPED, _gotcha: '' });
        await installed().confirm();
      }),
    );

    it(
      `the ${framework} form delivers exactly what was typed, says so and clears itself`,
      onPage(async (page) => {
        await typeForm(page);
        await page.keyboard.press('Enter');
        assert.match(await waitForResult(page), /^Thank you\. .* Reference: [\dA-Z]+-[\dA-Z]+$/);
        assert.deepEqual(await valuesOf(page), EMPTY);
        assert.equal(mails().length, 1);
        expectTyped(mails()[0]!);
      }),
    );

    it(
      `the ${framework} form shows a failed delivery (503), keeps the input and sends it later`,
      onPage(async (page) => {
        sink().refuseWith({ code: 451, text: 'try later' });
        await typeForm(page);
        await page.keyboard.press('Enter');
        assert.equal(await waitForResult(page), visitor.delivery_failed.message);
        assert.deepEqual(await valuesOf(page), { ...TYPED, _gotcha: '' });
        await expectAccessible(page);
        sink().refuseWith(undefined);
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByText(SENT).waitFor();
        assert.equal(mails().length, 1);
        expectTyped(mails()[0]!);
      }),
    );

    it(
      `the ${framework} form says so without a network, keeps the input and sends it later`,
      onPage(async (page) => {
        await typeForm(page);
        await page.context().setOffline(true);
        await page.keyboard.press('Enter');
        assert.equal(await waitForResult(page), UNREACHABLE);
        assert.deepEqual(await valuesOf(page), { ...TYPED, _gotcha: '' });
        assert.equal(mails().length, 0);
        await page.context().setOffline(false);
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByText(SENT).waitFor();
        assert.equal(mails().length, 1);
      }),
    );

    it(
      `the ${framework} form goes by the status where an answer is not JSON`,
      onPage(async (page) => {
        await answerInstead(page, 502);
        await typeForm(page);
        await page.keyboard.press('Enter');
        assert.equal(await waitForResult(page), UNREACHABLE);
        assert.deepEqual(await valuesOf(page), { ...TYPED, _gotcha: '' });
        await answerInstead(page, 200);
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByText(SENT).waitFor();
        assert.deepEqual(await valuesOf(page), EMPTY);
      }),
    );

    it(
      `the ${framework} form delivers once when an answer was lost, and again when asked for more`,
      onPage(async (page) => {
        const loseNext = await loseAnswers(page);
        const sendAgain = async (text: string) => {
          await page.getByRole('button', { name: 'Send' }).click();
          assert.ok((await waitForResult(page)).startsWith(text));
        };
        await typeForm(page);
        loseNext();
        await sendAgain(UNREACHABLE);
        assert.equal(mails().length, 1);
        await sendAgain(SENT);
        assert.equal(mails().length, 1);
        // What was sent is forgotten, and what was edited is another message.
        await page.getByLabel('Name').focus();
        await page.keyboard.press('Shift+Tab');
        await typeForm(page);
        loseNext();
        await sendAgain(UNREACHABLE);
        await page.getByLabel('Message').fill('Edited');
        await sendAgain(SENT);
        assert.equal(mails().length, 3);
        assert.match(mails()[2]?.email.text ?? '', /\| {3}Edited/);
      }),
    );

    it(
      `the ${framework} form sends once on a double click with Enter pressed meanwhile`,
      onPage(async (page) => {
        sink().delay(1_500);
        await typeForm(page);
        await page.getByRole('button').dblclick();
        await page.getByRole('button', { name: 'Sending…', disabled: true }).waitFor();
        await page.getByLabel('Email').press('Enter');
        await page.getByText(SENT).waitFor();
        await sleep(SECOND_MAIL);
        assert.equal(mails().length, 1);
      }),
    );

    it(
      `the ${framework} form passes axe-core before and after sending`,
      onPage(async (page) => {
        await expectAccessible(page);
        await typeForm(page);
        await page.keyboard.press('Enter');
        await waitForResult(page);
        await expectAccessible(page);
      }),
    );

    it(
      `the ${framework} form hides its trap from keyboard and assistive technology`,
      onPage(async (page) => {
        const stops: string[] = [];
        for (let tabs = 0; tabs < 8; tabs += 1) {
          await page.keyboard.press('Tab');
          stops.push(await focused(page));
        }
        assert.deepEqual(stops.slice(0, 4), ['name', 'email', 'message', 'submit']);
        assert.ok(!stops.includes('_gotcha'));
        assert.deepEqual(await trapFacts(page), {
          isLast: true,
          isDisplayed: false,
          width: 0,
          tabIndex: -1,
          autocomplete: 'off',
          value: '',
          hidden: 'true',
        });
        const tree = await page.locator('form').ariaSnapshot();
        assert.equal(await page.getByRole('textbox').count(), 3);
        assert.doesNotMatch(tree, /gotcha|Leave this/);
      }),
    );

    it(
      `the ${framework} form delivers what autofill filled in, which leaves the trap alone`,
      onPage(async (page) => {
        assert.deepEqual(await autofill(page), ['name', 'email']);
        await page.getByLabel('Message').fill('Filled in');
        await page.getByRole('button').click();
        await page.getByText(SENT).waitFor();
        assert.equal(mails().length, 1);
      }),
    );

    it(
      `the ${framework} form says that fields are missing, and sends nothing`,
      onPage(async (page) => {
        await page.getByRole('button').click();
        assert.equal(await focused(page), 'name');
        await sleep(SECOND_MAIL);
        assert.equal(mails().length, 0);
      }),
    );

    if (worksWithoutScript) {
      it(
        `the ${framework} form works without JavaScript`,
        onPage(
          async (page) => {
            await typeForm(page);
            await page.keyboard.press('Enter');
            await page.waitForURL(/\/f\/cfm_/);
            await page.getByText(SENT).first().waitFor();
            assert.equal(mails().length, 1);
            expectTyped(mails()[0]!);
          },
          { javaScript: false },
        ),
      );
    }
  });
}
