import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { expectAccessible, startBrowser } from '../support/browser.ts';
import { sessionOf } from '../support/inbox-session.ts';
import { makeKey } from '../support/openpgp-key.ts';
import { OWNER } from '../support/service.ts';
import { inboxWords, openForm, openInbox, signIn } from './open-inbox.ts';

const words = inboxWords('en');
const { ends, ended } = words.editors.encryption;

/** Seconds. */
const DAY = 86_400;

const browser = await startBrowser({ after });

it('a key that expires soon, or has expired, is named above the settings', async (test) => {
  const inbox = await openInbox(browser, test);
  const { page } = inbox;
  const route = await inbox.activeRoute();
  const authorization = `Bearer ${sessionOf(inbox, OWNER)}`;
  const notice = page.locator('p.notice');
  /** Sets a key, and lets the page ask about it. */
  const openWith = async (options: Parameters<typeof makeKey>[1]) => {
    const encryption = { type: 'openpgp', key: (await makeKey(OWNER, options)).armored };
    const { status } = await inbox.putSettings(route, { encryption }, { authorization });
    assert.equal(status, 200);
    const answered = page.waitForResponse('**/v1/inbox/encryption-key');
    await page.goto(`${inbox.url}/inbox`);
    await openForm(page, ['privacy']);
    await answered;
    await page.getByLabel(words.settings.encryption.members.key, { exact: true }).waitFor();
  };
  await signIn(inbox, page);
  await openWith({ keyExpirationTime: 10 * DAY });
  await notice.getByText(ends.slice(0, ends.indexOf('{'))).waitFor();
  await expectAccessible(page);
  await openWith({ keyExpirationTime: 20 * DAY });
  await page.waitForTimeout(200);
  assert.equal(await notice.count(), 0);
  // A key that has expired already cannot be set.
  const json = { success: false, error: 'settings_invalid', message: '', retryable: false };
  await page.route('**/v1/inbox/encryption-key', (asked) => asked.fulfill({ status: 400, json }));
  await openWith({});
  await notice.getByText(ended).waitFor();
});
