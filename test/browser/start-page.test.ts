import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { LANGUAGE_TAGS, LANGUAGES } from '../../src/pages/language.ts';
import type { Overrides } from '../../src/service.ts';
import { words as de } from '../../src/start/browser/words/de.ts';
import { words as en } from '../../src/start/browser/words/en.ts';
import { words as es } from '../../src/start/browser/words/es.ts';
import { words as fr } from '../../src/start/browser/words/fr.ts';
import { words as zh } from '../../src/start/browser/words/zh.ts';
import { standing } from '../contract/scenario.ts';
import {
  expectAccessible,
  startBrowser,
  type TestBrowser,
  type VisitOptions,
} from '../support/browser.ts';
import { OWNER, startService, type TestService } from '../support/service.ts';

const WORDS = { de, en, es, fr, zh };

let browser: TestBrowser;

interface Start extends TestService {
  page: Page;
  problems: string[];
  origins: Set<string>;
}

/** A service, and its page in a browser. */
async function openStart(
  test: TestContext,
  options: VisitOptions = {},
  env: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<Start> {
  const service = await startService(test, env, overrides);
  const visit = await browser.visit(options);
  test.after(() => visit.page.context().close());
  await visit.page.goto(`${service.url}/start`);
  await visit.page.locator('#email').waitFor();
  return { ...service, ...visit };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function create({ page }: Start, email = OWNER, words = en): Promise<void> {
  await page.getByLabel(words.create.email).fill(email);
  await page.getByLabel(words.create.alias).fill('Contact form');
  await button(page, words.create.button).click();
}

async function confirmInbox({ page, confirm, verificationToken }: Start): Promise<void> {
  await page.locator('.waiting').waitFor();
  await confirm(verificationToken());
  await page.locator('pre.code').first().waitFor();
}

const focused = (page: Page): Promise<string> =>
  page.evaluate('document.activeElement.innerText ?? ""');

const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /./ });

/** The id of the form whose endpoint is shown. */
async function shownForm(page: Page): Promise<string> {
  const endpoint = await page.locator('#endpoint').innerText();
  return endpoint.slice(endpoint.lastIndexOf('/') + 1);
}

