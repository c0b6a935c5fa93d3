import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { readContent } from '../../src/cli/receipts/receipt-mail.ts';
import { readReport } from '../../src/consent/bounces/read-report.ts';
import { bounceMail, bounceTokenIn } from '../support/bounce-mails.ts';
import { formWithConfirmedCopies } from '../support/copied-form.ts';
import { decryptPgp, encryptedForm } from '../support/encrypted-form.ts';
import { makeKey } from '../support/openpgp-key.ts';
import { OWNER, startService } from '../support/service.ts';
import { isDelivery, listen, startSmtpSink, type ReceivedMail } from '../support/smtp-sink.ts';

const FROM = 'spam@marked.example';
const APART = { MARKED_MAIL_FROM: `Unchecked forms <${FROM}>` };

/** Marked for the markup of its link and for a trap that no form has. */
const ODD = {
  name: 'Ada',
  email: 'ada@visitor.example',
  message: '[url=https://shop.example/a]cheap[/url]',
  _honey: 'x',
};
const PLAIN = { name: 'Ada', email: 'ada@visitor.example', message: 'See https://shop.example' };

/** A service whose marked submissions leave by a server of their own. */
async function startApart(test: TestContext, env: Record<string, string> = {}) {
  const marked = await startSmtpSink(test);
  const service = await startService(test, { ...APART, MARKED_SMTP_URL: marked.url, ...env });
  return { service, marked };
}

const sentTo = (mails: readonly ReceivedMail[]) =>
  mails.filter(isDelivery).flatMap(({ recipients }) => recipients);

const headerOf = ({ email }: ReceivedMail, name: string) =>
  email.headers.find(({ key }) => key === name)?.value ?? '';

it('a marked submission and its copies leave by the sender and the server of marked mail alone', async (test) => {
  const bounces = { BOUNCE_ADDRESS: 'bounces@forms.example' };
  const { service, marked } = await startApart(test, bounces);
  const { form_id } = await formWithConfirmedCopies(service, ['copy@example.org']);
  const first = await service.submit(form_id, PLAIN);
  const second = await service.submit(form_id, ODD);
  assert.deepEqual(first.json.delivery, { email: 'delivered', copies: 'delivered' });
  assert.deepEqual(second.json.delivery, { email: 'delivered', copies: 'delivered' });
  for (const { mails } of [service.sink, marked]) {
    assert.deepEqual(sentTo(mails).toSorted(), ['copy@example.org', OWNER]);
  }
  for (const mail of service.sink.mails.filter(isDelivery)) {
    assert.match(mail.from, /^bounces\+\w{38}@forms\.example$/);
    assert.equal(mail.email.from?.address, 'forms@letterslot.example');
    assert.match(mail.email.text ?? '', /https:\/\/shop\.example/);
  }
  for (const mail of marked.mails) {
    assert.deepEqual(mail.email.from, { name: 'Ada via Contact form', address: FROM });
    assert.match(mail.from, /^spam\+\w{38}@marked\.example$/);
    assert.match(mail.email.messageId ?? '', /@marked\.example>$/);
    assert.equal(mail.email.replyTo?.[0]?.address, 'ada@visitor.example');
    assert.match(headerOf(mail, 'list-unsubscribe'), /^<http/);
    const bounce = await readReport(Buffer.from(bounceMail({ to: mail.from })));
    assert.deepEqual([bounce?.token, bounce?.verdict], [bounceTokenIn(mail), 'gone']);
    assert.doesNotMatch(
      mail.raw.replaceAll('=\r\n', ''),
      /shop\.example|@visitor\.example(?!>?\r)/,
    );
    assert.equal(readContent(mail.email).fields.at(-1)?.value, ODD.message);
  }
});

it('without a server of its own, marked mail leaves by the one of all mail', async (test) => {
  const service = await startService(test, APART);
  const { form_id } = await service.activeRoute();
  await service.submit(form_id, PLAIN);
  await service.submit(form_id, ODD);
  const senders = service.sink.mails.map(({ from }) => from);
  assert.deepEqual(senders, ['forms@letterslot.example', FROM]);
  const { json } = await service.request('/ready');
  assert.deepEqual(json, { ready: true, checks: { store: 'ok', smtp: 'ok' } });
});

it('with its server away a marked submission is 503 and leaves by no other, and others go on', async (test) => {
  const { service, marked } = await startApart(test);
  const { form_id } = await service.activeRoute();
  await marked.close();
  const refused = await service.submit(form_id, ODD, { accept: 'application/json' });
  assert.equal(refused.status, 503);
  assert.deepEqual([refused.json.error, refused.json.retryable], ['delivery_failed', true]);
  assert.equal((await service.submit(form_id, PLAIN)).status, 200);
  assert.equal(service.sink.mails.length, 1);
  const { json } = await service.request('/ready');
  const checks = { store: 'ok', smtp: 'ok', marked_smtp: 'failed' };
  assert.deepEqual(json, { ready: true, checks });
  assert.match(service.logText(), /"event":"mail_server_unusable".*"marked":true/);
});

it('a server of marked mail that stalls holds up no other submission', async (test) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const stalled = new SMTPServer({
    closeTimeout: 100,
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      stream.resume();
      stream.on('end', () => {
        reach();
        void released.then(() => done());
      });
    },
  });
  const port = await listen(test, stalled);
  const service = await startService(test, {
    ...APART,
    MARKED_SMTP_URL: `smtp://127.0.0.1:${port}`,
    SMTP_CONNECTIONS: '1',
  });
  const { form_id } = await service.activeRoute();
  let answered = 0;
  const odd = Array.from({ length: 5 }, async (_none, at) => {
    const { status } = await service.submit(form_id, { ...ODD, message: `${ODD.message} ${at}` });
    answered += 1;
    return status;
  });
  await reached;
  for (let at = 0; at < 5; at += 1) {
    assert.equal((await service.submit(form_id, { message: `Hello ${at}` })).status, 200);
  }
  assert.equal(answered, 0);
  release();
  assert.deepEqual(await Promise.all(odd), [200, 200, 200, 200, 200]);
  assert.equal(service.sink.mails.length, 5);
});

it('an encrypted mail that is marked leaves by that sender, and inside it is inert too', async (test) => {
  const { service, marked } = await startApart(test);
  const { armored: key, privateKey } = await makeKey(OWNER);
  const form = await encryptedForm(service, { type: 'openpgp', key });
  assert.equal((await service.submit(form, ODD)).status, 200);
  const [mail] = marked.mails;
  assert.ok(mail);
  assert.deepEqual([mail.from, mail.email.from?.address], [FROM, FROM]);
  const inner = await PostalMime.parse(Buffer.from(await decryptPgp(mail, privateKey), 'latin1'));
  assert.equal(inner.from?.address, FROM);
  assert.match(inner.text ?? '', /\[url=shop\[\.\]example\/a\]/);
  assert.equal(readContent(inner).fields.at(-1)?.value, ODD.message);
});

it('without the settings a marked submission leaves like all mail, as it was submitted', async (test) => {
  const service = await startService(test);
  const { form_id } = await service.activeRoute();
  await service.submit(form_id, ODD);
  const [mail] = service.sink.mails;
  assert.equal(mail?.from, 'forms@letterslot.example');
  assert.match(mail.email.text ?? '', /\[url=https:\/\/shop\.example\/a\]/);
  assert.deepEqual(mail.email.attachments, []);
});
