import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { solveChallenge } from 'altcha-lib/v1';
import type { Page } from 'playwright-core';
import { wordsOf } from '../../src/catalogs/languages.ts';
import type { Challenge } from '../../src/contract/schemas.ts';
import { startBrowser } from '../support/browser.ts';
import { startFormSite } from '../support/form-site.ts';
import { liveRegions } from '../support/live-regions.ts';
import { startService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { encode } from '../support/solve-challenge.ts';
import { until } from '../support/until.ts';

interface Widget {
  version: string;
  /** Of its module. */
  url: string;
  /** The attribute that takes the URL of challenges. */
  attribute: string;
}

const WIDGETS: readonly Widget[] = [
  { version: '3', url: import.meta.resolve('altcha'), attribute: 'challenge' },
  { version: '2', url: import.meta.resolve('altcha-2'), attribute: 'challengeurl' },
];

/** Sends a message from a page of another origin; what its script can read of the answer. */
const sendByFetch = (page: Page, endpoint: string, fields: object) =>
  page.evaluate<{ status: number; body: { error?: string; challenge?: Challenge } }>(
    `fetch('${endpoint}', {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify(fields))},
    }).then(async (answer) => ({ status: answer.status, body: await answer.json() }))`,
  );

describe('clients of a form that asks for a challenge', async () => {
  const browser = await startBrowser({ after });
  const service = await startService({ after });
  let formId = '';

  before(async () => {
    const form = await service.activeRoute({ settings: { challenge: 'always' } });
    formId = form.form_id;
  });

  /** A website with this content, opened. */
  async function openSite(test: TestContext, content: string) {
    const site = await startFormSite(test);
    site.show(content);
    service.sink.mails.length = 0;
    const visit = await browser.visit();
    return { ...visit, site, endpoint: `${service.url}/f/${formId}` };
  }
  const delivered = () => service.sink.mails.filter(isDelivery);

  for (const { version, url, attribute } of WIDGETS)
    it(`the widget of ALTCHA, version ${version}, works as it is`, async (test) => {
      const { page, site, endpoint, problems, origins } = await openSite(
        test,
        `<script type="module" src="/altcha.js"></script>
        <form method="post" action="${service.url}/f/${formId}">
          <textarea name="message" aria-label="Message">With a widget</textarea>
          <altcha-widget ${attribute}="${service.url}/v1/routes/${formId}/challenge"></altcha-widget>
          <button>Send</button>
        </form>`,
      );
      await page.route('**/altcha.js', (route) =>
        route.fulfill({ path: fileURLToPath(url), contentType: 'text/javascript' }),
      );
      const statuses: number[] = [];
      page.on('response', (answer) => {
        if (answer.url() === endpoint) statuses.push(answer.status());
      });
      await page.goto(site.origin);
      await page.getByRole('checkbox').press('Space');
      await page.locator('input[name=altcha][value^=ey]').waitFor({ state: 'attached' });
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('heading', { name: 'Message sent' }).waitFor();
      assert.deepEqual([statuses, delivered().length], [[200], 1]);
      assert.doesNotMatch(delivered()[0]?.raw.toString() ?? 'altcha', /altcha/);
      assert.deepEqual([problems, origins.size], [[], 2]);
    });

  it('the install code solves the challenge, and a screen reader hears that it does', async (test) => {
    const { json } = await service.request(`/v1/routes/${formId}/install?framework=html`);
    const { page, site, problems } = await openSite(test, json.files[0].content);
    await page.addInitScript(`window.Worker = class extends Worker {
      postMessage(message) {
        window.solve = () => super.postMessage(message);
      }
    };`);
    await page.goto(site.origin);
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Message').fill('Hello');
    await page.getByRole('button', { name: 'Send' }).click();
    await until('the Worker', () => page.evaluate("'solve' in window"));
    const text = 'Checking for spam…';
    assert.deepEqual(await liveRegions(page), [{ role: 'status', live: 'polite', text }]);
    await page.evaluate('solve()');
    await page.getByText('Thank you. Your message was received.').waitFor();
    assert.equal(delivered().length, 1);
    const others = problems.filter((problem) => !problem.includes('428'));
    assert.deepEqual(others, []);
  });

  it('a script of another origin reads the challenge, and delivers with its solution', async (test) => {
    const { page, site, endpoint } = await openSite(test, '<h1>A website</h1>');
    await page.goto(site.origin);
    const fields = { message: 'By fetch' };
    const { status, body } = await sendByFetch(page, endpoint, fields);
    assert.deepEqual([status, body.error, delivered().length], [428, 'challenge_required', 0]);
    const { maxnumber, ...asked } = body.challenge ?? assert.fail('no challenge');
    const { promise } = solveChallenge(asked.challenge, asked.salt, asked.algorithm, maxnumber);
    const altcha = encode({ ...asked, ...(await promise) });
    assert.equal((await sendByFetch(page, endpoint, { ...fields, altcha })).status, 200);
    assert.equal(delivered().length, 1);
  });

  it('packages of Formspree find a sentence that a visitor can read', async () => {
    const headers = { accept: 'application/json' };
    const { status, json } = await service.submit(formId, { message: 'Hello' }, headers);
    assert.equal(status, 428);
    const { message } = wordsOf('en').visitor.challenge_required;
    assert.deepEqual(json.errors, [{ message }]);
    assert.match(message, /^Your message was not sent/);
  });
});
