import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { expectAccessible, startBrowser, type TestBrowser } from '../support/browser.ts';
import { fillIn, inboxWords, openForm, openInbox, pressOn, signIn } from './open-inbox.ts';
import { alert, button } from './open-start.ts';

const en = inboxWords('en');
const { composer } = en;
const PHONE = 375;

/** What the keyboard puts together below. */
const COMPOSED = [
  { name: 'name', label: 'Name', type: 'text', required: true, autocomplete: 'name' },
  { name: 'email', label: 'Email', type: 'email', required: true, autocomplete: 'email' },
  { name: 'order_number', label: 'Order number', type: 'text', maxlength: 10 },
  { name: 'message', label: 'Message', type: 'textarea', required: true },
  {
    name: 'topic',
    label: 'Topic',
    type: 'select',
    options: ['Sales', { value: 'it', label: 'Help' }],
  },
];

let browser: TestBrowser;

describe('the composer of fields', () => {
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());

  it('the composer adds, orders and names fields by keyboard, shows faults and saves, at /inbox', async (test) => {
    const inbox = await openInbox(browser, test, { scheme: 'dark', width: PHONE });
    const { page, problems, request } = inbox;
    const { form_id: formId, management_token: token } = await inbox.activeRoute();
    await signIn(inbox, page);
    await openForm(page);
    const part = page.locator('.composer');
    const said = page.locator('.unseen[role=status]');
    const { keyboard } = page;
    await pressOn(page, '.composer .add > button', 'Enter');
    await part.locator('.toggle:focus', { hasText: composer.kinds.name }).waitFor();
    const add = async (kind: 'choice' | 'text' | 'phone', label: string) => {
      await button(page, composer.kinds[kind]).focus();
      await keyboard.press('Enter');
      await part.getByLabel(composer.members.label).and(page.locator(':focus')).waitFor();
      // Enter does not save the settings while a form is put together.
      if (label !== '') await keyboard.type(`${label}\n`);
    };
    await add('choice', 'Topic');
    await part.getByLabel(composer.members.options).fill('Sales\nit | Help\n');
    await part.getByRole('group', { name: composer.preview }).getByLabel('Topic').waitFor();
    await add('text', 'Order number');
    await part.locator('li.open').getByRole('button', { name: composer.up }).focus();
    for (const place of ['4', '3']) {
      await keyboard.press('Enter');
      const values = { field: 'Order number', place, total: '5' };
      await said.getByText(fillIn(composer.moved, values)).waitFor();
    }
    await add('phone', '');
    await page.reload();
    await part.locator('li').nth(5).waitFor();
    const phone = part.locator('li').last();
    await phone.getByRole('button', { name: composer.remove }).press('Enter');
    await page.locator('button:focus', { hasText: composer.undo }).press('Enter');
    await phone.locator('.toggle:focus').waitFor();
    await phone.getByRole('button', { name: composer.remove }).press('Enter');
    await part.locator('li').nth(2).locator('.toggle').press('Enter');
    await part.locator('summary').press('Enter');
    const most = part.getByLabel(composer.more.maxlength);
    await most.fill('ten');
    await expectAccessible(page);
    await button(page, en.editor.save).click();
    await alert(page).getByText(en.errors.settings_invalid).waitFor();
    await most.and(page.locator(':focus[aria-invalid=true]')).waitFor();
    await part.locator('.field .fault').waitFor();
    await expectAccessible(page);
    const wide: number = await page.evaluate('document.documentElement.scrollWidth');
    assert.ok(wide <= PHONE, `the page is ${wide} px wide`);
    await most.fill('10');
    await button(page, en.editor.save).click();
    await page.locator('.notice.good').getByText(en.editor.saved).waitFor();
    const { json } = await request(`/v1/routes/${formId}/settings`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.deepEqual(json.settings, { fields: COMPOSED });
    // The fault above is the only one.
    assert.equal(problems.length, 1, problems.join('\n'));
  });
});
