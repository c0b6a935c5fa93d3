import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { FormField } from '../../src/contract/form-field.ts';
import { startBrowser } from '../support/browser.ts';
import { startFormSite } from '../support/form-site.ts';
import { startService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';

const FIELDS: FormField[] = [
  { name: 'name', label: 'Your name', required: true },
  { name: 'email', label: 'Your email', type: 'email', required: true },
  { name: 'guests', label: 'Guests', type: 'number', max: 8 },
  { name: 'room', label: 'Room', type: 'select', options: [{ value: 'r1', label: 'Small room' }] },
  {
    name: 'way',
    label: 'You come',
    type: 'radio',
    required: true,
    options: ['by train', 'by car'],
  },
  { name: 'meal', label: 'Meals', type: 'checkbox', options: ['breakfast', 'lunch', 'dinner'] },
  { name: 'message', label: 'Message', type: 'textarea', maxlength: 20 },
];

type Sent = [name: string, value: string];

const HOSTILE = `"'></textarea></title></select><img src=x onerror=alert(1)><script>alert(2)</script>`;

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** A plain form of a website, which sends these values. */
const formOf = (endpoint: string, sent: readonly Sent[]) =>
  `<form method="post" action="${endpoint}">${sent
    .map(([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`)
    .join('')}<button>Send</button></form>`;

describe('the page that gives a wrong form back', async () => {
  const browser = await startBrowser({ after });
  const service = await startService({ after });

  /** Sends the values from a page at `/` of a website, without scripts unless asked for. */
  async function sendFrom(
    site: { origin: string; show(body: string): void },
    formId: string,
    sent: readonly Sent[],
    javaScript = false,
  ) {
    site.show(formOf(`${service.url}/f/${formId}`, sent));
    const visit = await browser.visit({ javaScript });
    await visit.page.goto(site.origin);
    await visit.page.getByRole('button').click();
    await visit.page.getByRole('alert').waitFor();
    return visit;
  }

  const deliveries = () => service.sink.mails.filter(isDelivery);

  const described = async (page: Page, name: string) => {
    const field = page.locator(`[name="${name}"]`).first();
    const ids = (await field.getAttribute('aria-describedby'))?.split(' ') ?? [];
    const texts = await Promise.all(ids.map((id) => page.locator(`#${id}`).innerText()));
    return [await field.getAttribute('aria-invalid'), ...texts];
  };

  // Guarantee: Mails, pages and integrations
  it('a wrong form, corrected on the page without scripts, arrives from its website and leads to its redirect', async (test) => {
    const site = await startFormSite(test);
    const { form_id } = await service.activeRoute({
      settings: { fields: FIELDS, origins: [site.origin] },
    });
    const sent: Sent[] = [
      ['_redirect', `${site.origin}/`],
      ['_subject', 'A booking'],
      ['_gotcha', ''],
      ['name', 'Ada "Lovelace"'],
      ['email', 'ada'],
      ['guests', 'nine'],
      ['room', 'r1'],
      ['meal', 'breakfast'],
      ['meal', 'dinner'],
      ['message', '\none\ntwo'],
      ['tag', 'x'],
      ['tag', 'y'],
    ];
    const { page, problems } = await sendFrom(site, form_id, sent);
    assert.equal(deliveries().length, 0);
    assert.deepEqual(await described(page, 'email'), [
      'true',
      'Enter an email address, like name@example.com.',
    ]);
    assert.deepEqual(await described(page, 'guests'), [
      'true',
      'Enter a number.',
      'You wrote: “nine”',
    ]);
    assert.deepEqual(await described(page, 'way'), ['true', 'Choose one of the options.']);
    assert.deepEqual(await described(page, 'name'), [null]);
    assert.equal(await page.locator(':focus').getAttribute('name'), 'email');
    await page.getByRole('link', { name: 'Guests' }).click();
    assert.equal(await page.locator(':target').getAttribute('name'), 'guests');
    // Still wrong: the service answers with the page again, which still knows the website.
    await page.locator('form').evaluate((form) => form.setAttribute('novalidate', ''));
    await page.getByRole('button').click();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByRole('link', { name: 'You come' }).count(), 1);
    await page.getByLabel('Your email').fill('ada@example.com');
    await page.getByLabel('by train').check();
    await page.getByRole('button').click();
    await page.waitForURL(`${site.origin}/`);
    assert.deepEqual(problems, []);
    const [mail, ...others] = deliveries();
    assert.deepEqual(others, []);
    assert.equal(mail?.email.subject, 'A booking');
    const text = mail?.email.text ?? '';
    const facts = text.slice(text.indexOf('| '), text.indexOf('-- '));
    const shown = facts.replace(/^\| ?/gm, '').trim();
    assert.equal(
      shown,
      [
        'Your name:\n  Ada "Lovelace"',
        'Your email:\n  ada@example.com',
        'Guests:\n  (empty)',
        'Room:\n  Small room',
        'You come:\n  by train',
        'Meals:\n  breakfast\n  dinner',
        'Message:\n  one\n  two',
        'tag:\n  x\n  y',
      ].join('\n\n'),
    );
  });

  it('a field that the form refuses is shown and left out of what is sent again', async (test) => {
    const site = await startFormSite(test);
    const settings = { fields: FIELDS.slice(0, 1), unknown_fields: 'refuse' };
    const { form_id } = await service.activeRoute({ email: 'refuse@example.com', settings });
    service.sink.mails.length = 0;
    const sent: Sent[] = [
      ['name', 'Ada'],
      ['wish', 'one\ntwo'],
      ['_subject', 'Kept'],
    ];
    const { page } = await sendFrom(site, form_id, sent);
    assert.match(await page.locator('#left-out').innerText(), /wish\s+one\s+two/);
    await page.getByRole('button').click();
    await page.getByRole('heading', { name: 'Message sent' }).waitFor();
    const [mail] = deliveries();
    assert.equal(mail?.email.subject, 'Kept');
    assert.doesNotMatch(mail?.email.text ?? '', /wish/);
  });

  it('names, labels, options and values cannot break out of the page', async (test) => {
    const site = await startFormSite(test);
    const fields: FormField[] = (['text', 'textarea', 'email', 'tel', 'number'] as const).map(
      (type) => ({ name: `${type} ${HOSTILE}`, label: HOSTILE, type, placeholder: HOSTILE }),
    );
    fields.push(
      { name: 'p', label: HOSTILE, pattern: `${HOSTILE.replace(/[()]/g, '.')}x`, required: true },
      { name: 's', label: HOSTILE, type: 'select', options: [{ value: HOSTILE, label: HOSTILE }] },
      { name: 'r', label: HOSTILE, type: 'radio', options: [HOSTILE, 'other'] },
      { name: 'c', type: 'checkbox', options: [{ value: HOSTILE, label: HOSTILE }] },
    );
    const settings = { fields, unknown_fields: 'refuse' };
    const { form_id } = await service.activeRoute({ email: 'hostile@example.com', settings });
    const sent = [...fields.map(({ name }) => name), `unknown ${HOSTILE}`, `_test`].map(
      (name): Sent => [name, HOSTILE],
    );
    const { page, problems } = await sendFrom(site, form_id, sent, true);
    assert.equal(await page.locator('img, script').count(), 0);
    assert.deepEqual(problems, []);
    for (const name of ['text', 'textarea', 'email', 'tel']) {
      assert.equal(await page.locator(`[name^="${name} "]`).inputValue(), HOSTILE, name);
    }
    assert.equal(await page.locator('select').inputValue(), HOSTILE);
    assert.equal(await page.locator('[name=r]:checked, [name=c]:checked').count(), 2);
    assert.equal(await page.locator('[name=_test]').inputValue(), HOSTILE);
    assert.match(await page.locator('#left-out').innerText(), /unknown "'></);
  });
});
