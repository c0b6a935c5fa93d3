import assert from 'node:assert/strict';
import { after, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import PostalMime, { type Email } from 'postal-mime';
import type { InstallArtifact } from '../../src/contract/schemas.ts';
import { expectAccessible, startBrowser } from '../support/browser.ts';
import { answersIn } from '../support/answered-form.ts';
import { startChatServices } from '../support/chat-services.ts';
import { answerCopy, mailTo, questionTo } from '../support/copied-form.ts';
import { decryptPgp } from '../support/encrypted-form.ts';
import { startFormSite } from '../support/form-site.ts';
import { makeKey } from '../support/openpgp-key.ts';
import { OWNER } from '../support/service.ts';
import { solutionOf } from '../support/solve-challenge.ts';
import { until } from '../support/until.ts';
import { wrapInPage } from '../install/plain-page.ts';
import { inboxWords, openForm, openInbox, signIn, type Inbox } from './open-inbox.ts';
import { button } from './open-start.ts';

const en = inboxWords('en');
const PHONE = 375;
const COLLEAGUE = 'colleague@example.net';
const VISITOR = 'ada@visitors.example';
const SENT = 'Thank you. Your message was received.';
const HELLO = 'Hello from the garden: is the ladder still there?';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const FILES = [
  { name: 'ladder.png', mimeType: 'image/png', buffer: PNG },
  { name: 'Grüße 庭.txt', mimeType: 'text/plain', buffer: Buffer.from('Two steps.\n') },
];

const browser = await startBrowser({ after });

/** Adds name, email, message and a field for files, which are let in by it. */
async function composeFields(page: Page): Promise<void> {
  await button(page, en.composer.begin).click();
  await button(page, en.composer.kinds.file).click();
  const part = page.locator('.composer');
  await part.getByLabel(en.composer.members.label).fill('Photos');
  await part.getByLabel(en.composer.members.multiple).check();
  assert.ok(await page.getByLabel(en.editors.files.allow).isChecked());
  await page.getByLabel(en.names.challenge).selectOption('always');
}

async function save(page: Page): Promise<void> {
  await button(page, en.editor.save).click();
  await page.locator('.notice.good').getByText(en.editor.saved).waitFor();
}

/** Sends the form from a website, with the code that /inbox shows for it, on a phone. */
async function sendFromPhone(test: TestContext, inbox: Inbox, formId: string): Promise<void> {
  const { json } = await inbox.request(`/v1/routes/${formId}/install`);
  const site = await startFormSite(test);
  site.show(wrapInPage((json as unknown as InstallArtifact).files[0]?.content ?? ''));
  const { page, problems } = await browser.visit({ width: PHONE, scheme: 'dark' });
  test.after(() => page.context().close());
  await page.goto(site.origin);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill(VISITOR);
  await page.getByLabel('Message').fill(HELLO);
  await page.getByLabel('Photos').setInputFiles(FILES);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText(SENT).waitFor();
  assert.deepEqual(
    problems.filter((text) => !text.startsWith('Failed to load')),
    [],
  );
}

/** Sends the form as a program does; resolves to the report of the delivery. */
async function sendByProgram({ request }: Inbox, formId: string, email: string) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ name: 'Bob', email, message: HELLO })) {
    body.append(name, value);
  }
  for (const { name, mimeType, buffer } of FILES) {
    body.append('photos', new File([new Uint8Array(buffer)], name, { type: mimeType }));
  }
  const challenge = await request(`/v1/routes/${formId}/challenge`);
  body.append('altcha', solutionOf(challenge.json));
  const headers = { accept: 'application/json' };
  const { status, json } = await request(`/f/${formId}`, { method: 'POST', headers, body });
  assert.equal(status, 200, JSON.stringify(json));
  return (json as unknown as { delivery: Record<string, string> }).delivery;
}

