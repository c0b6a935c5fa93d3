import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { wordsOf } from '../../src/catalogs/languages.ts';
import type { RouteResource } from '../../src/contract/schemas.ts';
import { startBrowser, type TestBrowser, type Visit } from '../support/browser.ts';
import { startService, type TestService } from '../support/service.ts';
import { buildSite, type BuiltSite } from './build-site.ts';
import { formspreeFiles, TYPED } from './formspree-site.ts';
import { VITE } from './plans.ts';
import { serveFolder, type Website } from './serve-folder.ts';

const PENDING = wordsOf('en').visitor.inbox_not_verified.message;
const EMPTY = wordsOf('en').visitor.submission_empty.message;
const CHALLENGED = wordsOf('en').visitor.challenge_required.message;
const THERE = 'https://example.com/thanks';

/** Sends by the form in an element, as a visitor does. */
async function send(page: Page, place: '#ajax' | '#react', typed = TYPED): Promise<void> {
  for (const [name, text] of Object.entries(typed)) {
    await page.locator(`${place} [name=${name}]`).fill(text);
  }
  await page.locator(`${place} button`).click();
}

const submitWithCore = (page: Page, data: object) =>
  page.evaluate<{ kind: string; next?: string; formErrors?: { message: string }[] }>(
    `window.submitWithCore(${JSON.stringify(data)})`,
  );

describe('the client packages of Formspree', { concurrency: false }, () => {
  let service: TestService;
  let site: BuiltSite | undefined;
  let website: Website | undefined;
  let browser: TestBrowser | undefined;
  let form: RouteResource;
  let token = '';
  let next = '';

  before(
    async () => {
      service = await startService(undefined);
      form = (await service.create()).json as RouteResource;
      token = service.verificationToken();
      const { origin } = new URL(form.endpoint);
      next = `${origin}/thanks`;
      site = await buildSite(formspreeFiles(origin, form.form_id), VITE);
      website = await serveFolder(site.folder);
      browser = await startBrowser();
    },
    { timeout: 220_000 },
  );

  after(async () => {
    await browser?.close();
    website?.close();
    site?.remove();
    await service?.close();
  });

  const onPage = (look: (page: Page, visit: Visit) => Promise<void>) => async () => {
    assert.ok(browser && website);
    service.sink.mails.length = 0;
    const visit = await browser.visit();
    try {
      await visit.page.goto(website.origin, { waitUntil: 'networkidle' });
      await look(visit.page, visit);
      // Chromium reports the statuses that the forms are about.
      const problems = visit.problems.filter((text) => !text.startsWith('Failed to load'));
      assert.deepEqual(problems, []);
      const origins = [website.origin, new URL(next).origin];
      assert.deepEqual([...visit.origins].toSorted(), origins.toSorted());
    } finally {
      await visit.page.context().close();
    }
  };

  it(
    'Formspree packages show why a form that waits for its inbox takes nothing',
    onPage(async (page) => {
      await send(page, '#ajax');
      await page.locator('#ajax [data-fs-error]').filter({ hasText: PENDING }).waitFor();
      await send(page, '#react');
      await page.getByRole('alert').filter({ hasText: PENDING }).waitFor();
      const { kind, formErrors } = await submitWithCore(page, TYPED);
      assert.deepEqual([kind, formErrors?.[0]?.message], ['error', PENDING]);
      assert.equal(service.sink.mails.length, 0);
      await service.confirm(token);
    }),
  );

  it(
    'Formspree ajax: delivers what was typed and what the page adds, and says so',
    onPage(async (page) => {
      const sent = page.waitForRequest((request) => request.method() === 'POST');
      await send(page, '#ajax');
      await page.locator('#next').filter({ hasText: next }).waitFor();
      assert.match(await page.locator('#ajax [data-fs-success]').innerText(), /Thank you/);
      const headers = (await sent).headers();
      assert.match(headers['formspree-client'] ?? '', /^@formspree\/ajax @formspree\/core@/);
      assert.ok(headers['formspree-session-data']);
      assert.equal(service.sink.mails.length, 1);
      const text = service.sink.mails[0]?.email.text?.replaceAll('\r\n', '\n') ?? '';
      const shown = `| Email:\n|   ${TYPED.email}\n|\n| Message:\n|   ${TYPED.message}\n|\n| source:\n|   landing page`;
      assert.equal(
        text
          .split('\n-- \n')[0]
          ?.replace(/^[^|]+/, '')
          .trim(),
        shown,
      );
      assert.equal(service.sink.mails[0]?.email.replyTo?.[0]?.address, TYPED.email);
      // No browser shows a page its preflights: the service does, which allowed their two headers.
      assert.match(service.logText(), /"operation":"preflight","status":204/);
    }),
  );

  it(
    'Formspree ajax: shows a refusal as a failure',
    onPage(async (page) => {
      await page.evaluate(`document.querySelector('#ajax form').replaceChildren(
        ...document.querySelectorAll('#ajax button'))`);
      await page.evaluate(`document.querySelector('#ajax form').insertAdjacentHTML('beforeend',
        '<input type="hidden" name="_cc" value="boss@example.com">')`);
      // The page adds a field of its own, which alone would be content.
      await page.route('**/f/*', (route) => {
        const body = route.request().postData() ?? '';
        return route.continue({ postData: body.replace('landing page', '            ') });
      });
      await page.locator('#ajax button').click();
      await page.locator('#ajax [data-fs-error]').filter({ hasText: EMPTY }).waitFor();
      assert.equal(service.sink.mails.length, 0);
    }),
  );

  it(
    'Formspree react: succeeds after a failure, once',
    onPage(async (page) => {
      await send(page, '#react', { email: ' ', message: ' ' });
      await page.getByRole('alert').filter({ hasText: EMPTY }).waitFor();
      await send(page, '#react');
      await page
        .getByRole('status')
        .filter({ hasText: `Succeeded, ${next}` })
        .waitFor();
      assert.equal(service.sink.mails.length, 1);
    }),
  );

  it(
    'Formspree core: sends JSON, and gets the URL in _next without a redirect',
    onPage(async (page) => {
      const plain = await submitWithCore(page, TYPED);
      assert.deepEqual([plain.kind, plain.next], ['success', next]);
      const led = await submitWithCore(page, { ...TYPED, _next: THERE });
      assert.deepEqual([led.kind, led.next], ['success', THERE]);
      const lost = await submitWithCore(page, { ...TYPED, _next: 'thanks.html' });
      assert.deepEqual([lost.kind, lost.next], ['success', next]);
      assert.equal(service.sink.mails.length, 3);
    }),
  );

  it(
    'Formspree core: takes a dry run and a filled trap for a success, without a mail',
    onPage(async (page) => {
      for (const field of ['_dry_run', '_gotcha']) {
        const { kind } = await submitWithCore(page, { ...TYPED, [field]: 'true' });
        assert.equal(kind, 'success');
      }
      assert.equal(service.sink.mails.length, 0);
    }),
  );

  it(
    'Formspree packages show what a visitor can do when a challenge is due, and nothing is delivered',
    onPage(async (page) => {
      await service.putSettings(form, { challenge: 'always' });
      await send(page, '#ajax');
      await page.locator('#ajax [data-fs-error]').filter({ hasText: CHALLENGED }).waitFor();
      await send(page, '#react');
      await page.getByRole('alert').filter({ hasText: CHALLENGED }).waitFor();
      const { kind, formErrors } = await submitWithCore(page, TYPED);
      assert.deepEqual([kind, formErrors?.[0]?.message], ['error', CHALLENGED]);
      assert.equal(service.sink.mails.length, 0);
    }),
  );
});
