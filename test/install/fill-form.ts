import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { quoteFactsText, showCommonNames } from '../../src/mail/quoted-facts.ts';
import type { ReceivedMail } from '../support/smtp-sink.ts';

/** What a visitor types, with what markup and encodings could trip over. */
export const TYPED = {
  name: 'Ada "Countess" Løvelace <3',
  email: 'ada@example.com',
  message: "First line\nSecond & last, it's {{done}}",
};

const ACTIVE = `(() => {
  const { name, type, role, tagName } = document.activeElement;
  return name || type || role || tagName;
})()`;

const VALUES = `Object.fromEntries(
  [...document.querySelector('form').elements].filter(({ name }) => name).map(({ name, value }) => [name, value]),
)`;

/** The focused element: a field's name, `submit`, a role, or BODY. */
export const focused = (page: Page) => page.evaluate<string>(ACTIVE);

/** The value of every named field, the trap too. */
export const valuesOf = (page: Page) => page.evaluate<Record<string, string>>(VALUES);

/** Fills the form with the keyboard alone, from wherever the focus is to the button. */
export async function typeForm(page: Page): Promise<void> {
  for (const [field, text] of Object.entries(TYPED)) {
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), field);
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Tab');
  assert.equal(await focused(page), 'submit');
}

/** Waits for the form's message; asserts that it has the focus and nothing is disabled. */
export async function waitForResult(page: Page): Promise<string> {
  const status = page.getByRole('status');
  await status.filter({ hasText: /\S/ }).waitFor();
  // React moves the focus just after the text is there.
  await page.waitForFunction(`document.activeElement.role === 'status'`);
  await page.getByRole('button', { name: 'Send', exact: true, disabled: false }).waitFor();
  return (await status.innerText()).trim();
}

/** Asserts that a mail has exactly the typed fields. */
export function expectTyped({ email }: ReceivedMail): void {
  const facts = Object.entries(TYPED).map(([label, value]) => ({ label, value }));
  const text = (email.text ?? '').replaceAll('\r\n', '\n');
  // Skips origin and date above the fields, and a note about repeats, which these tests cause.
  const body = text.split('\n-- \n', 1)[0]?.replace(/^[^|]+\n\n/, '') ?? '';
  assert.equal(body.trim(), quoteFactsText(showCommonNames(facts, 'en')).trim());
  assert.deepEqual(
    email.replyTo?.map(({ address }) => address),
    [TYPED.email],
  );
}
