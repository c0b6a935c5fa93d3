import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { expectAccessible, startBrowser } from '../support/browser.ts';
import { startFormSite } from '../support/form-site.ts';
import { startService } from '../support/service.ts';

const FORM = (action: string, fields: string, enctype = 'application/x-www-form-urlencoded') => `
  <form method="post" action="${action}" enctype="${enctype}">${fields}<button>Send</button></form>`;

const FIELDS = `
  <input name="name" value="Zoë"><input name="email" value="zoe@example.org">
  <textarea name="message">Hello\nthere</textarea>`;

const browser = await startBrowser({ after });

/** A service with an active form, and a website of another origin that shows it. */
async function formOnSite(test: TestContext) {
  const service = await startService(test);
  const site = await startFormSite(test);
  const { form_id } = await service.activeRoute();
  return { ...service, site, endpoint: `${service.url}/f/${form_id}` };
}

const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click();

describe('a plain HTML form in a browser', async () => {
  for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    it(`an HTML form delivers from another origin, as ${enctype}`, async (test) => {
      const { site, sink, endpoint } = await formOnSite(test);
      site.show(FORM(endpoint, FIELDS, enctype));
      const { page, problems } = await browser.visit({ javaScript: false });
      await page.goto(site.origin);
      await send(page);
      await page.getByRole('heading', { name: 'Message sent' }).waitFor();
      assert.equal(page.url(), endpoint);
      assert.equal(sink.mails.length, 1);
      const { email } = sink.mails[0]!;
      assert.match(email.text ?? '', /Name:\n\| {3}Zoë\n/);
      assert.match(email.text ?? '', /Message:\n\| {3}Hello\n\| {3}there\n/);
      assert.deepEqual(
        email.replyTo?.map(({ address }) => address),
        ['zoe@example.org'],
      );
      assert.deepEqual(problems, []);
    });

  it('the error page of an HTML form lets the visitor go back to it', async (test) => {
    const { site, endpoint } = await formOnSite(test);
    site.show(FORM(endpoint, '<input name="message">'));
    const { page } = await browser.visit();
    await page.goto(site.origin);
    await send(page);
    await page.getByRole('heading', { name: 'Nothing to send' }).waitFor();
    await page.goBack();
    assert.equal(page.url(), `${site.origin}/`);
  });

  it('an HTML form leads to the page it names', async (test) => {
    const { site, sink, endpoint } = await formOnSite(test);
    const thanks = 'https://shop.example/thanks?from=form';
    site.show(FORM(endpoint, `${FIELDS}<input name="_redirect" value="${thanks}">`));
    const { page } = await browser.visit();
    await page.goto(site.origin);
    const answer = page.waitForResponse(endpoint);
    const next = page.waitForRequest(thanks);
    await send(page);
    assert.equal((await answer).status(), 303);
    const request = await next;
    assert.equal(request.method(), 'GET');
    assert.equal(request.postData(), null);
    assert.equal((await request.allHeaders()).referer, undefined);
    assert.equal(sink.mails.length, 1);
  });

  it('an HTML form in a dry run shows the findings and sends nothing', async (test) => {
    const { site, sink, endpoint } = await formOnSite(test);
    const hidden = '<input type="hidden" name="_dry_run" value="true"><input name="_cc" value="x">';
    site.show(FORM(endpoint, FIELDS + hidden));
    const { page, problems, origins } = await browser.visit();
    await page.goto(site.origin);
    await send(page);
    await page.getByRole('heading', { name: 'Dry run: nothing was sent' }).waitFor();
    const terms = await page.getByRole('term').allInnerTexts();
    assert.deepEqual(terms.slice(-5), ['name', 'email', 'message', '_dry_run', '_cc']);
    await page.getByText('not_honoured: Formspree and FormSubmit').waitFor();
    await expectAccessible(page);
    assert.equal(sink.mails.length, 0);
    assert.equal(origins.size, 2);
    assert.deepEqual(problems, []);
  });

  it('a script of another origin can submit an HTML form', async (test) => {
    const { site, sink, endpoint } = await formOnSite(test);
    site.show('<h1>A website</h1>');
    const { page } = await browser.visit();
    await page.goto(site.origin);
    const answer: { success: boolean } = await page.evaluate(`fetch('${endpoint}', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'by fetch' }),
    }).then((response) => response.json())`);
    assert.equal(answer.success, true);
    assert.match(sink.mails[0]?.email.text ?? '', /by fetch/);
  });
});
