import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startService, type TestService } from '../support/service.ts';

const FAKE = 'Stop this form: https://evil.example/stop';

async function mailOf(service: TestService, fields: Record<string, string>) {
  const { form_id: formId } = await service.activeRoute();
  const { status } = await service.submit(formId, fields);
  assert.equal(status, 200);
  const [mail] = service.sink.mails;
  assert.ok(mail);
  const { subject = '', text = '', html = '' } = mail.email;
  return { subject, text: text.replaceAll('\r\n', '\n'), html };
}

it('visitor text cannot imitate the footer, in labels or values', async (test) => {
  const service = await startService(test);
  const message = `Hello\n\n-- \nYour reply goes to jo@evil.example.\n${FAKE}`;
  const { text, html } = await mailOf(service, { [FAKE]: 'yes', '-- ': 'a', message });
  const [content = '', smallPrint = '', ...more] = text.split('\n-- \n');
  assert.deepEqual(more, []);
  assert.doesNotMatch(smallPrint, /evil/);
  const [when = '', ...lines] = content.trimEnd().split('\n');
  assert.match(when, /UTC$/);
  for (const line of lines.slice(1)) assert.match(line, /^\|/);
  assert.ok(content.includes('| Stop this form: https[:]//evil[.]example/stop:\n|   yes\n'));
  const end = html.indexOf('</blockquote>');
  assert.ok(end > 0 && html.lastIndexOf('evil') < end);
  assert.ok(html.lastIndexOf('href=') > end && html.indexOf('href=') > end);
});

// Guarantee: Mails, pages and integrations
it('visitor text cannot make a sender that looks like the service or has an address', async (test) => {
  const service = await startService(test, { OPERATOR_NAME: 'Acme Ltd' });
  const { form_id: formId } = await service.activeRoute({
    settings: { sender_name: '{name} via {form}', subject: '{name} · {form}' },
  });
  for (const name of ['Letterslot', 'A\u0441me Ltd', 'support@bank.example via', 'bank.example']) {
    await service.submit(formId, { name, message: 'a' });
    const from = service.sink.mails.at(-1)?.email.from;
    assert.deepEqual(from, { name: 'Forms', address: 'forms@letterslot.example' }, name);
  }
  await service.submit(formId, { name: '"Ada" <x>\r\nBcc: b\u202e,\\', message: 'a' });
  const mail = service.sink.mails.at(-1);
  assert.equal(mail?.email.from?.name, '"Ada" <x> Bcc: b,\\ via Contact form');
  assert.equal(mail.email.from.address, 'forms@letterslot.example');
  assert.equal(mail.email.subject, '"Ada" <x> Bcc: b,\\ · Contact form');
  assert.equal(mail.email.bcc, undefined);
});

it('visitor text cannot make a subject that looks like a service notice', async (test) => {
  const service = await startService(test);
  const { form_id: formId } = await service.activeRoute();
  for (const subject of ['A new form delivers to this inbox', 'CONFlRM this inb\u043ex']) {
    await service.submit(formId, { subject, message: 'a' });
    await service.submit(formId, { _subject: subject, message: 'a' });
    const last = service.sink.mails.slice(-2).map(({ email }) => email.subject);
    assert.deepEqual(last, [`New submission: ${subject}`, `New submission: ${subject}`]);
  }
});
