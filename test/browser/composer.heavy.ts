import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { expectAccessible, startBrowser } from '../support/browser.ts';
import {
  fillIn,
  inboxWords,
  openForm,
  openGroups,
  openInbox,
  pressOn,
  signIn,
} from './open-inbox.ts';
import {
  alert,
  button,
  confirmInbox,
  create,
  makeForm,
  openStart,
  shownForm,
  shownToken,
  startWords,
} from './open-start.ts';

const en = inboxWords('en');
const starting = startWords('en');
const { composer } = en;
const PHONE = 375;

const required = true;
const NAME = { name: 'name', label: 'Name', type: 'text', required, autocomplete: 'name' };
const EMAIL = { name: 'email', label: 'Email', type: 'email', required, autocomplete: 'email' };
const MESSAGE = { name: 'message', label: 'Message', type: 'textarea', required };
const ORDER = { name: 'order_number', label: 'Order number', type: 'text' };
const TOPICS = ['Sales', { value: 'it', label: 'Help' }];
const TOPIC = { name: 'topic', label: 'Topic', type: 'select', options: TOPICS };
const EXTRAS = {
  name: 'extras',
  label: 'Extras',
  type: 'checkbox',
  required,
  options: ['Gift', 'Card'],
};

const browser = await startBrowser({ after });

it('the composer adds, orders and names fields by keyboard, shows faults and saves, at /inbox', async (test) => {
  const inbox = await openInbox(browser, test, { scheme: 'dark', width: PHONE });
  const { page, problems, request } = inbox;
  const { form_id: formId, management_token: token } = await inbox.activeRoute();
  await signIn(inbox, page);
  await openForm(page, ['code', 'fields']);
  await makeForm(page);
  const part = page.locator('.composer');
  const said = page.locator('.unseen[role=status]');
  const { keyboard } = page;
  await pressOn(page, '.composer .add > button', 'Enter');
  await part.locator('.toggle:focus', { hasText: composer.kinds.name }).waitFor();
  const add = async (kind: 'choice' | 'text' | 'phone', label: string) => {
    await button(page, composer.kinds[kind]).focus();
    await keyboard.press('Enter');
    await part.getByLabel(composer.members.label).and(page.locator(':focus')).waitFor();
    await keyboard.type(label);
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
  await openGroups(page, 'code', 'fields');
  await makeForm(page);
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
  const pattern = part.getByLabel(composer.more.pattern);
  const mended = String.raw`[\w\-]+`;
  await pattern.fill('[\\w-]+');
  await button(page, en.editor.save).click();
  await part.getByText(fillIn(en.faults['fields.pattern.mended'], { pattern: mended })).waitFor();
  await pattern.fill(mended);
  await button(page, en.editor.save).click();
  await page.locator('.notice.good').getByText(en.editor.saved).waitFor();
  await page.locator('pre.code', { hasText: 'name="order_number"' }).waitFor();
  const { json } = await request(`/v1/routes/${formId}/settings`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.deepEqual(json.settings, {
    fields: [NAME, EMAIL, { ...ORDER, maxlength: 10, pattern: mended }, MESSAGE, TOPIC],
  });
  // The faults above are the only ones.
  assert.equal(problems.length, 2, problems.join('\n'));
});

it('the composer makes a form with its own fields and without a challenge, and tests it, at /start', async (test) => {
  const start = await openStart(browser, test, { width: PHONE });
  const { page, request, sink } = start;
  const part = page.locator('.options');
  await part.locator('summary').first().press('Enter');
  await button(page, composer.begin).press('Enter');
  for (const label of ['Company', 'Order number']) {
    await button(page, composer.kinds.text).press('Enter');
    // Enter does not create the form while its fields are named.
    await page.keyboard.type(`${label}\n`);
    await part.getByLabel(composer.members.label).and(page.locator(':focus')).waitFor();
  }
  await button(page, composer.kinds.several).press('Enter');
  await page.keyboard.type('Extras');
  await part.getByLabel(composer.members.options).fill('Gift\nCard');
  await part.getByLabel(composer.members.required).press('Space');
  const order = part.locator('li').nth(4);
  await order.locator('.toggle').press('Enter');
  await order.getByRole('button', { name: composer.up }).press('Enter');
  await part.locator('.body summary').press('Enter');
  await part.getByLabel(composer.more.minlength).fill('two');
  await part.getByLabel(starting.options.challenge).press('Space');
  await expectAccessible(page);
  await create(start);
  await alert(page).getByText(en.errors.settings_invalid).waitFor();
  const least = part.getByLabel(composer.more.minlength);
  await least.and(page.locator(':focus[aria-invalid=true]')).waitFor();
  await least.fill('2');
  await button(page, starting.create.button).click();
  await confirmInbox(start);
  const authorization = `Bearer ${await shownToken(page)}`;
  const path = `/v1/routes/${await shownForm(page)}/settings`;
  const { json } = await request(path, { headers: { authorization } });
  const company = { name: 'company', label: 'Company', type: 'text' };
  const fields = [NAME, EMAIL, MESSAGE, { ...ORDER, minlength: 2 }, company, EXTRAS];
  assert.deepEqual(json.settings, { fields });

  await makeForm(page);
  const code = await page.locator('pre.code', { hasText: '<form' }).innerText();
  const at = fields.map(({ name }) => code.indexOf(`name="${name}"`));
  assert.ok(at[0] !== -1, code);
  assert.deepEqual(
    at,
    at.toSorted((one, other) => one - other),
    'the code has their order',
  );
  // The browser asks for what is required before anything is sent.
  await page.getByLabel('Order number').fill('A 7');
  await page.getByLabel('Name').fill('');
  await button(page, starting.test.button).click();
  await page.locator('form :invalid:focus').waitFor();
  await page.getByLabel('Name').fill('Ada');
  const gift = page.getByRole('group', { name: 'Extras' }).getByLabel('Gift');
  await gift.uncheck();
  await button(page, starting.test.button).click();
  await alert(page).getByText(en.errors.submission_invalid).waitFor();
  await gift.and(page.locator(':focus[aria-invalid=true]')).waitFor();
  await page.locator('fieldset .fault', { hasText: /./ }).waitFor();
  await expectAccessible(page);
  await gift.check();
  await button(page, starting.test.button).click();
  await page.getByText(starting.test.delivered).waitFor();
  assert.match(sink.mails.at(-1)?.email.text ?? '', /A 7/);
});