describe('the page where a person creates a form', () => {
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());

  for (const scheme of ['light', 'dark'] as const) {
    it(`walks from an address to a delivered test, in ${scheme}`, async (test) => {
      const width = scheme === 'dark' ? 320 : 1200;
      const start = await openStart(test, { scheme, width });
      const { page, sink, url } = start;
      await expectAccessible(page);
      await create(start);
      await page.getByText(en.confirm.look(OWNER)).waitFor();
      assert.equal(await focused(page), `2\n${en.steps.confirm}`);
      await expectAccessible(page);
      await confirmInbox(start);
      assert.equal(await focused(page), `3\n${en.steps.code}`);
      const formId = await shownForm(page);
      const code = await page.locator('pre.code').innerText();
      assert.ok(code.includes(`action="${url}/f/${formId}"`), code);
      await button(page, en.test.button).click();
      await page.getByText(en.test.delivered).waitFor();
      await page.getByText(en.test.used('1', '250')).waitFor();
      await expectAccessible(page);
      assert.equal(sink.mails.length, 2);
      assert.match(sink.mails[1]?.email.subject ?? '', /^\[Test\] /);
      assert.match(sink.mails[1]?.email.text ?? '', new RegExp(en.test.example));
      const wide: number = await page.evaluate('document.documentElement.scrollWidth');
      assert.ok(wide <= width, `the page is ${wide} px wide`);
      assert.deepEqual(start.problems, []);
      assert.deepEqual([...start.origins], [url]);
    });
  }

  it('copies the code of each framework, and the token', async (test) => {
    const start = await openStart(test);
    const { page, request } = start;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const clipboard = (): Promise<string> => page.evaluate('navigator.clipboard.readText()');
    await create(start);
    await page.getByRole('button', { name: `${en.copy}: ${en.create.token}` }).click();
    await page.getByRole('button', { name: `${en.copied}: ${en.create.token}` }).waitFor();
    assert.equal(await clipboard(), await page.locator('#token').innerText());
    await confirmInbox(start);
    const formId = await shownForm(page);
    for (const [name, framework] of [
      ['React', 'react'],
      ['Next.js', 'nextjs'],
    ] as const) {
      await page.getByRole('radio', { name }).check();
      const { json } = await request(`/v1/routes/${formId}/install?framework=${framework}`);
      const { path, content } = json.files[0];
      await page.getByRole('button', { name: `${en.copy}: ${path}` }).click();
      await page.getByRole('button', { name: `${en.copied}: ${path}` }).waitFor();
      assert.equal(await clipboard(), content);
    }
    assert.deepEqual(start.problems, []);
  });

  it('shows a token that deletes the form, and keeps it nowhere', async (test) => {
    const start = await openStart(test);
    const { page, request } = start;
    await create(start);
    await page.getByText(en.create.tokenHint).waitFor();
    const kept = 'localStorage.length + sessionStorage.length + document.cookie.length';
    assert.equal(await page.evaluate(kept), 0);
    assert.deepEqual(await page.context().cookies(), []);
    const authorization = `Bearer ${await page.locator('#token').innerText()}`;
    const path = `/v1/routes/${await shownForm(page)}`;
    const deleted = await request(path, { method: 'DELETE', headers: { authorization } });
    assert.equal(deleted.status, 200);
    await alert(page).getByText(en.errors.route_not_found).waitFor();
  });

  it('goes by keyboard alone', async (test) => {
    const start = await openStart(test);
    const { page, sink } = start;
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('Tab');
    await page.keyboard.type(OWNER);
    await press('Tab');
    await page.keyboard.type('Contact form');
    await press('Enter');
    await confirmInbox(start);
    await press('Tab', 'ArrowRight');
    await page.getByRole('region', { name: 'contact-form.js' }).waitFor();
    for (let tabs = 0; tabs < 20 && (await focused(page)) !== en.test.button; tabs += 1) {
      await press('Tab');
    }
    await press('Enter');
    await page.getByText(en.test.delivered).waitFor();
    assert.equal(sink.mails.length, 2);
    assert.deepEqual(start.problems, []);
  });

  it('opens the code at once for an inbox that has confirmed before', async (test) => {
    const start = await openStart(test);
    await start.activeRoute();
    await create(start);
    await start.page.locator('pre.code').first().waitFor();
    assert.equal(await focused(start.page), `3\n${en.steps.code}`);
  });

  for (const language of LANGUAGES) {
    it(`speaks ${language}, as the browser asks or as its link was picked`, async (test) => {
      const words = WORDS[language];
      const start = await openStart(test, { locale: LANGUAGE_TAGS[language] });
      const { page, url } = start;
      await expectAccessible(page);
      assert.equal(await page.locator('html').getAttribute('lang'), LANGUAGE_TAGS[language]);
      assert.equal(await page.locator('h1').innerText(), words.title);
      await create(start, OWNER, words);
      await page.getByText(words.confirm.look(OWNER)).waitFor();
      await expectAccessible(page);
      assert.deepEqual(start.problems, []);
      const other = await browser.visit({ locale: 'ja' });
      test.after(() => other.page.context().close());
      await other.page.goto(`${url}/start`);
      await other.page.getByRole('link', { name: words.name }).click();
      await other.page.getByLabel(words.create.email).waitFor();
    });
  }
});

describe('errors on the page where a person creates a form', () => {
  before(async () => {
    browser = await startBrowser();
  });
  after(() => browser.close());

  it('are said in words, with their code', async (test) => {
    const start = await openStart(test, { locale: 'de' });
    await create(start, 'ada@localhost', de);
    await alert(start.page).getByText(de.errors.invalid_email).waitFor();
    await alert(start.page).getByText('invalid_email').waitFor();
    await expectAccessible(start.page);
  });

  it('say how long to wait', async (test) => {
    const start = await openStart(test, {}, { CREATE_RATE_PER_MINUTE: '1' }, standing());
    await start.create({ email: 'somebody-else@example.com' });
    await create(start);
    const notice = alert(start.page).getByText(en.errors.rate_limited);
    assert.match(await notice.innerText(), /Try again in \d+ seconds?\./);
    assert.equal(start.sink.mails.length, 1);
  });

  it('leave a way to try again, which makes one form', async (test) => {
    const start = await openStart(test);
    const { page, sink } = start;
    await page.context().setOffline(true);
    await create(start);
    await alert(page).getByText(en.errors.unreachable).waitFor();
    await page.context().setOffline(false);
    await button(page, en.create.button).click();
    await page.getByText(en.confirm.look(OWNER)).waitFor();
    assert.equal(await alert(page).count(), 0);
    assert.equal(sink.mails.length, 1);
  });

  it('of the mail server show beside the test', async (test) => {
    const start = await openStart(test);
    await create(start);
    await confirmInbox(start);
    start.sink.refuseWith({ code: 550, text: 'no' });
    await button(start.page, en.test.button).click();
    await alert(start.page).getByText(en.errors.delivery_failed).waitFor();
    start.sink.refuseWith(undefined);
    await button(start.page, en.test.button).click();
    await start.page.getByText(en.test.delivered).waitFor();
    assert.equal(await alert(start.page).count(), 0);
  });
});
