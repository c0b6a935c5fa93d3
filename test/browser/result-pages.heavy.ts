import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { startService, type TestService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { standing } from '../support/time-windows.ts';
import { expectGoodPage, SERVED } from '../support/page-checks.ts';

const browser = await startBrowser({ after });

/** Where a test posts to. */
interface Target {
  service: TestService;
  formId: string;
}

interface Post {
  /** Instead of the target’s form. */
  formId?: string;
  fields?: Record<string, string>;
  enctype?: string;
}

/** Posts a form from an empty page of the service, so that no other origin is involved. */
const post =
  (
    { service, formId }: Target,
    { formId: id = formId, fields = { message: 'Hello' }, enctype }: Post,
  ) =>
  async (page: Page) => {
    const blank = `${service.url}/blank`;
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input name="${name}" value="${value}">`,
    );
    const form = `<!doctype html><form method="post" action="/f/${id}"
      enctype="${enctype ?? 'application/x-www-form-urlencoded'}">${inputs.join('')}
      <button>Send</button></form>`;
    await page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: form }));
    await page.goto(blank);
    await page.getByRole('button').click();
    await page.locator('main').waitFor();
  };

interface Case extends Post {
  name: string;
  title: string;
  /** The code that the page names; none on success. */
  code?: string;
}

const CASES: readonly Case[] = [
  { name: 'a message that was sent', title: 'Message sent' },
  {
    name: 'a test with an echo',
    title: 'Message sent',
    fields: { message: 'x', _test: 'deploy 42' },
  },
  {
    name: 'an unknown form',
    title: 'No such form',
    formId: 'cfm_AAAABBBBCCCCDDDD',
    code: 'route_not_found',
  },
  {
    name: 'an empty form',
    title: 'Nothing to send',
    fields: { message: '  ' },
    code: 'submission_empty',
  },
  {
    name: 'a form sent as text/plain',
    title: 'This form cannot be read',
    enctype: 'text/plain',
    code: 'unsupported_media_type',
  },
  {
    name: 'a redirect that is not allowed',
    title: 'This form has a mistake',
    fields: { message: 'x', _redirect: 'http://example.com' },
    code: 'invalid_redirect_url',
  },
];

async function expectPage(target: Target, expected: Omit<Case, 'name'>): Promise<void> {
  const { title, code, ...sent } = expected;
  const open = async (page: Page) => {
    await post(target, sent)(page);
    const named = page.locator('meta[name="error-code"]');
    const found = await named.evaluateAll((all) => all.map((one) => one.getAttribute('content')));
    assert.deepEqual(found, code ? [code] : []);
  };
  await expectGoodPage(browser, open, { title, origin: target.service.url }, SERVED);
}

async function activeForm(service: TestService): Promise<Target> {
  return { service, formId: (await service.activeRoute()).form_id };
}

describe('result pages in a browser', async () => {
  const service = await startService({ after });
  let target: Target;

  before(async () => {
    target = await activeForm(service);
  });

  for (const { name, ...expected } of CASES)
    it(`result page: ${name}`, () => expectPage(target, expected));

  it('result page: a form that waits for its owner', async () => {
    const pending = await service.create({ email: 'pending@example.com' });
    await expectPage(target, {
      title: 'Not active yet',
      formId: pending.json.form_id,
      code: 'inbox_not_verified',
    });
  });

  for (const [code, title] of [
    [451, 'Message not sent'],
    [550, 'Message refused'],
  ] as const)
    it(`result page: a mail server that refuses with ${code}`, async () => {
      service.sink.refuseWith({ code, text: 'no' });
      await expectPage(target, { title, code: 'delivery_failed' });
      service.sink.refuseWith(undefined);
    });

  it('result page: a used-up allowance', async (test) => {
    const limited = await activeForm(await startService(test, { MONTHLY_LIMIT: '1' }));
    await limited.service.submit(limited.formId, { message: 'the only one' });
    await expectPage(limited, {
      title: 'Monthly limit reached',
      code: 'monthly_allowance_exhausted',
    });
    const { mails } = limited.service.sink;
    const delivered = mails.filter(isDelivery);
    assert.equal(delivered.length, 1);
  });

  it('result page: too many messages, without field names', async (test) => {
    const rate = { SUBMIT_RATE_PER_MINUTE: '1/1' };
    const limited = await activeForm(await startService(test, rate, standing()));
    await limited.service.submit(limited.formId, { message: 'the first' });
    await expectPage(limited, { title: 'Too many messages', code: 'rate_limited' });
    const { page } = await browser.visit();
    await post(limited, {})(page);
    assert.doesNotMatch(await page.locator('main').innerText(), /retry_after/);
  });
});
