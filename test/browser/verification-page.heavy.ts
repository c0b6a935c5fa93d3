import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { expectGoodPage, SERVED, type PageExpectation } from '../support/page-checks.ts';
import { OWNER, startService } from '../support/service.ts';

const DAY = 24 * 60 * 60 * 1000;
const ALIAS = 'Shop <b>contact</b> "form"';

const browser = await startBrowser({ after });

/** A service with a pending route, its verification page and a clock that can be moved. */
async function pendingRoute(test: TestContext) {
  let ahead = 0;
  const service = await startService(test, {}, { now: () => Date.now() + ahead });
  const { json: route } = await service.create({ alias: ALIAS });
  const token = service.verificationToken();
  const url = `${service.url}/v1/routes/verify?token=${encodeURIComponent(token)}`;
  return { ...service, route, token, link: url, forward: (by: number) => void (ahead += by) };
}

const expectPage = (open: Parameters<typeof expectGoodPage>[1], expected: PageExpectation) =>
  expectGoodPage(browser, open, expected, SERVED);

describe('the verification page in a browser', async () => {
  it('the verification page asks with one button', async (test) => {
    const { url, link } = await pendingRoute(test);
    const title = 'Deliver this form to your inbox?';
    await expectPage((page) => page.goto(link), {
      title,
      stops: ['button'],
      origin: url,
    });
  });

  it('the verification page shows who wrote the name, as text', async (test) => {
    const { link, route } = await pendingRoute(test);
    const { page } = await browser.visit();
    await page.goto(link);
    const facts = await page.locator('dl').innerText();
    assert.ok(facts.includes(`Name chosen by the requester\n“${ALIAS}”`), facts);
    assert.ok(facts.includes(OWNER) && facts.includes(route.endpoint_url ?? route.form_id));
    assert.equal(await page.locator('b').count(), 0);
  });

  for (const javaScript of [true, false])
    it(`the verification page confirms on a click ${javaScript ? 'with' : 'without'} JavaScript`, async (test) => {
      const { request, link, route } = await pendingRoute(test);
      const { page, problems } = await browser.visit({ javaScript });
      await page.goto(link);
      const opened = await request(`/v1/routes/${route.form_id}`);
      assert.equal(opened.json.status, 'pending_verification', 'opening the page changes nothing');
      await page.getByRole('button', { name: 'Confirm this form' }).click();
      await page.getByRole('heading', { name: 'The form is active' }).waitFor();
      const confirmed = await request(`/v1/routes/${route.form_id}`);
      assert.equal(confirmed.json.status, 'active');
      assert.deepEqual(problems, []);
    });

  it('the page after a confirmation leads to code and test, without JavaScript', async (test) => {
    const { link, sink, confirm, token, route } = await pendingRoute(test);
    await confirm(token);
    const { page, problems } = await browser.visit({ javaScript: false, locale: 'de' });
    await page.goto(link);
    const code = page.getByRole('link', { name: 'Code holen' });
    assert.match((await code.getAttribute('href')) ?? '', new RegExp(`#form=${route.form_id}$`));
    assert.equal(await page.locator('a[href="../../inbox"]').count(), 1);
    await page.getByRole('button', { name: 'Test senden' }).click();
    await page.getByRole('heading', { name: 'Nachricht gesendet' }).waitFor();
    const { email } = sink.mails.at(-1)!;
    assert.match(email.subject ?? '', /^\[Test\]/);
    // In the language of the form, as it will be for visitors.
    assert.match(email.text ?? '', /this is a test of my new form/i);
    assert.deepEqual(problems, []);
  });

  it('the verification page confirms with the keyboard alone', async (test) => {
    const { link } = await pendingRoute(test);
    const { page } = await browser.visit();
    await page.goto(link);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'The form is active' }).waitFor();
  });

  it('the verification page says when the form is active already', async (test) => {
    const { url, link, token, confirm } = await pendingRoute(test);
    await confirm(token);
    await expectPage((page) => page.goto(link), {
      title: 'The form is active',
      origin: url,
    });
  });

  it('the verification page says when the link has expired, without a button', async (test) => {
    const { url, link, forward } = await pendingRoute(test);
    forward(DAY);
    await expectPage((page) => page.goto(link), {
      title: 'Link expired',
      origin: url,
    });
    const { page } = await browser.visit();
    await page.goto(link);
    assert.equal(await page.locator('button').count(), 0);
  });

  it('the verification page says when the link expired between opening and clicking', async (test) => {
    const { url, link, forward } = await pendingRoute(test);
    const open = async (page: Page) => {
      await page.goto(link);
      forward(DAY);
      await page.getByRole('button').click();
      forward(-DAY);
    };
    await expectPage(open, { title: 'Link expired', origin: url });
  });

  it('the verification page says when the form is gone', async (test) => {
    const { url, link, route, request } = await pendingRoute(test);
    const headers = { authorization: `Bearer ${route.management_token}` };
    await request(`/v1/routes/${route.form_id}`, { method: 'DELETE', headers });
    await expectPage((page) => page.goto(link), {
      title: 'This form no longer exists',
      origin: url,
    });
  });

  it('the verification page says when the link is damaged', async (test) => {
    const { url, link } = await pendingRoute(test);
    await expectPage((page) => page.goto(link.slice(0, -5)), {
      title: 'Link not valid',
      origin: url,
    });
  });
});
