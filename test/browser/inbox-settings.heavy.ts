import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import type { RouteResource } from '../../src/contract/schemas.ts';
import { expectAccessible, startBrowser } from '../support/browser.ts';
import { OWNER } from '../support/service.ts';
import {
  askForLink,
  fillIn,
  inboxWords,
  linkIn,
  openForm,
  openGroups,
  openInbox,
  openLabel,
  signIn,
  type Inbox,
} from './open-inbox.ts';
import { alert, button } from './open-start.ts';

const en = inboxWords('en');
const PHONE = 375;

const browser = await startBrowser({ after });

/** Replaces the settings as the holder of the management token. */
const putAsHolder = (
  { request }: Inbox,
  { form_id: formId, management_token: token }: RouteResource,
  settings: object,
) =>
  request(`/v1/routes/${formId}/settings`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  });

it('the inbox page keeps what was typed when others save first and when the session ends', async (test) => {
  let ahead = 0;
  const inbox = await openInbox(browser, test, {}, { now: () => Date.now() + ahead });
  const { page } = inbox;
  const route = await inbox.activeRoute();
  await signIn(inbox, page);
  await openForm(page, ['emails', 'after', 'spam']);
  const subject = page.getByLabel(en.names.subject);
  await subject.fill('{name} {');
  await page.getByLabel(en.names.origins).fill('https://example.com\n\nnot an origin');
  await page.locator('#group-emails > summary').click();
  await button(page, en.editor.save).click();
  await alert(page).getByText(en.errors.settings_invalid).waitFor();
  assert.equal(await subject.getAttribute('aria-invalid'), 'true');
  await page.locator('#subject:focus').waitFor();
  const second = fillIn(en.line, { number: '2' });
  await page
    .locator('#origins-fault')
    .getByText(`${second} ${en.faults['origins.item']}`)
    .waitFor();
  await expectAccessible(page);

  await page.getByLabel(en.names.origins).fill('');
  const most = LIMITS.templateCodePoints;
  await subject.fill('x'.repeat(most + 1));
  assert.equal(await page.locator('.settings .fault').count(), 0, 'all were changed');
  await button(page, en.editor.save).click();
  await page.getByText(fillIn(en.faults.tooLong, { most: String(most) })).waitFor();
  await subject.fill('{name} wrote');
  const saved = await putAsHolder(inbox, route, { success_message: 'Thank you!' });
  assert.equal(saved.status, 200);
  await button(page, en.editor.save).click();
  await alert(page).getByText(en.errors.settings_changed).waitFor();
  assert.equal(await subject.inputValue(), '{name} wrote');
  const message = page.getByLabel(en.names.success_message);
  assert.equal(await message.inputValue(), 'Thank you!', 'what others saved is shown');

  ahead = (LIMITS.sessionMinutes + 1) * 60_000;
  await button(page, en.editor.save).click();
  const over = page.getByRole('heading', { name: en.signIn.over });
  await over.and(page.locator(':focus')).waitFor();
  assert.equal(await page.getByLabel(en.signIn.email).inputValue(), OWNER);
  // The mail's link opens a tab of its own, which passes the session on.
  await askForLink(inbox, page);
  const tab = await page.context().newPage();
  await tab.goto(linkIn(inbox));
  await button(tab, openLabel()).click();
  await subject.waitFor();
  assert.equal(await subject.inputValue(), '{name} wrote');
  await button(page, en.editor.save).click();
  await page.locator('.notice.good').getByText(en.editor.saved).waitFor();
});

it('the inbox page shows a change that waits for the owner, who takes it over', async (test) => {
  const inbox = await openInbox(browser, test);
  const { page } = inbox;
  const route = await inbox.activeRoute();
  await putAsHolder(inbox, route, { origins: ['https://example.com'] });
  const { json } = await putAsHolder(inbox, route, { subject: '{form}' });
  assert.deepEqual(json.proposed, { subject: '{form}' });
  await signIn(inbox, page);
  await openForm(page, ['spam']);
  const origins = page.getByLabel(en.names.origins);
  assert.equal(await origins.inputValue(), 'https://example.com');
  await page.getByText(en.editor.proposed).waitFor();
  await expectAccessible(page);
  await button(page, en.editor.take).click();
  assert.equal(await origins.inputValue(), '');
  await button(page, en.editor.save).click();
  await page.locator('.notice.good').getByText(en.editor.saved).waitFor();
  assert.equal(await page.getByText(en.editor.proposed).count(), 0);
  await page.reload();
  await openGroups(page, 'spam');
  assert.equal(await origins.inputValue(), '');
});

