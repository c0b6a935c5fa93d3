import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { ERROR_CODES } from '../../src/contract/error-codes.ts';
import type { FrameworkId } from '../../src/contract/enums.ts';
import { expectAccessible, type Visit, type VisitOptions } from '../support/browser.ts';
import { autofill, trapFacts } from './autofill.ts';
import { expectTyped, focused, TYPED, typeForm, valuesOf, waitForResult } from './fill-form.ts';
import { installForm, type Build, type InstalledForm } from './installed-form.ts';
import {
  addHiddenField,
  answerInstead,
  listenToForm,
  loseAnswers,
  startThanksPage,
  THANKS,
} from './thanks-page.ts';

export interface FormFacts {
  build: Build;
  /** Where the page with the form is. */
  path?: string;
  /** Whether the page has the form before any script runs. */
  worksWithoutScript: boolean;
}

const SENT = 'Thank you. Your message was received.';
const UNREACHABLE = 'Your message could not be sent. Please check your connection and try again.';
const EMPTY = { name: '', email: '', message: '', _gotcha: '' };
/** Milliseconds in which a second mail would have arrived. */
const SECOND_MAIL = 500;

/** What every artifact's form does in a real browser, against a real service. */
export function describeForm(framework: FrameworkId, facts: FormFacts): void {
  describe(`the form for ${framework}`, { concurrency: false }, () => {
    let form: InstalledForm;

    before(
      async () => {
        form = await installForm(framework, facts);
      },
      { timeout: 220_000 },
    );
    after(() => form?.close());

    const onPage = (look: (page: Page) => Promise<void>, options?: VisitOptions) => async () => {
      form.service.sink.mails.length = 0;
      form.service.sink.refuseWith(undefined);
      form.service.sink.delay(0);
      const visit: Visit = await form.browser.visit(options);
      try {
        await visit.page.goto(form.url, { waitUntil: 'networkidle' });
        await look(visit.page);
        // Chromium reports the statuses that the form is about.
        const problems = visit.problems.filter((text) => !text.startsWith('Failed to load'));
        assert.deepEqual(problems, []);
      } finally {
        await visit.page.context().close();
      }
    };
    const mails = () => form.service.sink.mails;

    it(
      `the ${framework} form shows the answer of a pending form (409) and keeps the input`,
      onPage(async (page) => {
        await typeForm(page);
        await page.keyboard.press('Enter');
        assert.equal(await waitForResult(page), ERROR_CODES.inbox_not_verified.message);
        assert.deepEqual(await valuesOf(page), { ...TYPED, _gotcha: '' });
        await form.confirm();
      }),
    );

    it(
      `the ${framework} form delivers exactly what was typed, says so and clears itself`,
      onPage(async (page) => {
        await typeForm(page);
        await page.keyboard.press('Enter');
        assert.equal(await waitForResult(page), SENT);
        assert.deepEqual(await valuesOf(page), EMPTY);
        assert.equal(mails().length, 1);
        expectTyped(mails()[0]!);
      }),
    );

    it(
      `the ${framework} form shows a failed delivery (503), keeps the input and sends it later`,
      onPage(async (page) => {
        form.service.sink.refuseWith({ code: 451, text: 'try later' });
        await typeForm(page);
        await page.keyboard.press('Enter');
        assert.equal(await waitForResult(page), ERROR_CODES.delivery_failed.message);
        assert.deepEqual(await valuesOf(page), { ...TYPED, _gotcha: '' });
        await expectAccessible(page);
        form.service.sink.refuseWith(undefined);
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

    for (const field of ['_redirect', 'redirect', '_next']) {
      it(
        `the ${framework} form goes to another origin's page named by ${field}, and says nothing else`,
        onPage(async (page) => {
          const thanks = await startThanksPage(page);
          try {
            await addHiddenField(page, field, thanks.url);
            const said = await listenToForm(page);
            await typeForm(page);
            await page.keyboard.press('Enter');
            await page.waitForURL(thanks.url);
            await page.getByRole('heading', { name: THANKS }).waitFor();
            await sleep(SECOND_MAIL);
            assert.equal(mails().length, 1);
            expectTyped(mails()[0]!);
            assert.equal(thanks.visits(), 1);
            assert.deepEqual(new Set(said).difference(new Set([SENT])), new Set());
          } finally {
            await thanks.close();
          }
        }),
      );
    }

    it(
      `the ${framework} form goes to the page of the form's settings`,
      onPage(async (page) => {
        const thanks = await startThanksPage(page);
        try {
          await form.set({ redirect: thanks.url });
          await typeForm(page);
          await page.keyboard.press('Enter');
          await page.waitForURL(thanks.url);
          assert.equal(mails().length, 1);
        } finally {
          await form.set({});
          await thanks.close();
        }
      }),
    );

    it(
      `the ${framework} form shows why a thanks page is refused (400), and stays`,
      onPage(async (page) => {
        await addHiddenField(page, '_redirect', 'javascript:alert(1)');
        await typeForm(page);
        await page.keyboard.press('Enter');
        assert.match(await waitForResult(page), /^The _redirect field must be an absolute https:/);
        assert.equal(page.url(), form.url);
        assert.equal(mails().length, 0);
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
          assert.equal(await waitForResult(page), text);
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
        form.service.sink.delay(1_500);
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

    if (!facts.worksWithoutScript) return;

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
  });
}
