import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { expectAccessible, startBrowser } from '../support/browser.ts';
import { inboxWords, openForm, openInbox, signIn } from './open-inbox.ts';
import { button } from './open-start.ts';

const { editor, editors } = inboxWords('en');
const { copies } = editors;

it('the answers that an inbox gets copies of are chosen in /inbox', async (test) => {
  const browser = await startBrowser({ after });
  const inbox = await openInbox(browser, test);
  const options = ['Sales', 'Help me'];
  const fields = [{ name: 'topic', type: 'select', options }];
  const route = await inbox.activeRoute({ settings: { fields } });
  const { page } = inbox;
  await signIn(inbox, page);
  await openForm(page, ['delivery']);
  await button(page, copies.add).click();
  await page.locator('#copies-0').fill('a@example.com');
  await page.getByLabel(copies.only).selectOption('topic');
  await page.getByLabel(copies.answers).pressSequentially(options.join('|'));
  await expectAccessible(page);
  await button(page, editor.save).click();
  await page.locator('.notice.good').getByText(editor.saved).waitFor();
  const headers = { authorization: `Bearer ${route.management_token}` };
  const { json } = await inbox.request(`/v1/routes/${route.form_id}/settings`, { headers });
  assert.deepEqual(json.settings.copies[0].when, { field: 'topic', is: options });
});