it('/inbox says in one line what each group has, counts what is not saved, and discards it', async (test) => {
  const inbox = await openInbox(browser, test, { width: 1280, height: 800 });
  const { page } = inbox;
  const route = await inbox.activeRoute();
  await putAsHolder(inbox, route, { origins: ['https://example.com'], challenge: 'always' });
  await signIn(inbox, page);
  await openForm(page);
  const { y = 0, height = 0 } = (await page.locator('#group-danger > summary').boundingBox()) ?? {};
  assert.ok(y + height <= 800, 'all groups are on the first screen');
  const says = (group: string) => page.locator(`#group-${group} .says`).innerText();
  assert.equal(await says('emails'), en.says.emails);
  assert.match(await says('spam'), /^https:\/\/example\.com · .*For every submission$/);
  await openGroups(page, 'emails', 'after');
  await page.getByLabel(en.names.subject).fill('{name}');
  await page.getByText(en.editor.change, { exact: true }).waitFor();
  await page.getByLabel(en.names.success_message).fill('Thank you!');
  await page.getByText(fillIn(en.editor.changes, { count: '2' })).waitFor();
  await expectAccessible(page);
  await button(page, en.editor.discard).press('Enter');
  await page.locator('.savebar p:focus', { hasText: en.editor.discarded }).waitFor();
  assert.equal(await page.getByLabel(en.names.subject).inputValue(), '{name} · {form}');
  await page.reload();
  await page.locator('#group-emails').waitFor();
  assert.equal(await says('emails'), en.says.emails);
  assert.equal(await page.locator('.savebar').count(), 0);
});

it('a form is paused and delivers again with one button, which leaves what is typed unsaved, and gets another name', async (test) => {
  const inbox = await openInbox(browser, test);
  const { page, submit } = inbox;
  const route = await inbox.activeRoute();
  await putAsHolder(inbox, route, { paused: true, language: 'de' });
  await signIn(inbox, page);
  await openForm(page, ['emails']);
  await page.locator('.head .state').getByText(en.states.paused).waitFor();
  await page.getByLabel(en.names.subject).fill('{name}');
  await button(page, en.manage.resume).press('Enter');
  await page.locator('h2:focus').waitFor();
  await page.locator('.head .state').getByText(en.states.active).waitFor();
  await page.getByText(en.editor.change, { exact: true }).waitFor();
  await page.getByLabel(en.names.name).fill('Bookings');
  await page.locator('.preview').getByText('Ada Lovelace via Bookings').waitFor();
  assert.equal(await page.getByLabel(en.names.subject).inputValue(), '{name}');
  assert.equal(await page.locator('#language').inputValue(), 'de');
  assert.equal((await submit(route.form_id, { message: 'x' })).status, 200);
  await button(page, en.manage.pause).press('Enter');
  await page.locator('.head .state').getByText(en.states.paused).waitFor();
  assert.equal((await submit(route.form_id, { message: 'x' })).status, 409);
  await button(page, en.editor.save).click();
  await page.getByRole('heading', { name: 'Bookings', level: 2 }).waitFor();
  assert.match(await page.title(), /^Bookings · /);
  await page.getByRole('link', { name: en.view.back }).click();
  await page.getByRole('link', { name: 'Bookings' }).waitFor();
});

it('access keys are made, shown once and ended by keyboard, in /inbox', async (test) => {
  const inbox = await openInbox(browser, test, { scheme: 'dark', width: PHONE });
  const { page } = inbox;
  const { form_id: formId } = await inbox.activeRoute();
  await signIn(inbox, page);
  await openForm(page, ['spam']);
  const { access: text } = en.editors;
  const name = page.getByLabel(text.name);
  const make = (called: string) =>
    name.fill(called).then(() => button(page, text.make).press('Enter'));
  const send = async (secret = '') => {
    const headers = secret === '' ? {} : { authorization: `Bearer ${secret}` };
    return (await inbox.submit(formId, { message: 'Hello' }, headers)).status;
  };

  await page.getByText(text.none).waitFor();
  await make('');
  await page.locator('#key-name:focus').waitFor();
  await page.locator('#key-name-fault', { hasText: en.faults.empty }).waitFor();
  await page.getByLabel(en.names.access).selectOption('key');
  await page.getByText(text.noKey).waitFor();
  await make('Website');
  await page.getByRole('listitem').filter({ hasText: 'Website' }).waitFor();
  const secret = await page.locator('#key-secret').innerText();
  assert.match(secret, /^lsk_/);
  await expectAccessible(page);
  await button(page, en.editor.save).click();
  await page.locator('.notice.good').getByText(en.editor.saved).waitFor();
  assert.deepEqual([await send(), await send(secret)], [401, 200]);
  assert.doesNotMatch(String(await page.evaluate('JSON.stringify({ ...sessionStorage })')), /lsk_/);

  for (const called of ['Two', 'Three', 'Four', 'Five']) {
    await make(called);
    await page.getByRole('listitem').filter({ hasText: called }).waitFor();
  }
  await page.getByText(text.full).waitFor();
  await page.getByText(fillIn(text.secret, { name: 'Five' })).waitFor();
  await page.reload();
  await openGroups(page, 'spam');
  const end = button(page, `${text.end}: Website`);
  await end.press('Enter');
  await button(page, en.manage.keep).press('Enter');
  await end.press('Enter');
  await page.getByText(fillIn(text.endQuestion, { name: 'Website' })).waitFor();
  assert.equal(await page.locator('#key-secret').count(), 0);
  await expectAccessible(page);
  await button(page, text.endNow).press('Enter');
  await page.locator('#key-name:focus').waitFor();
  assert.equal(await page.getByRole('listitem').filter({ hasText: 'Website' }).count(), 0);
  assert.equal(await send(secret), 401);
  const wide: number = await page.evaluate('document.documentElement.scrollWidth');
  assert.ok(wide <= PHONE, `the page is ${wide} px wide`);
});