const expectMessage = ({ text = '', attachments, replyTo }: Email, email: string) => {
  assert.ok(text.includes(HELLO), text);
  assert.deepEqual(
    attachments.map(({ filename, mimeType }) => [filename, mimeType]),
    FILES.map(({ name, mimeType }) => [name, mimeType]),
  );
  assert.deepEqual(
    attachments.map(({ content }) => Buffer.from(content as ArrayBuffer)),
    FILES.map(({ buffer }) => buffer),
  );
  assert.equal(replyTo?.[0]?.address, email);
};

it('a form with fields, files, challenge, a copy, a chat and an answer is made in /inbox, and used', async (test) => {
  const chats = await startChatServices(test);
  const { env, receivers } = chats;
  const inbox = await openInbox(browser, test, { width: PHONE }, { receivers }, env);
  const { page, sink } = inbox;
  const { form_id: formId } = await inbox.activeRoute();
  await signIn(inbox, page);
  await openForm(page, ['fields', 'spam', 'delivery', 'files']);
  await composeFields(page);
  await button(page, en.editors.copies.add).click();
  await page.keyboard.type(COLLEAGUE);
  await button(page, 'Slack').click();
  await page.keyboard.type(chats.target('slack').url ?? '');
  await page.locator('#auto_reply-subject').fill('{form} has your message');
  await page.locator('#auto_reply-text').fill('Thank you. We answer within a day.');
  await expectAccessible(page);
  await save(page);
  await page.locator('.standing').getByText(en.editors.copies.states.asked).waitFor();
  await until('the question', () => sink.mails.at(-1)?.recipients.includes(COLLEAGUE) ?? false);
  assert.equal((await answerCopy(inbox, questionTo(inbox, COLLEAGUE))).status, 200);

  sink.mails.length = 0;
  await sendFromPhone(test, inbox, formId);
  await until('all mails', () => sink.mails.length === 3 && chats.calls.length === 1);
  for (const address of [OWNER, COLLEAGUE]) {
    const mail = mailTo(inbox, address);
    expectMessage(mail.email, VISITOR);
    assert.ok(!mail.raw.includes(address === OWNER ? COLLEAGUE : OWNER));
  }
  const [answer] = answersIn(inbox);
  assert.deepEqual(answer?.recipients, [VISITOR]);
  assert.equal(answer?.from, '');
  assert.equal(answer?.email.subject, 'Contact form has your message');
  assert.ok(!answer?.raw.includes(HELLO));
  const [call] = chats.calls;
  assert.deepEqual(call?.faults, []);
  assert.ok(call?.body.includes(HELLO));

  sink.mails.length = 0;
  const delivery = await sendByProgram(inbox, formId, 'bob@visitors.example');
  assert.deepEqual(delivery, {
    email: 'delivered',
    slack: 'queued',
    copies: 'delivered',
    auto_reply: 'sent',
  });
  await until('all mails', () => sink.mails.length === 3 && chats.calls.length === 2);
  expectMessage(mailTo(inbox, OWNER).email, 'bob@visitors.example');
  assert.ok(!inbox.logText().includes('ladder'));
});

it('a form with encryption is made in /inbox, and only its owner reads what is sent', async (test) => {
  const { armored, privateKey } = await makeKey(OWNER);
  const inbox = await openInbox(browser, test, { width: PHONE });
  const { page, sink } = inbox;
  const { form_id: formId } = await inbox.activeRoute();
  await signIn(inbox, page);
  await openForm(page, ['fields', 'spam', 'privacy', 'files']);
  await composeFields(page);
  await page.locator('#encryption-key').fill(armored);
  await save(page);

  sink.mails.length = 0;
  await sendFromPhone(test, inbox, formId);
  await sendByProgram(inbox, formId, VISITOR);
  assert.equal(sink.mails.length, 2);
  for (const mail of sink.mails) {
    for (const word of [HELLO, VISITOR, 'ladder', 'Two steps']) assert.ok(!mail.raw.includes(word));
    const inner = await decryptPgp(mail, privateKey);
    expectMessage(await PostalMime.parse(Buffer.from(inner, 'latin1')), VISITOR);
  }
});
