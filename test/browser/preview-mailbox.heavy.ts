import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startBrowser, expectAccessible } from '../support/browser.ts';
import { startFormSite } from '../support/form-site.ts';
import { expectGoodPage } from '../support/page-checks.ts';
import { OWNER, startService } from '../support/service.ts';

const VERIFICATION = 'Letterslot · Confirm this inbox for a new form';
const SUBMISSION = 'New submission: Contact form';
const MARKUP = '<img src="https://elsewhere.example/x.png"><script>alert(1)</script>';

const browser = await startBrowser({ after });
const service = await startService({ after }, { SMTP_URL: '', MAIL_FROM: '' });
let formId: string;

const mailbox = (page: Page) => page.goto(`${service.url}/preview`);
const openMail = (subject: string) => async (page: Page) => {
  await mailbox(page);
  await page.getByRole('link', { name: subject }).click();
  await page.getByRole('heading', { name: subject }).first().waitFor();
};

it('the preview mailbox is empty at first', async () => {
  await expectGoodPage(browser, mailbox, {
    title: 'Preview mailbox',
    origin: service.url,
    scripts: 1,
  });
  const { page } = await browser.visit();
  await mailbox(page);
  assert.match(await page.locator('main').innerText(), /No mail yet/);
});

it('the preview mailbox leads from the verification mail to an active form and its first mail', async () => {
  const created = await service.create();
  formId = created.json.form_id;
  const { page, problems } = await browser.visit({ javaScript: false });
  await openMail(VERIFICATION)(page);
  const inFrame = page.frameLocator('iframe');
  const popup = page.waitForEvent('popup');
  await inFrame.getByRole('link', { name: 'Review and confirm' }).click();
  const opened = await popup;
  await opened.getByRole('button', { name: 'Confirm this form' }).click();
  await opened.getByRole('heading', { name: 'The form is active' }).waitFor();
  await service.submit(formId, { email: 'zoe@example.org', message: MARKUP, _format: 'json' });
  await page.getByRole('link', { name: 'All mails' }).click();
  assert.equal(await page.locator('.mails li').count(), 2);
  assert.match(await page.locator('.mails li').first().innerText(), /^New submission/);
  assert.deepEqual(problems, []);
});

it('the preview mailbox lists mails', () =>
  expectGoodPage(browser, mailbox, {
    title: 'Preview mailbox',
    stops: ['.mails li:first-child .subject', '.mails li:last-child .subject', '.cut a'],
    origin: service.url,
    scripts: 1,
  }));

for (const title of [VERIFICATION, SUBMISSION])
  it(`the preview mailbox shows the mail “${title}”`, () =>
    expectGoodPage(browser, openMail(title), {
      title,
      stops: ['.bar a', '.bar a[href$=raw]', 'pre'],
      origin: service.url,
    }));

it('the preview mailbox shows new mails by itself and keeps the focus', async () => {
  const { page, problems, origins } = await browser.visit({ width: 375 });
  await mailbox(page);
  const subject = page.locator('.mails li:first-child .subject');
  const href = await subject.getAttribute('href');
  await subject.focus();
  await page.evaluate('window.stayed = true');
  await service.submit(formId, { message: 'Hello again', _subject: 'Again' });
  await page.locator('.mails li:nth-child(3)').waitFor();
  assert.equal(await page.locator('#count').innerText(), '3 mails');
  assert.equal(await page.evaluate('document.activeElement.getAttribute("href")'), href);
  assert.equal(await page.evaluate('window.stayed'), true, 'the page was not loaded again');
  assert.deepEqual(problems, []);
  assert.deepEqual([...origins], [service.url]);
});

it('the preview mailbox names the form of each mail', async () => {
  const { page } = await browser.visit();
  await mailbox(page);
  assert.deepEqual(await page.locator('.mails code').allInnerTexts(), [formId, formId, formId]);
});

it('the preview mailbox has a short cut from a verification mail to its page', async () => {
  const { page } = await browser.visit();
  await mailbox(page);
  await page.getByRole('link', { name: 'Confirm', exact: true }).click();
  await page.getByRole('heading', { name: 'The form is active' }).waitFor();
  await openMail(VERIFICATION)(page);
  await page.getByRole('link', { name: 'Confirm', exact: true }).click();
  await page.getByRole('heading', { name: 'The form is active' }).waitFor();
});

