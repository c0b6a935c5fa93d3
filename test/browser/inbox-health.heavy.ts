import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { startDelivered } from '../support/bounced-form.ts';
import { expectAccessible, startBrowser } from '../support/browser.ts';
import { OWNER } from '../support/service.ts';
import { fillIn, inboxWords, openForm, signIn } from './open-inbox.ts';
import { button, focused } from './open-start.ts';

const en = inboxWords('en');

/** The beginning of a sentence, before its first placeholder. */
const begin = (sentence: string): string => sentence.slice(0, sentence.indexOf('{'));

const browser = await startBrowser({ after });

it('a form whose mail was called spam says so above all else, and its owner starts it again', async (test) => {
  const { service, token, complain, submit } = await startDelivered(test);
  const { page, problems } = await browser.visit({ width: 375 });
  test.after(() => page.context().close());
  assert.equal((await complain(token)).status, 200);
  assert.equal((await submit()).status, 503);
  await page.goto(`${service.url}/inbox`);
  await page.locator('#email').waitFor();
  await signIn(service, page);
  await openForm(page);
  const notice = page.locator('.head .notice');
  await notice.getByText(begin(en.health.complaint)).waitFor();
  assert.equal(await page.locator('.head .state').innerText(), en.states.complaint);
  assert.equal(await focused(page), 'Contact form', 'the report takes no focus');
  await expectAccessible(page);
  await button(page, en.manage.restart).press('Enter');
  await page.getByRole('status').getByText(en.manage.restarted).waitFor();
  await notice.waitFor({ state: 'detached' });
  assert.equal(await page.locator('.head .state').innerText(), en.states.active);
  assert.equal(await focused(page), 'Contact form');
  assert.equal((await submit()).status, 200);
  await page.reload();
  await notice.getByText(begin(en.health.healed)).waitFor();
  assert.deepEqual(problems, []);
});

it('a form whose inbox bounced says what to do, and says afterwards since when mail arrives', async (test) => {
  const { service, token, bounce, exchange } = await startDelivered(test);
  const { page } = await browser.visit({ scheme: 'dark', width: 375 });
  test.after(() => page.context().close());
  await page.goto(`${service.url}/inbox`);
  await page.locator('#email').waitFor();
  await signIn(service, page);
  assert.equal((await bounce(token)).status, 200);
  await openForm(page);
  await page.locator('.head .notice').getByText(begin(en.health.bounced)).waitFor();
  assert.equal(await page.locator('.head .state').innerText(), en.states.bounced);
  await expectAccessible(page);
  await button(page, en.manage.mailLink).press('Enter');
  const said = fillIn(en.manage.linkMailed, { email: OWNER });
  await page.getByRole('status').getByText(said).waitFor();
  assert.equal((await exchange()).status, 200);
  await page.reload();
  await page.locator('.head .notice.good').getByText(begin(en.health.healed)).waitFor();
  assert.equal(await page.locator('.head .state').innerText(), en.states.active);
});
