import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { InstallArtifact } from '../../src/contract/schemas.ts';
import { startBrowser } from '../support/browser.ts';
import { openSite } from '../support/form-site.ts';
import { startService, type TestService } from '../support/service.ts';
import { newTempFolder } from '../support/temp-folder.ts';

const SENT = 'Thank you. Your message was received.';
const UNREACHABLE = 'Your message could not be sent.';
const INLINE = "script-src 'unsafe-inline'; style-src 'unsafe-inline'";

/** The form code on websites: under a policy, or opened as a file (docs/local-development.md). */
describe('the form code on a website', async () => {
  const browser = await startBrowser({ after });
  const service = await startService({ after });
  let origin = '';
  let markup = '';
  let route: Awaited<ReturnType<TestService['activeRoute']>>;
  let script: InstallArtifact['files'] = [];
  let codeFor: (framework: string) => Promise<InstallArtifact['files']>;

  before(async () => {
    route = await service.activeRoute();
    const { form_id: formId, endpoint } = route;
    ({ origin } = new URL(endpoint));
    codeFor = async (framework) =>
      (await service.request(`/v1/routes/${formId}/install?framework=${framework}`)).json.files;
    markup = (await codeFor('html'))[0]?.content ?? '';
    script = await codeFor('js');
  });

  const fill = async (page: Page) => {
    service.sink.mails.length = 0;
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Message').fill('Hello');
  };
  const fillAndSend = async (page: Page) => {
    await fill(page);
    await page.getByRole('button', { name: 'Send' }).click();
  };
  const mails = () => service.sink.mails.length;

  /** A page with the form under a Content-Security-Policy, opened. */
  function openUnder(test: TestContext, policy: string, content: string, javaScript = true) {
    const value = policy.replaceAll('{service}', origin);
    const meta = `<meta http-equiv="Content-Security-Policy" content="${value}">`;
    return openSite(test, browser, meta + content, { javaScript });
  }

  it('a policy with connect-src and form-action for the service lets the form send', async (test) => {
    const policy = `default-src 'none'; ${INLINE}; connect-src {service}; form-action {service}`;
    const { page, problems } = await openUnder(test, policy, markup);
    await fillAndSend(page);
    await page.getByText(SENT).waitFor();
    assert.deepEqual([mails(), problems], [1, []]);
    const plain = await openUnder(test, policy, markup, false);
    await fillAndSend(plain.page);
    await plain.page.getByRole('heading', { name: 'Message sent' }).waitFor();
    assert.equal(mails(), 1);
  });

  it('a policy without worker-src leaves a form that solves its challenge in the page', async (test) => {
    const policy = `default-src 'none'; ${INLINE}; connect-src {service}; form-action {service}`;
    await service.putSettings(route, { challenge: 'always' });
    test.after(() => service.putSettings(route, {}));
    const [solving] = await codeFor('html');
    const { page, problems } = await openUnder(test, policy, solving?.content ?? '');
    await fillAndSend(page);
    await page.getByText(SENT).waitFor();
    assert.equal(mails(), 1);
    assert.match(problems.join('\n'), /worker/i);
    const allowed = await openUnder(test, `${policy}; worker-src blob:`, solving?.content ?? '');
    await fillAndSend(allowed.page);
    await allowed.page.getByText(SENT).waitFor();
    assert.deepEqual(
      allowed.problems.filter((text) => !text.startsWith('Failed to load')),
      [],
    );
  });

  it('code without a solver leaves a challenge to a page of the service, which delivers', async (test) => {
    await service.putSettings(route, { challenge: 'always' });
    test.after(() => service.putSettings(route, {}));
    assert.doesNotMatch(markup, /findNumber/);
    const { page } = await openUnder(test, `${INLINE}; form-action {service}`, markup);
    await fillAndSend(page);
    await page.getByRole('heading', { name: 'Message sent' }).waitFor();
    assert.equal(mails(), 1);
  });

  it('a policy without connect-src for the service lets the script send nothing', async (test) => {
    const policy = `default-src 'self'; ${INLINE}; form-action {service}`;
    const { page, problems } = await openUnder(test, policy, markup);
    await fillAndSend(page);
    await page.getByText(UNREACHABLE).waitFor();
    assert.equal(mails(), 0);
    assert.match(problems.join('\n'), /violates .*Content Security Policy/);
  });

  it('a policy without inline scripts leaves a form that posts to the service by itself', async (test) => {
    const { page } = await openUnder(test, "default-src 'self'; form-action {service}", markup);
    await fillAndSend(page);
    await page.getByRole('heading', { name: 'Message sent' }).waitFor();
    assert.equal(mails(), 1);
  });

  it('a policy without form-action for the service lets a form without a script send nothing', async (test) => {
    const { page } = await openUnder(test, "form-action 'self'", markup, false);
    const refusal = page.waitForEvent('console', (message) => /form-action/.test(message.text()));
    // Playwright's own click would wait for the page that never comes.
    await fill(page);
    await page.evaluate("document.querySelector('button').click()");
    await refusal;
    assert.equal(mails(), 0);
  });

  it('a policy without form-action for the page of _redirect keeps the visitor after the delivery', async (test) => {
    const field = '<input type="hidden" name="_redirect" value="https://thanks.example/"></form>';
    const content = markup.replace('</form>', field);
    const { page } = await openUnder(test, 'form-action {service}', content, false);
    const refusal = page.waitForEvent('console', (message) => /form-action/.test(message.text()));
    const url = page.url();
    await fillAndSend(page);
    await refusal;
    assert.deepEqual([mails(), page.url()], [1, url]);
  });

  it('a page that is opened as a file sends its form, with a script and without', async (test) => {
    const folder = newTempFolder('site', test);
    const url = pathToFileURL(join(folder, 'index.html')).href;
    writeFileSync(join(folder, 'index.html'), markup);
    const { page, problems } = await browser.visit();
    await page.goto(url);
    await fillAndSend(page);
    await page.getByText(SENT).waitFor();
    assert.deepEqual([mails(), problems, page.url()], [1, [], url]);
    const plain = await browser.visit({ javaScript: false });
    await plain.page.goto(url);
    await fillAndSend(plain.page);
    await plain.page.getByRole('heading', { name: 'Message sent' }).waitFor();
    assert.equal(mails(), 1);
  });

  it('a page that is opened as a file runs no script of a second file, and posts by itself', async (test) => {
    const folder = newTempFolder('site', test);
    for (const { path, content } of script) writeFileSync(join(folder, path), content);
    const page = `${script[1]?.content}<script type="module" src="contact-form.js"></script>`;
    writeFileSync(join(folder, 'index.html'), page);
    const visit = await browser.visit();
    await visit.page.goto(pathToFileURL(join(folder, 'index.html')).href);
    await fillAndSend(visit.page);
    await visit.page.getByRole('heading', { name: 'Message sent' }).waitFor();
    assert.equal(mails(), 1);
    assert.match(visit.problems.join('\n'), /blocked by CORS policy/);
  });

  it('a page that is opened as a file loses the redirect of a path in _next, not the message', async (test) => {
    const folder = newTempFolder('site', test);
    const field = '<input type="hidden" name="_next" value="/thanks"></form>';
    writeFileSync(join(folder, 'index.html'), markup.replace('</form>', field));
    const { page } = await browser.visit();
    await page.goto(pathToFileURL(join(folder, 'index.html')).href);
    await fillAndSend(page);
    await page.getByText('Thank you. Your message was received.').waitFor();
    assert.equal(mails(), 1);
  });
});
