import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OWNER, startService } from '../support/service.ts';

const NOT_ONE_ADDRESS = [
  ['a@x.example, b@y.example', 'a@x.example;b@y.example'],
  ['friends: a@x.example, b@y.example;', 'A Person <a@x.example>'],
  ['<@relay.example:a@x.example>', 'a@x.example\r\nBcc: b@y.example'],
  ['a@x.example\nTo: b@y.example', '"a@x.example b"@y.example'],
  ['a@x.example (b@y.example)', 'jörg@x.example', 'a@localhost'],
  ['mailto:a@x.example', '=?utf-8?q?a?=@x.example?cc=b@y.example'],
].flat();

/** Fields by which other form services, or mail libraries, let a visitor address mail. */
const ADDRESSING = {
  to: 'other@evil.example',
  cc: 'other@evil.example',
  bcc: 'other@evil.example',
  _to: 'other@evil.example',
  recipient: 'other@evil.example',
  from: 'other@evil.example',
  sender: 'other@evil.example',
  'reply-to': 'other@evil.example',
  envelope: '{"to":"other@evil.example"}',
  headers: '{"bcc":"other@evil.example"}',
  raw: 'To: other@evil.example',
  attachments: '[{"path":"/etc/passwd"}]',
};

/** Control fields of other services, which are not even printed. */
const NOT_HONOURED = {
  _cc: 'other@evil.example',
  _bcc: 'other@evil.example',
  _autoresponse: 'You won! other@evil.example',
  _webhook: 'https://evil.example/',
  '_email.from': 'other@evil.example',
};

const JSON_TYPE = { 'content-type': 'application/json' };

describe('the address that a visitor gives', () => {
  it('a visitor address becomes Reply-To, marked as unverified', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    await service.submit(form_id, { message: 'hello', email: 'visitor@example.net' });
    const [mail] = service.sink.mails;
    assert.deepEqual(mail?.email.replyTo, [{ name: '', address: 'visitor@example.net' }]);
    assert.match(
      mail.email.text ?? '',
      /Replies go to the visitor\. Their name and address are unverified\./,
    );
  });

  it('a visitor address becomes Reply-To only if it is exactly one address', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    for (const email of NOT_ONE_ADDRESS) {
      assert.equal((await service.submit(form_id, { message: 'hello', email })).status, 200);
      const mail = service.sink.mails.at(-1);
      assert.doesNotMatch(mail?.raw ?? '', /^(reply-to|bcc|cc):/im, email);
      assert.deepEqual(mail?.recipients, [OWNER]);
      const text = mail.email.text ?? '';
      assert.doesNotMatch(text, /The form has no address to reply to\./, 'one stands above');
      assert.match(text, /To answer, copy the/);
    }
    assert.equal(service.sink.mails.length, NOT_ONE_ADDRESS.length);
  });
});

describe('a visitor', () => {
  // Guarantee: Mails, pages and integrations
  it('a visitor cannot add recipients: such fields are shown as text', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    const all = { ...ADDRESSING, ...NOT_HONOURED };
    const nested = Object.fromEntries(
      Object.entries(all).map(([name, value]) => [name, { address: value, path: value }]),
    );
    await service.submit(form_id, all);
    await service.request(`/f/${form_id}`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify(nested),
    });
    assert.equal(service.sink.mails.length, 2);
    for (const { from, recipients, raw, email } of service.sink.mails) {
      const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
      assert.deepEqual(recipients, [OWNER]);
      assert.equal(from, 'forms@letterslot.example');
      assert.deepEqual(email.from, { name: 'Forms', address: 'forms@letterslot.example' });
      assert.doesNotMatch(head, /evil|passwd|^(cc|bcc|reply-to|sender):/im);
      assert.equal(email.attachments.length, 0);
      for (const name of Object.keys(ADDRESSING))
        assert.match(email.text ?? '', RegExp(`^\\| ${name}:$`, 'm'));
      // Ids and tokens of the footer may hold such letters by chance.
      for (const name of Object.keys(NOT_HONOURED))
        assert.doesNotMatch(email.text ?? '', RegExp(`^\\| ${name}:$`, 'm'));
    }
  });

  it('a visitor cannot direct a reply to several addresses, or name its recipient', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    for (const name of ['email', '_replyto', 'replyto', 'replyTo']) {
      await service.submit(form_id, {
        [name]: 'ada@example.org, other@evil.example',
        name: 'Ada <other@evil.example>',
      });
    }
    assert.equal(service.sink.mails.length, 4);
    for (const { raw } of service.sink.mails) assert.doesNotMatch(raw, /^reply-to:/im);
  });

  it('a field name cannot write a mail header', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    await service.submit(form_id, {
      'x\r\nBcc: other@evil.example\r\ny': 'value',
      'Subject: changed': 'value',
    });
    const [mail] = service.sink.mails;
    assert.deepEqual(mail?.recipients, [OWNER]);
    assert.match(mail.email.subject ?? '', /^New submission: /);
    assert.equal(mail.email.bcc, undefined);
  });
});
