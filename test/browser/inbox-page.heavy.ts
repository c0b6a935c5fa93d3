import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { LIMITS } from '../../src/contract/limits.ts';
import type { RouteResource } from '../../src/contract/schemas.ts';
import { expectAccessible, startBrowser, type TestBrowser } from '../support/browser.ts';
import { callWith } from '../support/inbox-session.ts';
import { OWNER } from '../support/service.ts';
import {
  askForLink,
  fillIn,
  inboxWords,
  limitToSite,
  linkIn,
  openForm,
  openInbox,
  openLabel,
  pressOn,
  signIn,
  type Inbox,
} from './open-inbox.ts';
import { alert, button, confirmInbox, create, openStart, shownForm } from './open-start.ts';

const en = inboxWords('en');
const SITE = 'https://example.com';
const THANKS = `${SITE}/thanks`;

let browser: TestBrowser;

/** Nothing is wider than the window, and axe-core finds nothing. */
async function expectFine(page: Page, width: number): Promise<void> {
  const wide: number = await page.evaluate('document.documentElement.scrollWidth');
  assert.ok(wide <= width, `the page is ${wide} px wide`);
  await expectAccessible(page);
}

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

/** The session that the tab keeps. */
const keptSession = (page: Page) =>
  page.evaluate<string>('JSON.parse(sessionStorage.getItem("letterslot-session")).session');

describe('the inbox page', () => {
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());

  for (const scheme of ['light', 'dark'] as const) {
    it(`the inbox page leads from a new form to its settings, website, counts and end, in ${scheme}`, async (test) => {
      const width = scheme === 'dark' ? 375 : 1200;
      const start = await openStart(browser, test, { scheme, width });
      const { sink, url } = start;
      await create(start);
      await confirmInbox(start);
      const formId = await shownForm(start.page);
      const opened = start.page.waitForEvent('popup');
      await start.page.getByRole('link', { name: en.test.inbox }).click();
      const page = await opened;
      const requested = new Set<string>();
      page.on('request', (request) => requested.add(new URL(request.url()).origin));
      await page.getByLabel(en.signIn.email).waitFor();
      await expectFine(page, width);
      await signIn(start, page);
      assert.equal(page.url(), `${url}/inbox`, 'the token is gone from the address bar');
      assert.deepEqual(await page.context().cookies(), []);
      await page.getByLabel(en.list.confirmNew).waitFor();
      await expectFine(page, width);

      await openForm(page);
      await page
        .getByRole('heading', { name: 'Contact form' })
        .and(page.locator(':focus'))
        .waitFor();
      await page.getByLabel(en.names.redirect).fill(THANKS);
      // The submissions below come faster than people write.
      await page.getByLabel(en.names.challenge).selectOption('off');
      await page.getByLabel(en.names.subject).fill('{name} – {form}');
      await page.getByText(`${en.preview.example.name} – Contact form`).waitFor();
      await page.locator('.preview').getByText(THANKS).waitFor();
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
      const counts = { delivered: '1', failed: '0', refused: '1' };
      await page.getByText(fillIn(en.list.counts, counts)).waitFor();
      await openForm(page);
      await page.getByText(`${en.counts.delivered}: 1`).waitFor();
      assert.equal(await page.getByLabel(en.names.origins).inputValue(), SITE);
      await button(page, en.test.button).click();
      await page.getByText(`${en.counts.delivered}: 2`).waitFor();
      assert.match(sink.mails.at(-1)?.email.subject ?? '', /^\[Test\] /);
      await page.locator('pre.code').first().waitFor();
      await expectFine(page, width);

      await button(page, en.manage.remove).click();
      await button(page, en.manage.removeNow).click();
      await page.getByText(en.list.none).waitFor();
      assert.equal((await start.submit(formId, { message: 'Hello' })).status, 404);
      assert.deepEqual([...requested], [url]);
    });
  }

  it('the inbox page keeps what was typed when others save first and when the session ends', async (test) => {
    let ahead = 0;
    const inbox = await openInbox(browser, test, {}, { now: () => Date.now() + ahead });
    const { page } = inbox;
    const route = await inbox.activeRoute();
    await signIn(inbox, page);
    await openForm(page);
    const subject = page.getByLabel(en.names.subject);
    await subject.fill('{name} {');
    await page.getByLabel(en.names.origins).fill('https://example.com\n\nnot an origin');
    await button(page, en.editor.save).click();
    await alert(page).getByText(en.errors.settings_invalid).waitFor();
    assert.equal(await subject.getAttribute('aria-invalid'), 'true');
    await page.locator('#subject:focus').waitFor();
    await page.locator('#origins-fault').getByText(`${en.fault.line} 2: `).waitFor();
    await expectAccessible(page);

    await page.getByLabel(en.names.origins).fill('');
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
    await openForm(page);
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
    await page.locator('#subject').waitFor();
    assert.equal(await origins.inputValue(), '');
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
    await confirmNew.waitFor();
    await pressOn(page, '#confirm-new-forms', 'Space');
    await page.getByRole('status').getByText(en.list.saved).waitFor();
    assert.ok(await confirmNew.isChecked());
    await page.evaluate('document.activeElement.blur()');
    await pressOn(page, '.forms a', 'Enter');
    await page.locator('h2:focus', { hasText: 'Contact form' }).waitFor();
    await page.locator('pre.code').first().waitFor();
    await pressOn(page, '.manage button', 'Enter');
    await page.locator('button:focus', { hasText: en.manage.restart }).waitFor();
    assert.equal((await submit(formId, { message: 'x' })).status, 409);
    await page.keyboard.press('Enter');
    await page.locator('button:focus', { hasText: en.manage.stop }).waitFor();
    assert.equal((await submit(formId, { message: 'x' })).status, 200);
    await page.getByLabel(en.manage.handOverTo).fill('client@example.org');
    await button(page, en.manage.handOver).click();
    await page.locator('.manage .notice', { hasText: 'client@example.org' }).waitFor();
    await page.reload();
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
    assert.deepEqual(inbox.problems, []);
  });
});