it('the preview mailbox shows the raw message as text', async () => {
  const mail = service.service.preview?.list().at(-1);
  const answer = await fetch(`${service.url}/preview/${mail?.id}/raw`);
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.equal(answer.headers.get('access-control-allow-origin'), null);
  assert.match(await answer.text(), /^[\w-]+: [^]*\r\nContent-Type: multipart\/alternative/);
});

it('the preview mailbox makes the link in the text part clickable', async () => {
  const { page } = await browser.visit();
  await openMail(VERIFICATION)(page);
  await page.locator('pre a', { hasText: '/v1/routes/verify?token=' }).click();
  await page.getByRole('heading', { name: 'The form is active' }).waitFor();
});

it('the preview mailbox shows addresses and the attachment', async () => {
  const { page } = await browser.visit();
  await openMail(SUBMISSION)(page);
  const facts = await page.locator('dl').innerText();
  assert.ok(facts.includes(OWNER) && facts.includes('zoe@example.org'), facts);
  const attachment = page.getByRole('region', { name: 'Attachment submission.json' });
  assert.deepEqual(JSON.parse(await attachment.innerText()), {
    email: 'zoe@example.org',
    message: MARKUP,
  });
});

it('the preview mailbox shows visitor markup as text, in a frame without script', async () => {
  const { page, problems, origins } = await browser.visit();
  await openMail(SUBMISSION)(page);
  const frame = page.frameLocator('iframe');
  assert.match(await frame.locator('body').innerText(), /<script>alert\(1\)/);
  assert.equal(await frame.locator('img, script').count(), 0);
  const sandbox = (await page.locator('iframe').getAttribute('sandbox')) ?? '';
  assert.doesNotMatch(sandbox, /allow-(scripts|same-origin|forms|top-navigation)/);
  assert.deepEqual(problems, []);
  assert.deepEqual([...origins], [service.url]);
});

for (const scheme of ['light', 'dark'] as const)
  it(`the preview mailbox is accessible and fits a phone, ${scheme}`, async () => {
    for (const { email } of service.service.preview?.list() ?? []) {
      const { page, problems, origins } = await browser.visit({ scheme, width: 320 });
      await page.setContent(email.html ?? '');
      await expectAccessible(page);
      const width: number = await page.evaluate('document.documentElement.scrollWidth');
      assert.ok(width <= 320, `the mail “${email.subject}” is ${width} px wide`);
      assert.equal(await page.locator('style, script, img, link').count(), 0);
      assert.deepEqual(problems, []);
      assert.deepEqual([...origins], []);
    }
  });

it('the preview mailbox has relative links, so it works behind a path prefix', async () => {
  const mail = service.service.preview?.list()[0]?.id ?? '';
  const linked = async (path: string) => {
    const text = await (await fetch(service.url + path)).text();
    return Array.from(
      text.matchAll(/(?:href|src)="(?!https?:|data:)([^"]*)"/g),
      ([, link = '']) => new URL(link, `https://proxy.example/base${path}`).pathname,
    );
  };
  const list = await linked('/preview');
  assert.equal(list[0], '/base/preview');
  assert.equal(list[1], `/base/preview/${mail}`);
  assert.deepEqual(await linked(`/preview/${mail}`), [
    '/base/preview',
    `/base/preview/${mail}/raw`,
    `/base/preview/${mail}/html`,
  ]);
});

it('the preview mailbox cannot be read or framed by another origin', async (test) => {
  const site = await startFormSite(test);
  const mail = service.service.preview?.list()[0]?.id ?? '';
  for (const path of ['', `/${mail}`, `/${mail}/html`, `/${mail}/raw`].map(
    (end) => `/preview${end}`,
  )) {
    const url = service.url + path;
    site.show(`<h1>A website</h1><iframe src="${url}"></iframe>`);
    const { page } = await browser.visit();
    await page.goto(site.origin);
    const read: string = await page.evaluate(
      `fetch('${url}').then((answer) => answer.text(), (error) => 'refused: ' + error.name)`,
    );
    assert.equal(read, 'refused: TypeError', path);
    const frame = page.frames().find((one) => one.parentFrame() !== null);
    assert.doesNotMatch((await frame?.content()) ?? '', /Preview mailbox|Contact form/, path);
    const open: string = await page.evaluate(
      `fetch('${service.url}/').then((answer) => answer.text())`,
    );
    assert.match(open, /letterslot/i, 'the service itself is open to every origin');
  }
});
