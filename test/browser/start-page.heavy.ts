import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { wordsOf } from '../../src/catalogs/languages.ts';
import { expectAccessible, startBrowser } from '../support/browser.ts';
import { startPrefixProxy } from '../support/prefix-proxy.ts';
import { OWNER, startService } from '../support/service.ts';
import {
  button,
  confirmInbox,
  create,
  expectLanguage,
  focused,
  makeForm,
  openStart,
  passPollInterval,
  shownForm,
  shownToken,
  startWords,
  alert,
} from './open-start.ts';

const HALF_PAST_TWELVE = Date.UTC(2026, 10, 21, 12, 30);

const en = startWords('en');

const browser = await startBrowser({ after });

for (const scheme of ['light', 'dark'] as const)
  it(`the start page leads from an address to a delivered test, in ${scheme}`, async (test) => {
    const width = scheme === 'dark' ? 320 : 1200;
    const start = await openStart(browser, test, { scheme, width });
    const { page, sink, url } = start;
    await expectAccessible(page);
    await create(start);
    await page.getByText(en.confirm.look.replace('{email}', OWNER)).waitFor();
    assert.equal(await focused(page), `2\n${en.steps.confirm}`);
    await expectAccessible(page);
    await confirmInbox(start);
    assert.equal(await focused(page), `3\n${en.steps.code}`);
    const formId = await shownForm(page);
    const [own, line] = await page.locator('pre.code').allInnerTexts();
    assert.equal(own, `action="${url}/f/${formId}" method="post"`);
    assert.equal(line, `<script type="module" src="${url}/form.js"></script>`);
    await makeForm(page);
    const code = await page.locator('pre.code', { hasText: '<form' }).innerText();
    assert.ok(code.includes(`action="${url}/f/${formId}"`), code);
    await button(page, en.test.button).click();
    await page.getByText(en.test.delivered).waitFor();
    await page.getByText(en.test.used.replace('{used}', '1').replace('{limit}', '250')).waitFor();
    await expectAccessible(page);
    const { subject = '', text = '' } = sink.mails[1]?.email ?? {};
    assert.match(subject + text, new RegExp(`^\\[Test\\] [^]*${wordsOf('en').samples.message}`));
    assert.doesNotMatch(text, /\/spam\?token=/, 'its token shows that it is no stranger’s');
    const wide: number = await page.evaluate('document.documentElement.scrollWidth');
    assert.ok(wide <= width, `the page is ${wide} px wide`);
    assert.deepEqual([sink.mails.length, start.problems], [2, []]);
    assert.deepEqual([...start.origins], [url]);
  });

it('the start page copies the code of each framework, and the token', async (test) => {
  const start = await openStart(browser, test);
  const { page, request } = start;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const clipboard = (): Promise<string> => page.evaluate('navigator.clipboard.readText()');
  await create(start);
  const token = await shownToken(page);
  await page.getByRole('button', { name: `${en.copy}: ${en.create.token}` }).click();
  await page.getByRole('button', { name: `${en.copied}: ${en.create.token}` }).waitFor();
  assert.equal(await clipboard(), token);
  await confirmInbox(start);
  const formId = await shownForm(page);
  await makeForm(page);
  for (const [name, framework, style] of [
    ['React', 'react', 'script'],
    ['Next.js', 'nextjs', 'inline'],
  ] as const) {
    await page.getByRole('radio', { name }).check();
    await page.getByRole('radio', { name: en.code.styles[style] }).check();
    const query = `framework=${framework}&style=${style}`;
    const { json } = await request(`/v1/routes/${formId}/install?${query}`);
    const { path, content } = json.files[0];
    await page.getByRole('button', { name: `${en.copy}: ${path}` }).click();
    await page.getByRole('button', { name: `${en.copied}: ${path}` }).waitFor();
    assert.equal(await clipboard(), content);
  }
  assert.deepEqual(start.problems, []);
});

it('the start page selects what it may not copy, and says so', async (test) => {
  const start = await openStart(browser, test);
  const { page } = start;
  // As in every page that came without https.
  await page.evaluate('delete Navigator.prototype.clipboard');
  await create(start);
  await page.getByRole('button', { name: `${en.copy}: ${en.create.endpoint}` }).click();
  await page.getByRole('status').getByText(en.copyFailed).waitFor();
  const selected: string = await page.evaluate('String(getSelection())');
  assert.equal(selected.trim(), await page.locator('#endpoint').innerText());
});

