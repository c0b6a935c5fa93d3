import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import type { Page } from 'playwright-core';
import { expectAccessible, startBrowser } from '../support/browser.ts';
import { callWith, sessionOf } from '../support/inbox-session.ts';
import { OWNER } from '../support/service.ts';
import { until } from '../support/until.ts';
import {
  askForLink,
  fillIn,
  inboxWords,
  limitToSite,
  linkIn,
  openForm,
  openGroups,
  openInbox,
  openLabel,
  openParts,
  pressOn,
  signIn,
} from './open-inbox.ts';
import { button, confirmInbox, create, openStart, shownForm, startWords } from './open-start.ts';

const en = inboxWords('en');
const SITE = 'https://example.com';
const THANKS = `${SITE}/thanks`;

const browser = await startBrowser({ after });

/** Nothing is wider than the window, and axe-core finds nothing. */
async function expectFine(page: Page, width: number): Promise<void> {
  const wide: number = await page.evaluate('document.documentElement.scrollWidth');
  assert.ok(wide <= width, `the page is ${wide} px wide`);
  await expectAccessible(page);
}

/** The session that the tab keeps. */
const keptSession = (page: Page) =>
  page.evaluate<string>('JSON.parse(sessionStorage.getItem("letterslot-session")).session');

for (const scheme of ['light', 'dark'] as const)
  it(`the inbox page leads from a new form to its settings, website, counts and end, in ${scheme}`, async (test) => {
    const width = scheme === 'dark' ? 375 : 1200;
    const start = await openStart(browser, test, { scheme, width });
    const { sink, url } = start;
    await create(start);
    await confirmInbox(start);
    const formId = await shownForm(start.page);
    const opened = start.page.waitForEvent('popup');
    await start.page.getByRole('link', { name: startWords('en').create.manage }).click();
    const page = await opened;
    const requested = new Set<string>();
    page.on('request', (request) => requested.add(new URL(request.url()).origin));
    await page.getByLabel(en.signIn.email).waitFor();
    await expectFine(page, width);
    await signIn(start, page);
    assert.equal(page.url(), `${url}/inbox`, 'the token is gone from the address bar');
    assert.deepEqual(await page.context().cookies(), []);
    await openParts(page, 'inbox-settings');
    await page.getByLabel(en.list.confirmNew).waitFor();
    await expectFine(page, width);

    await openForm(page, ['emails', 'after', 'spam']);
    await page.getByLabel(en.names.redirect).fill(THANKS);
    // The submissions below come faster than people write.
    await page.getByLabel(en.names.challenge).selectOption('off');
    await page.getByLabel(en.names.subject).fill('{name} – {form}');
    await page.getByText(`${en.preview.example.name} – Contact form`).waitFor();
    await page.locator('.preview').getByText(THANKS).waitFor();
    await page.getByText(fillIn(en.editor.changes, { count: '3' })).waitFor();
    await button(page, en.editor.save).click();
    await page.locator('.notice.good').getByText(en.editor.saved).waitFor();

    const send = (origin: string) =>
      start.submit(
        formId,
        { name: 'Grace', message: `Hello from ${origin}` },
        { accept: 'text/html', origin },
      );
    assert.equal((await send(SITE)).headers.get('location'), THANKS);
    assert.equal(sink.mails.at(-1)?.email.subject, 'Grace – Contact form');
    await limitToSite(page, start);
    assert.equal((await send('https://elsewhere.example')).status, 403);

    await page.getByRole('link', { name: en.view.back }).click();
    const row = page.getByRole('row', { name: 'Contact form' });
    const refused = fillIn(en.list.refused, { count: '1' });
    await row.filter({ hasText: refused }).waitFor();
    assert.equal(await row.getByRole('cell').last().innerText(), `1\n${refused}`);
    await openForm(page, ['code', 'danger']);
    await page.getByText(`${en.counts.delivered}: 1`).waitFor();
    await page.getByText(en.counts.table).click();
    await page.getByText(`1 × ${en.counts.reasons.origin_not_allowed}`).waitFor();
    assert.equal(await page.getByLabel(en.names.origins).inputValue(), SITE);
    await button(page, en.test.button).click();
    await page.getByText(`${en.counts.delivered}: 2`).waitFor();
    // As the mail of a visitor, with a sample for each field.
    assert.equal(sink.mails.at(-1)?.email.subject, '[Test] Ada Lovelace – Contact form');
    const own = page.getByRole('link', { name: en.test.own });
    assert.equal(await own.getAttribute('href'), `start#form=${formId}`);
    await page.getByText('/form.js').waitFor();
    await expectFine(page, width);

    await button(page, en.manage.remove).click();
    await page.getByText(fillIn(en.manage.removeQuestion, { form: 'Contact form' })).waitFor();
    await button(page, en.manage.removeNow).click();
    await page.getByText(en.list.none).waitFor();
    assert.equal((await start.submit(formId, { message: 'Hello' })).status, 404);
    assert.deepEqual([...requested], [url]);
  });

