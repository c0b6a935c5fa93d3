import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { startBrowser } from '../support/browser.ts';
import { callWith, inboxTokenIn, linkTokenOf, sessionOf } from '../support/inbox-session.ts';
import { OWNER } from '../support/service.ts';
import { askForLink, inboxWords, linkIn, openInbox, openLabel, openParts } from './open-inbox.ts';
import { alert, button } from './open-start.ts';

const en = inboxWords('en');

const browser = await startBrowser({ after });

it('the inbox page names the inbox that a link opens, and signs out everywhere', async (test) => {
  const inbox = await openInbox(browser, test);
  const { page } = inbox;
  await inbox.activeRoute();
  await askForLink(inbox, page);
  await page.getByText(en.signIn.often).waitFor();
  // Of somebody else's link only the name can be exchanged, and then it does not hold.
  const [, ...sealed] = linkTokenOf(inbox, 'stranger@example.com').split('.');
  const [named = ''] = inboxTokenIn(inbox.sink.mails.at(-1) ?? assert.fail('no mail')).split('.');
  await page.goto(`${inbox.url}/inbox#token=${[named, ...sealed].join('.')}`);
  await button(page, openLabel()).click();
  await alert(page).getByText(en.errors.session_invalid).waitFor();
  await page.goto(`${inbox.url}/inbox#token=${linkTokenOf(inbox, 'stranger@example.com')}`);
  await button(page, openLabel(en, 'stranger@example.com')).waitFor();
  await page.goto(linkIn(inbox));
  await button(page, openLabel()).click();
  await openParts(page, 'inbox-settings');
  const other = sessionOf(inbox, OWNER);
  await button(page, en.list.leaveAll).click();
  await page.getByLabel(en.signIn.email).waitFor();
  const list = await callWith(inbox, 'GET', '/v1/inbox/routes', { bearer: other });
  assert.equal(list.json.error, 'session_invalid');
});
