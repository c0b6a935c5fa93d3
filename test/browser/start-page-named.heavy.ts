import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { expectAccessible, startBrowser } from '../support/browser.ts';
import { OWNER, startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import {
  button,
  confirmInbox,
  create,
  openStart,
  passPollInterval,
  shownForm,
  shownToken,
  startWords,
} from './open-start.ts';

const [en, de] = [startWords('en'), startWords('de')];

const browser = await startBrowser({ after });

const EVERY_KIND = [
  { name: 'a', label: 'Café <b> & "co"', required: true, minlength: 15 },
  { name: 'p', pattern: '[a-z]{2}-[0-9]{2}', placeholder: 'ab-12', required: true },
  { name: 'free', pattern: '[0-9]{20}' },
  { name: 'm', type: 'email' },
  { name: 'n', type: 'number', min: 3, step: 2, max: 9 },
  { name: 'd', type: 'date', min: '2031-01-01' },
  { name: 't', type: 'time', min: '22:00', max: '04:00' },
  { name: 'l', type: 'textarea', maxlength: 9 },
  { name: 's', type: 'select', options: ['1', { value: '2', label: 'Two' }] },
  { name: 'r', type: 'radio', options: ['x', 'y'], required: true },
  { name: 'c', type: 'checkbox', required: true },
  { name: 'g', type: 'checkbox', options: ['p', 'q'], required: true },
];

for (const locale of ['en-GB', 'zh-CN'])
  it(`the start page opens the code of the form that its fragment names, and solves its challenge, in ${locale}`, async (test) => {
    const { url, activeRoute, sink } = await startService(test);
    const fields = [
      { name: 'name', label: 'Your name', required: true },
      { name: 'email', type: 'email', required: true },
      { name: 'topic', type: 'radio', options: ['Prices', 'Help'], required: true },
      { name: 'message', type: 'textarea' },
    ];
    const { form_id } = await activeRoute({ settings: { challenge: 'always', fields } });
    const { page, problems } = await browser.visit({ locale, width: 375 });
    test.after(() => page.context().close());
    await page.goto(`${url}/start#form=${form_id}`);
    await page.locator('pre.code', { hasText: `/f/${form_id}` }).waitFor();
    await expectAccessible(page);
    assert.equal(await page.locator('#token').count(), 0);
    const other = page.locator('.languages a[lang=de]');
    assert.match((await other.getAttribute('href')) ?? '', new RegExp(`#form=${form_id}$`));
    await page.getByLabel('Your name').fill('Grace Hopper');
    await expectAccessible(page);
    await page.locator('.step button').last().click();
    await page.locator('.step .notice.good').waitFor();
    assert.equal(await page.getByLabel('Your name').inputValue(), 'Grace Hopper');
    const { subject = '', text = '' } = sink.mails.at(-1)?.email ?? {};
    assert.match(subject, /^\[Test\] /);
    assert.match(text, /Grace Hopper[^]+ada@example\.com[^]+Prices/);
    // The answer that asked for a solution.
    assert.match(problems.join('\n'), /^.* 428 .*$/);
  });

it('the start page has each kind of field from the code of a form, with a value that it takes', async (test) => {
  const { url, activeRoute, sink } = await startService(test);
  const { form_id } = await activeRoute({ settings: { fields: EVERY_KIND } });
  const { page, problems } = await browser.visit();
  test.after(() => page.context().close());
  await page.goto(`${url}/start#form=${form_id}`);
  const form = page.locator('.step form').last();
  await form.getByLabel('Café <b> & "co"').waitFor();
  const shown: string[] = await page.evaluate(`
      Array.from(document.querySelectorAll('.step form')).at(-1).querySelectorAll('input, textarea, select').values().map(
        ({ name, type, required, checked, value }) =>
          [name, type, required, /checkbox|radio/.test(type) ? checked : value].join(' '),
      ).toArray()`);
  assert.deepEqual(shown, [
    'a text true Sample text....',
    'p text true ab-12',
    'free text false ',
    'm email false ada@example.com',
    'n number false 3',
    'd date false 2031-01-01',
    't time false 22:00',
    'l textarea false Hello! Th',
    's select-one false 1',
    'r radio true true',
    'r radio true false',
    'c checkbox true true',
    'g checkbox false true',
    'g checkbox false false',
  ]);
  assert.equal(await form.locator('fieldset .soft').count(), 0, 'both groups are required');
  await page.locator('.step button').last().click();
  await page.locator('.step .notice.good').waitFor();
  assert.match(sink.mails.at(-1)?.email.text ?? '', /ab-12[^]+22:00/);
  assert.deepEqual(problems, []);
});

it('the start page waits for the inbox of a form that its fragment names', async (test) => {
  const { url, create: createRoute, confirm, verificationToken } = await startService(test);
  const { json } = await createRoute();
  const { page } = await browser.visit();
  test.after(() => page.context().close());
  await page.clock.install();
  await page.goto(`${url}/start#form=${json.form_id}`);
  await page.locator('.waiting').waitFor();
  await confirm(verificationToken());
  await passPollInterval(page);
  await page.locator('pre.code').first().waitFor();
});

it('the start page goes on waiting for its form when it is loaded again, and when that is confirmed', async (test) => {
  const start = await openStart(browser, test);
  const { page } = start;
  await create(start);
  await page.locator('.waiting').waitFor();
  const formId = await shownForm(page);
  assert.equal(new URL(page.url()).hash, `#form=${formId}`);
  await page.reload();
  await page.getByText(en.confirm.look.replace('{email}', OWNER)).waitFor();
  // In another language too, it can have the email sent again and has the token.
  await page.locator('.languages a[lang=de]').click();
  await button(page, de.confirm.again).waitFor();
  assert.match(await shownToken(page), /^lsm_/);
  await expectAccessible(page);
  await confirmInbox(start);
  assert.equal(await shownForm(page), formId);
});

it('the start page and /inbox lead to each other with the address', async (test) => {
  const { page } = await openStart(browser, test);
  const hasAddress = async () => (await page.locator('#email').inputValue()) === OWNER;
  await page.getByLabel(en.create.email).fill(OWNER);
  await page.getByRole('link', { name: en.create.manage }).click();
  await until('the address', hasAddress);
  assert.equal(new URL(page.url()).pathname, '/inbox');
  await page.locator('.onward a').click();
  await page.waitForURL(/\/start#/);
  await until('the address', hasAddress);
});

it('the start page says so when the form that its fragment names is gone', async (test) => {
  const { url } = await startService(test);
  const { page } = await browser.visit();
  test.after(() => page.context().close());
  await page.goto(`${url}/start#form=cfm_ZZZZZZZZZZZZZZZZ`);
  await page.locator('.notice', { hasText: en.errors.route_not_found }).waitFor();
  await page.locator('#email').waitFor();
});