it('the inbox page stops and starts a form, makes a token and has new forms wait, by keyboard', async (test) => {
  const inbox = await openInbox(browser, test);
  const { page, request, submit } = inbox;
  const { form_id: formId, management_token: old } = await inbox.activeRoute();
  await askForLink(inbox, page);
  await page.goto(linkIn(inbox));
  await page.locator('button:focus', { hasText: openLabel() }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText(en.signIn.opened).waitFor();
  const confirmNew = page.getByLabel(en.list.confirmNew);
  await page.locator('#inbox-settings').waitFor();
  await pressOn(page, '#inbox-settings > summary', 'Enter');
  await confirmNew.waitFor();
  await pressOn(page, '#confirm-new-forms', 'Space');
  await page.getByRole('status').getByText(en.list.saved).waitFor();
  assert.ok(await confirmNew.isChecked());
  await page.evaluate('document.activeElement.blur()');
  await pressOn(page, '.forms a', 'Enter');
  await page.locator('h2:focus', { hasText: 'Contact form' }).waitFor();
  await pressOn(page, '#group-danger > summary', 'Enter');
  await button(page, en.manage.stop).press('Enter');
  await page.locator('.head .state').getByText(en.states.stopped).waitFor();
  await page.locator('h2:focus', { hasText: 'Contact form' }).waitFor();
  assert.equal((await submit(formId, { message: 'x' })).status, 409);
  assert.equal(await button(page, en.manage.pause).count(), 0, 'it has one state and one action');
  await pressOn(page, '.head .notice button', 'Enter');
  await page.locator('.head .state').getByText(en.states.active).waitFor();
  await page.locator('h2:focus', { hasText: 'Contact form' }).waitFor();
  assert.equal((await submit(formId, { message: 'x' })).status, 200);
  await page.getByLabel(en.manage.handOverTo).fill('client');
  await button(page, en.manage.handOver).click();
  await page.locator('#hand-over-to[aria-invalid=true]:focus').waitFor();
  await page.getByLabel(en.manage.handOverTo).fill('client@example.org');
  await button(page, en.manage.handOver).click();
  await page.locator('.manage .notice', { hasText: 'client@example.org' }).waitFor();
  await page.reload();
  await page.getByText(en.says.handOver).waitFor();
  await openGroups(page, 'danger');
  await page.locator('.manage .notice', { hasText: 'client@example.org' }).waitFor();
  await button(page, en.manage.handOverWithdraw).press('Enter');
  await page.locator('button:focus', { hasText: en.manage.handOver }).waitFor();
  assert.equal(await button(page, en.manage.handOverWithdraw).count(), 0);
  await button(page, en.manage.newToken).click();
  const token = await page.locator('#token').innerText();
  const remove = (bearer: string | undefined) =>
    request(`/v1/routes/${formId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${bearer}` },
    });
  assert.equal((await remove(old)).status, 403);
  assert.equal((await remove(token)).status, 200);
  await page.reload();
  await page.getByText(en.list.none).waitFor();
  const other = await inbox.create({ alias: 'Another' });
  assert.equal(other.json.status, 'pending_verification', 'the switch was on');
  const session = await keptSession(page);
  await button(page, en.list.leave).click();
  await page.getByLabel(en.signIn.email).waitFor();
  assert.equal(await page.evaluate('sessionStorage.length'), 0);
  const list = await callWith(inbox, 'GET', '/v1/inbox/routes', { bearer: session });
  assert.equal(list.json.error, 'session_invalid', 'no copy of the session works');
  // Chromium reports the refused address.
  const problems = inbox.problems.filter((text) => !text.startsWith('Failed to load'));
  assert.deepEqual(problems, []);
});

it('the list finds and sorts many forms, says why some deliver nothing, and leads to a new one with the address', async (test) => {
  const inbox = await openInbox(browser, test, { width: 1280, height: 800 });
  const { page } = inbox;
  await inbox.activeRoute();
  const bearer = sessionOf(inbox, OWNER);
  for (let number = 1; number <= 5; number += 1) {
    const settings = number === 1 ? { origins: ['https://shop.example.com'] } : { paused: true };
    const { json } = await inbox.create({ alias: 'Same name', settings });
    const stop = { bearer, body: {} };
    if (number === 3) await callWith(inbox, 'POST', `/v1/routes/${json.form_id}/stop`, stop);
  }
  await signIn(inbox, page);
  assert.match(await page.title(), new RegExp(OWNER));
  const link = page.getByRole('link', { name: en.list.create });
  const { y = 800 } = (await link.boundingBox()) ?? {};
  assert.ok(y < 800);
  const items = page.locator('.forms tbody tr');
  const search = page.getByLabel(en.list.search);
  await search.fill(en.states.stopped);
  await items.filter({ hasText: 'Same name' }).filter({ hasText: en.states.stopped }).waitFor();
  assert.equal(await items.count(), 1);
  await page.getByText(fillIn(en.list.shown, { shown: '1', total: '6' })).waitFor();
  await search.fill('shop.example');
  await items.getByRole('cell', { name: 'shop.example.com' }).waitFor();
  await search.fill('nothing like this');
  await page.getByText(en.list.noMatch).waitFor();
  await search.fill('');
  await page.locator('.found:empty').waitFor({ state: 'attached' });
  await page.getByLabel(en.list.sort).selectOption('name');
  // Only what is unusual is said: its state, or what was refused.
  assert.match(await items.first().innerText(), /^Contact form\s+None yet\s+0$/);
  await expectAccessible(page);
  await link.click();
  await page.waitForURL(/\/start#email=/);
  const isFilled = () => page.locator('#email').inputValue();
  await until('the address', async () => (await isFilled()) === OWNER);
});