it('the start page tells screen readers what came, and asks before fields are lost', async (test) => {
  const start = await openStart(browser, test);
  const { page } = start;
  const said = page.locator('.unseen[role=status]');
  await create(start);
  await said.getByText(en.create.done).waitFor();
  await confirmInbox(start);
  await makeForm(page);
  await said.getByText(en.code.shown.replace('{framework}', 'HTML')).waitFor();
  await page.goto(`${start.url}/start?new`);
  await page.locator('.options summary').click();
  await button(page, en.composer.begin).click();
  const dialog = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  assert.equal((await dialog).type(), 'beforeunload');
  await (await dialog).accept();
});

it('the start page resends the email as often as the inbox may get one', async (test) => {
  const start = await openStart(browser, test, {}, {}, { now: () => HALF_PAST_TWELVE });
  const { page, sink } = start;
  await create(start);
  await page.locator('.waiting').waitFor();
  for (const mails of [2, 3]) {
    const taken = sink.taken(1);
    await button(page, en.confirm.again).click();
    await taken;
    await page.locator('.notice.good').getByText(en.confirm.sent).waitFor();
    assert.equal(sink.mails.length, mails);
  }
  await button(page, en.confirm.again).click();
  const notice = alert(page).getByText(en.errors.rate_limited);
  assert.match(await notice.innerText(), /Try again in 70 minutes\./);
  assert.equal(sink.mails.length, 3);
  await expectAccessible(page);
  await confirmInbox(start);
  assert.match(await shownToken(page), /^lsm_/);
});

it('the start page links to the preview mailbox if mails go there', async (test) => {
  const start = await openStart(browser, test, {}, { SMTP_URL: '', MAIL_FROM: '' });
  await create(start);
  const popup = start.page.waitForEvent('popup');
  await start.page.getByRole('link', { name: en.preview }).click();
  await (await popup).getByRole('heading', { name: 'Preview mailbox' }).waitFor();
});

it('the start page shows a token that deletes the form, and keeps it in its tab alone', async (test) => {
  const start = await openStart(browser, test);
  const { page, request } = start;
  await create(start);
  await page.locator('.waiting').waitFor();
  const kept = 'localStorage.length + document.cookie.length';
  assert.equal(await page.evaluate(kept), 0);
  assert.deepEqual(await page.context().cookies(), []);
  const authorization = `Bearer ${await shownToken(page)}`;
  const path = `/v1/routes/${await shownForm(page)}`;
  const { json } = await request(`${path}/settings`, { headers: { authorization } });
  assert.deepEqual(json.settings, { challenge: 'suspicious' }, 'what the page proposes');
  const deleted = await request(path, { method: 'DELETE', headers: { authorization } });
  assert.equal(deleted.status, 200);
  await passPollInterval(page);
  await alert(page).getByText(en.errors.route_not_found).waitFor();
});

it('the start page works with the keyboard alone', async (test) => {
  const start = await openStart(browser, test);
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
  await press('Tab', 'ArrowRight', 'Tab', 'ArrowRight');
  await page.getByRole('region', { name: 'contact-form.css' }).waitFor();
  for (let tabs = 0; tabs < 20 && (await focused(page)) !== en.test.button; tabs += 1) {
    await press('Tab');
  }
  await press('Enter');
  await page.getByText(en.test.delivered).waitFor();
  assert.equal(sink.mails.length, 2);
  assert.deepEqual(start.problems, []);
});

it('the start page opens the code at once for a confirmed inbox', async (test) => {
  const start = await openStart(browser, test);
  await start.activeRoute();
  await create(start);
  await start.page.locator('pre.code').first().waitFor();
  assert.equal(await focused(start.page), `3\n${en.steps.code}`);
});

it('the start page works below a path of another website', async (test) => {
  const service = await startService(test);
  const base = await startPrefixProxy(test, '/forms', service.url);
  const visit = await browser.visit();
  test.after(() => visit.page.context().close());
  await visit.page.clock.install();
  await visit.page.goto(`${base}/start`);
  const start = { ...service, ...visit };
  await create(start);
  await confirmInbox(start);
  await button(visit.page, en.test.button).click();
  await visit.page.getByText(en.test.delivered).waitFor();
  assert.equal(service.sink.mails.length, 2);
  assert.deepEqual(visit.problems, []);
  assert.deepEqual([...visit.origins], [new URL(base).origin]);
});

it('the start page speaks German for a German browser or by its link', (test) =>
  expectLanguage(browser, test, 'de'));
