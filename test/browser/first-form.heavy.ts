import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import type { Page } from 'playwright-core';
import { wordsOf } from '../../src/catalogs/languages.ts';
import { startBrowser } from '../support/browser.ts';
import { OWNER, startService } from '../support/service.ts';
import { button } from './open-start.ts';

/** Keeps the script of a page back until it is let go. */
async function holdScript(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** What is drawn, without the mark of the buttons that wait for the script. */
const drawn = (page: Page): Promise<string> =>
  page.evaluate(`document.querySelector('#app form').outerHTML.replaceAll(' disabled=""', '')`);

const browser = await startBrowser({ after });

for (const app of ['start', 'inbox'] as const) {
  it(`the first form of /${app} keeps what was typed before the script arrived`, async (test) => {
    const { url, sink } = await startService(test);
    const { page, problems } = await browser.visit({ width: 375 });
    test.after(() => page.context().close());
    const letGo = await holdScript(page);
    await page.goto(`${url}/${app}`, { waitUntil: 'commit' });
    const email = page.locator('#email');
    await email.pressSequentially(OWNER);
    // Nothing is sent yet, and nothing gets into the address bar.
    await email.press('Enter');
    const sent = await drawn(page);
    letGo();
    await page.locator('#app form button[type=submit]:enabled').waitFor();
    assert.equal(await drawn(page), sent, 'the script draws what was there');
    assert.equal(await email.inputValue(), OWNER);
    assert.equal(await page.evaluate('document.activeElement.id'), 'email');
    assert.equal(page.url(), `${url}/${app}`);
    if (app === 'start') {
      const alias = await page.getByLabel(wordsOf('en').start.create.alias).inputValue();
      assert.equal(alias, wordsOf('en').start.create.aliasExample, 'a name that can be kept');
      await button(page, wordsOf('en').start.create.button).click();
      await page.locator('#endpoint').waitFor();
    } else {
      await button(page, wordsOf('en').inbox.signIn.button).click();
      await page.getByRole('heading', { name: wordsOf('en').inbox.signIn.sent }).waitFor();
    }
    assert.equal(sink.mails.length, app === 'start' ? 1 : 0);
    assert.deepEqual(problems, []);
  });

  it(`without scripts /${app} says what it needs, and shows no form`, async (test) => {
    const { url } = await startService(test);
    const { page } = await browser.visit({ javaScript: false });
    test.after(() => page.context().close());
    await page.goto(`${url}/${app}`);
    assert.ok((await page.locator('main').innerText()).includes(wordsOf('en')[app].noScript));
    assert.equal(await page.locator('form').isVisible(), false);
  });
}

it('a page whose script is of another version by now is loaded again, once', async (test) => {
  const { url } = await startService(test);
  const { page, problems } = await browser.visit();
  test.after(() => page.context().close());
  let loads = 0;
  await page.route('**/start', async (route) => {
    loads += 1;
    const response = await route.fetch();
    const text = (await response.text()).replaceAll(
      /start\.\w{16}\.js/g,
      'start.0123456789abcdef.js',
    );
    await route.fulfill({ response, ...(loads === 1 && { body: text }) });
  });
  await page.goto(`${url}/start`);
  await page.locator('#app form button[type=submit]:enabled').waitFor();
  assert.equal(loads, 2);
  assert.deepEqual(problems, []);
});
