import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { FormField } from '../../src/contract/form-field.ts';
import { expectAccessible } from '../support/browser.ts';
import { installForms, pageOpener } from './installed-form.ts';
import { htmlPlan } from './plans.ts';
import { addHiddenField, listenToForm, loseAnswers, startThanksPage } from './thanks-page.ts';

const FIELDS: FormField[] = [
  { name: 'name', label: 'Name', required: true },
  { name: 'photos', label: 'Photos', type: 'file', multiple: true },
];
const MOST = 2_000_000;
const SETTINGS = { fields: FIELDS, files: { max_bytes: MOST, max_count: 2 } };
const SENT = 'Thank you. Your message was received.';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = (name: string, size = PNG.length) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.concat([PNG, Buffer.alloc(size - PNG.length, 7)]),
});

/** What the form for a website without a framework does with files, in a real browser. */
describe('the form for html with files', { concurrency: false }, () => {
  let forms: Awaited<ReturnType<typeof installForms<'plain'>>>;

  before(async () => {
    forms = await installForms('html', htmlPlan, {
      plain: { settings: { ...SETTINGS, challenge: 'always' } },
    });
    await forms.plain.confirm();
    await forms.plain.set(SETTINGS);
  });
  after(() => forms?.close());

  const mails = () => forms.plain.service.sink.mails;
  const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();
  const onPage = pageOpener(
    () => forms.plain,
    () => forms.plain.set(SETTINGS),
    { width: 375 },
  );

  const attached = () =>
    mails().map(({ email }) =>
      email.attachments.map(({ filename, content }) => [
        filename,
        (content as ArrayBuffer).byteLength,
      ]),
    );

  it(
    'the html form says what fits, shows how much is sent, and delivers the files',
    onPage(async (page) => {
      await page.getByText('(up to 2 files, 2 MB together)').waitFor();
      await page.getByLabel('Name').fill('Ada');
      await page
        .getByLabel('Photos')
        .setInputFiles([picture('one.png'), picture('2.png', 900_000)]);
      await expectAccessible(page);
      await page.evaluate(`{
        window.parts = [];
        const bar = document.querySelector('progress');
        new MutationObserver(() => window.parts.push([bar.hidden, bar.value]))
          .observe(bar, { attributes: true });
      }`);
      await send(page);
      await page.getByText(SENT).waitFor();
      const parts: [boolean, number][] = await page.evaluate('window.parts');
      assert.deepEqual(parts.at(-1)?.[0], true);
      assert.ok(parts.some(([hidden, part]) => !hidden && part > 0.9));
      assert.deepEqual(attached(), [
        [
          ['one.png', PNG.length],
          ['2.png', 900_000],
        ],
      ]);
      assert.equal(await page.evaluate("document.querySelector('input[type=file]').value"), '');
    }),
  );

  it(
    'the html form says which file is too large, and sends nothing',
    onPage(async (page) => {
      let posts = 0;
      page.on('request', (request) => void (request.method() === 'POST' && (posts += 1)));
      await page.getByLabel('Name').fill('Ada');
      const photos = page.getByLabel('Photos');
      await photos.setInputFiles([picture('one.png'), picture('large.png', MOST)]);
      await send(page);
      await page
        .getByText('All files together can be at most 2 MB. “large.png” is the largest.')
        .waitFor();
      await page.locator('input[type=file][aria-invalid=true]:focus').waitFor();
      await expectAccessible(page);
      await photos.setInputFiles(['a.png', 'b.png', 'c.png'].map((name) => picture(name)));
      await send(page);
      await page.getByText('You can send at most 2 files.').waitFor();
      assert.deepEqual([posts, mails().length], [0, 0]);
      await photos.setInputFiles([picture('one.png')]);
      await send(page);
      await page.getByText(SENT).waitFor();
      assert.equal(await page.locator('[aria-invalid=true]').count(), 0);
    }),
  );

  it(
    'the html form with files solves a challenge and delivers once',
    onPage(async (page) => {
      await forms.plain.set({ ...SETTINGS, challenge: 'always' });
      const said = await listenToForm(page);
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Photos').setInputFiles([picture('one.png')]);
      await send(page);
      await page.getByText(SENT).waitFor();
      assert.match(
        said.join('|'),
        new RegExp(`^Checking for spam…\\|${SENT} Reference: [\\dA-Z-]+$`),
      );
      assert.deepEqual(attached(), [[['one.png', PNG.length]]]);
    }),
  );

  it(
    'the html form with files delivers once after a lost answer',
    onPage(async (page) => {
      const loseNext = await loseAnswers(page);
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Photos').setInputFiles([picture('one.png')]);
      loseNext();
      await send(page);
      await page.getByText('Your message could not be sent.').waitFor();
      await send(page);
      await page.getByText(SENT).waitFor();
      assert.equal(mails().length, 1);
      // With nothing chosen, the browser makes a file without a name each time.
      await page.getByLabel('Name').fill('Ada');
      loseNext();
      await send(page);
      await page.getByText('Your message could not be sent.').waitFor();
      await page.waitForTimeout(5);
      await send(page);
      await page.getByText(SENT).waitFor();
      assert.equal(mails().length, 2);
    }),
  );

  for (const field of ['_redirect', 'redirect', '_next'])
    it(
      `the html form with files goes to the page named by ${field}`,
      onPage(async (page) => {
        const thanks = await startThanksPage(page);
        try {
          await addHiddenField(page, field, thanks.url);
          await page.getByLabel('Name').fill('Ada');
          await page.getByLabel('Photos').setInputFiles([picture('one.png')]);
          await send(page);
          await page.waitForURL(thanks.url);
          assert.equal(thanks.visits(), 1);
          assert.equal(mails().length, 1);
        } finally {
          await thanks.close();
        }
      }),
    );

  it(
    'the html form posts files without JavaScript too',
    onPage(
      async (page) => {
        await page.getByLabel('Name').fill('Ada');
        await page.getByLabel('Photos').setInputFiles([picture('one.png')]);
        await send(page);
        await page.waitForURL(/\/f\//);
        assert.deepEqual(attached(), [[['one.png', PNG.length]]]);
      },
      { javaScript: false },
    ),
  );
});
