import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { wordsOf } from '../../src/catalogs/languages.ts';
import { expectAccessible, startBrowser, type VisitOptions } from '../support/browser.ts';
import { openSite } from '../support/form-site.ts';
import { startService, type TestService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';

const en = wordsOf('en');
const SENT = { name: 'Message sent' };
const AGAIN = en.givenBack.chooseAgain;
const FIELDS = [
  { name: 'name', label: 'Name', required: true },
  { name: 'photo', label: 'Photo', type: 'file', required: true },
  { name: 'plans', label: 'Plans', type: 'file', multiple: true },
];
const FILE = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('A plan.\n') };

/** A plain form of a website, without a script. */
const formOf = (endpoint: string, name: string) =>
  `<form method="post" action="${endpoint}" enctype="multipart/form-data">
    <input name="name" value="${name}"><input type="file" name="photo">
    <input type="file" name="plans" multiple><button>Send</button></form>`;

const LOOKS = { light: {}, 'on a dark phone': { scheme: 'dark', width: 375 } } as const;

/** Nothing is wider than the window, and axe-core finds nothing. */
async function expectFine(page: Page): Promise<void> {
  const [wide, width]: number[] = await page.evaluate(
    '[document.documentElement.scrollWidth, innerWidth]',
  );
  assert.equal(wide, width);
  await expectAccessible(page);
}

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();

describe('a page that gives back a form with files', async () => {
  const browser = await startBrowser({ after });
  let service: TestService;

  async function sendForm(
    test: TestContext,
    { settings, name = 'Ada', ...options }: VisitOptions & { settings: object; name?: string },
  ) {
    // A service of its own: an inbox is asked about few forms an hour.
    service = await startService(test);
    const { form_id: formId } = await service.activeRoute({ settings: { files: {}, ...settings } });
    service.sink.mails.length = 0;
    const visit = await openSite(
      test,
      browser,
      formOf(`${service.url}/f/${formId}`, name),
      options,
    );
    await visit.page.locator('[name=photo]').setInputFiles(FILE);
    await send(visit.page);
    return visit;
  }
  const attached = () =>
    service.sink.mails
      .filter(isDelivery)
      .map(({ email }) => email.attachments.map(({ filename }) => filename));

  for (const [kind, settings] of Object.entries({
    declared: { challenge: 'always', fields: FIELDS },
    undeclared: { challenge: 'always' },
  }))
    it(`the page that solves asks for the files again, sends them and says so, with ${kind} fields`, async (test) => {
      const { page, problems } = await sendForm(test, { settings, width: 375 });
      await page.getByRole('status').getByText(en.challenge.ready).waitFor();
      assert.equal(service.sink.mails.length, 0, 'it is not sent without its files');
      assert.deepEqual(await page.locator('input[type=file]').count(), 1);
      const photo = page.getByLabel(kind === 'declared' ? 'Photo' : 'photo');
      assert.match((await photo.getAttribute('aria-describedby')) ?? '', /-lost$/);
      await page.getByText(AGAIN).waitFor();
      await expectFine(page);
      await photo.setInputFiles(FILE);
      await page.getByRole('button', { name: en.challenge.button }).click();
      await page.getByRole('heading', SENT).waitFor();
      assert.deepEqual(attached(), [['plan.txt']]);
      assert.deepEqual(problems, []);
    });

  it('the page that solves asks for the files again without scripts too', async (test) => {
    const settings = { challenge: 'always', fields: FIELDS };
    const { page } = await sendForm(test, { settings, javaScript: false });
    assert.match(await page.locator('main').innerText(), new RegExp(AGAIN));
    assert.equal(await page.locator('input[type=file]').count(), 1);
  });

  for (const [look, options] of Object.entries(LOOKS))
    it(`the page of a fault asks for the files again and sends them, ${look}`, async (test) => {
      const settings = { fields: FIELDS };
      const { page } = await sendForm(test, { settings, name: '', ...options });
      await page.getByText(AGAIN).waitFor();
      assert.equal(await page.getByText(AGAIN).count(), 1, 'the other field was sent none');
      assert.equal(await page.getByLabel('Plans').count(), 1);
      await expectFine(page);
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Photo').setInputFiles(FILE);
      await page.getByRole('button', { name: en.givenBack.send }).click();
      await page.getByRole('heading', SENT).waitFor();
      assert.deepEqual(attached(), [['plan.txt']]);
    });
});
