import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import type { FormSettingsView } from '../../src/contract/schemas.ts';
import { LANGUAGES, wordsOf } from '../../src/catalogs/languages.ts';
import { expectAccessible, startBrowser } from '../support/browser.ts';
import { until } from '../support/until.ts';
import {
  inboxWords,
  openForm,
  openGroups,
  openInbox,
  pressOn,
  signIn,
  type Inbox,
} from './open-inbox.ts';
import { alert, button } from './open-start.ts';
import { FINGERPRINT, octetsOf, PRIVATE_KEY, PUBLIC_KEY } from './owner-keys.ts';

const en = inboxWords('en');
const PHONE = 375;
const SLACK = 'https://hooks.slack.com/services/T000/B000/abcdefghijklmnopqrstuvwx';

async function settingsOf({ request }: Inbox, formId: string, token: string | undefined) {
  const path = `/v1/routes/${formId}/settings`;
  const answer = await request(path, { headers: { authorization: `Bearer ${token}` } });
  return (answer.json as unknown as FormSettingsView).settings;
}

const browser = await startBrowser({ after });

it('files, copies, places and an answer are set by keyboard, in /inbox', async (test) => {
  const inbox = await openInbox(browser, test, { scheme: 'dark', width: PHONE });
  const { page } = inbox;
  const { form_id: formId, management_token: token } = await inbox.activeRoute();
  await signIn(inbox, page);
  await openForm(page, ['spam', 'delivery', 'files']);
  const { keyboard } = page;
  const save = async () => {
    await button(page, en.editor.save).click();
    await page.locator('.notice.good').getByText(en.editor.saved).waitFor();
  };

  await page.getByLabel(en.editors.files.allow).check();
  await save();
  assert.deepEqual(await settingsOf(inbox, formId, token), { files: {} });
  await page.locator('#files').focus();
  await page.locator('#files-max_count').fill(' 7 ');
  await pressOn(page, '#files-max_bytes', 'End');
  await keyboard.type('2,5');
  await page.getByLabel(en.editors.files.images).check();
  await page.getByLabel(en.editors.files.others).fill('audio/*');
  await page.getByLabel(en.editors.files.allow).uncheck();
  await page.getByLabel(en.editors.files.allow).check();

  await button(page, en.editors.copies.add).press('Enter');
  await page.locator('#copies-0:focus').waitFor();
  await keyboard.type('colleague@example.com');
  await button(page, en.editors.copies.add).press('Enter');
  await page.locator('#copies-1:focus').waitFor();
  const second = en.editors.copies.address.replace('{number}', '2');
  await button(page, `${en.composer.remove}: ${second}`).press('Enter');
  await page.locator('#copies-add:focus').waitFor();
  await button(page, 'Slack').press('Enter');
  await page.locator('#targets-0-url:focus').waitFor();
  await keyboard.type(SLACK);

  await page.getByLabel(en.settings.auto_reply.members.subject, { exact: true }).fill('{form}');
  await page.getByLabel(en.settings.auto_reply.members.text, { exact: true }).fill('Thanks!');
  await page.locator('.answer').getByText('Contact form').waitFor();
  await expectAccessible(page);
  await button(page, en.editors.answer.set).press('Enter');
  await page.locator('#challenge').focus();
  await save();
  const { copies, targets, ...others } = await settingsOf(inbox, formId, token);
  // The token's holder sees that there is something, and not what.
  assert.match(JSON.stringify(copies), /^\["set:[\w-]{10}"\]$/);
  assert.match(String(targets?.[0]?.url), /^https:\/\/hooks\.slack\.com\/…set:[\w-]{10}$/);
  assert.equal(await page.locator('#copies-0').inputValue(), 'colleague@example.com');
  assert.equal(await page.locator('#targets-0-url').inputValue(), SLACK);
  assert.deepEqual(others, {
    challenge: 'always',
    files: { max_count: 7, max_bytes: 2_500_000, types: ['audio/*', 'image/*'] },
    auto_reply: { subject: '{form}', text: 'Thanks!' },
  });
  assert.equal(await page.locator('#files-max_bytes').inputValue(), '2.5');
  await page.locator('.standing').getByText(en.editors.copies.states.asked).waitFor();
  const asked = inbox.sink.mails.length;
  await button(page, en.editors.copies.again).click();
  await page.getByRole('status').getByText(en.editors.copies.askedAgain).waitFor();
  await until('the mail', () => inbox.sink.mails.length > asked);
  assert.deepEqual(inbox.sink.mails.at(-1)?.recipients, ['colleague@example.com']);
  await expectAccessible(page);
  assert.ok(await page.getByLabel(en.editors.files.images).isChecked());

  await page.locator('#files-max_count').fill('some');
  await page.locator('#files-max_bytes').fill('much');
  await page.getByLabel(en.editors.files.others).fill('audio/*\n\nnot a type');
  await button(page, en.editor.save).click();
  await alert(page).getByText(en.errors.settings_invalid).waitFor();
  await page.locator('#files-max_count:focus').waitFor();
  await page.getByText(en.faults['files.max_count']).waitFor();
  await page.reload();
  await openGroups(page, 'files', 'delivery');
  await page.locator('#files-max_bytes').waitFor();
  assert.equal(await page.locator('#files-max_bytes').inputValue(), 'much');
  await page.getByLabel(en.editors.files.allow).uncheck();
  await button(page, `${en.composer.remove}: colleague@example.com`).click();
  await button(page, `${en.composer.remove}: Slack`).click();
  await save();
  assert.deepEqual(Object.keys(await settingsOf(inbox, formId, token)), [
    'challenge',
    'auto_reply',
  ]);
  const wide: number = await page.evaluate('document.documentElement.scrollWidth');
  assert.ok(wide <= PHONE, `the page is ${wide} px wide`);
});

it('/inbox says if the operator has switched automatic replies off', async (test) => {
  const inbox = await openInbox(browser, test, {}, {}, { AUTO_REPLIES: 'off' });
  const { page } = inbox;
  await inbox.activeRoute();
  await signIn(inbox, page);
  await openForm(page, ['delivery']);
  await page.getByText(en.editors.answer.off).waitFor();
  assert.equal(await page.locator('#auto_reply-text').count(), 0);
});

it('the secret of a webhook is shown once, and a new one on demand, in /inbox', async (test) => {
  const inbox = await openInbox(browser, test, { width: PHONE });
  const { page, problems } = inbox;
  const { form_id: formId, management_token: token } = await inbox.activeRoute();
  await signIn(inbox, page);
  await openForm(page, ['emails', 'delivery']);
  const { targets: text } = en.editors;
  const save = async () => {
    await button(page, en.editor.save).click();
    await page.locator('.notice.good').getByText(en.editor.saved).waitFor();
  };
  const shown = () => page.locator('#targets-0-secret').innerText();
  await button(page, 'Webhook').click();
  await page.getByLabel('URL', { exact: true }).fill('https://hooks.example.com/forms');
  await save();
  const first = await shown();
  assert.match(first, /^whsec_/);
  await expectAccessible(page);
  assert.doesNotMatch(
    String(await page.evaluate('JSON.stringify({ ...sessionStorage })')),
    /whsec/,
  );
  await page.getByLabel(en.names.subject).fill('{form}');
  await save();
  assert.equal(await page.locator('#targets-0-secret').count(), 0);
  await page.getByLabel(text.rotate).check();
  await save();
  assert.match(await shown(), /^whsec_/);
  assert.notEqual(await shown(), first);
  const { targets } = await settingsOf(inbox, formId, token);
  assert.match(String(targets?.[0]?.url), /^https:\/\/hooks\.example\.com\/…set:[\w-]{10}$/);
  assert.deepEqual(problems, []);
});

it('a public key is taken by paste or from a file, and a private one never leaves, in /inbox', async (test) => {
  const inbox = await openInbox(browser, test);
  const { page } = inbox;
  const { form_id: formId, management_token: token } = await inbox.activeRoute();
  await signIn(inbox, page);
  await openForm(page, ['privacy']);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  const { encryption: text } = en.editors;
  const kept = () => page.evaluate('JSON.stringify({ ...sessionStorage })');
  const file = page.getByLabel(text.file);
  const choose = (name: string, buffer: Buffer) =>
    file.setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

  const key = page.getByLabel(en.settings.encryption.members.key, { exact: true });
  await key.fill(PRIVATE_KEY);
  await alert(page).getByText(text.private).waitFor();
  assert.equal(await key.inputValue(), '');
  await choose('mine.asc', Buffer.from(PRIVATE_KEY));
  await alert(page).getByText(text.private).waitFor();
  await choose('photo.png', Buffer.from('no key'));
  await alert(page).getByText(text.unreadable).waitFor();
  await expectAccessible(page);
  assert.doesNotMatch(String(await kept()), /PRIVATE|lFgEawOO/);

  await choose('owner.gpg', Buffer.from(octetsOf(PUBLIC_KEY)));
  await page.getByText(FINGERPRINT).waitFor();
  await key.fill(PUBLIC_KEY);
  await page.getByText(FINGERPRINT).waitFor();
  await button(page, en.editor.save).click();
  await page.locator('.notice.good').getByText(en.editor.saved).waitFor();
  const saved = { encryption: { type: 'openpgp', key: PUBLIC_KEY.trim() } };
  assert.deepEqual(await settingsOf(inbox, formId, token), saved);
  assert.ok(sent.every((body) => !/PRIVATE|lFgEawOO/.test(body)));
});

it('a public key is looked up with the mail provider, in /inbox', async (test) => {
  const gone = () => Promise.reject(new Error('no such host'));
  const inbox = await openInbox(browser, test, {}, { receivers: { resolve: gone } });
  const { page } = inbox;
  await inbox.activeRoute();
  await signIn(inbox, page);
  await openForm(page, ['privacy']);
  const { encryption: text } = en.editors;
  await button(page, text.lookUp).press('Enter');
  await alert(page).getByText(text.notListed).waitFor();
  await expectAccessible(page);
  // What a real directory answers is tested without a browser.
  const found = { success: true, type: 'openpgp', key: PUBLIC_KEY };
  await page.route('**/v1/inbox/encryption-key', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: found }) : route.continue(),
  );
  await button(page, text.lookUp).press('Enter');
  await page.getByText(FINGERPRINT).waitFor();
  assert.equal(await alert(page).getByText(text.notListed).count(), 0);
});

for (const language of LANGUAGES)
  it(`the editors of settings with parts fit a phone, in ${language}`, async (test) => {
    const words = inboxWords(language);
    const { tag } = wordsOf(language);
    const inbox = await openInbox(browser, test, { locale: tag, width: PHONE });
    const { page } = inbox;
    await inbox.activeRoute();
    await signIn(inbox, page, words);
    await openForm(page, ['spam', 'delivery', 'files', 'privacy']);
    await page.getByLabel(words.editors.files.allow).check();
    await button(page, words.editors.copies.add).click();
    for (const name of ['Webhook', 'Microsoft Teams', 'Telegram', 'ntfy', 'Discord']) {
      await button(page, name).click();
    }
    await page.locator('#auto_reply-text').fill('…');
    await page.locator('#encryption-key').fill(PUBLIC_KEY);
    await page.getByText(FINGERPRINT).waitFor();
    await expectAccessible(page);
    const wide: number = await page.evaluate('document.documentElement.scrollWidth');
    assert.ok(wide <= PHONE, `the page is ${wide} px wide`);
  });
