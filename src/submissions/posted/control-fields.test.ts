import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SenderNames } from '../../mail/sender-name.ts';
import { mailSubjectOf, visitorNameOf } from '../../mail/mail-subject.ts';
import { parse, shown } from '../../../test/support/fields-of.ts';
import { listOf } from '../../../test/support/list-of.ts';

describe('control fields', () => {
  for (const name of listOf(`
    access_key g-recaptcha-response h-captcha-response cf-turnstile-response form-name
    recaptcha_response altcha _botpoison apikey apiKey accessKey recaptchaToken altchaToken _cc
    _bcc _autoresponse _webhook _template _captcha _url _blacklist _language _error _append
    _email.subject _email.template.footer _email[from] _feedback.success.title
  `))
    it(`the control field ${name} is never printed and has no effect`, () => {
      assert.deepEqual(shown({ [name]: 'x' }), ['message']);
      const { given, fields, ...requests } = parse({ [name]: 'x' });
      assert.deepEqual(Array.from(given.keys()), [name]);
      assert.equal(fields.size, 0);
      assert.deepEqual(requests, { attachJson: false, trapped: false, replyTo: undefined });
    });

  it('control fields do not include the names of recipients, which are plain text', () => {
    const input = {
      cc: 'a@x.example',
      bcc: 'b@x.example',
      to: 'c@x.example',
      ccemail: 'd@x.example',
      from: 'f',
      from_name: 'g',
      webhook: 'https://x.example/',
      name: 'h',
      _email: 'i@x.example',
    };
    const { given: _, fields, ...requests } = parse(input);
    assert.deepEqual(Array.from(fields.keys()), Object.keys(input));
    const none = { attachJson: false, trapped: false, replyTo: undefined, noReply: 'unused' };
    assert.deepEqual(requests, none);
  });
});

describe('JSON where a text is expected', () => {
  const data = [
    ['{"a":1}', ' [1, 2] ', '[]', '[["a"]]', 'true', 'false', 'null'],
    ['undefined', '[object Object]'],
  ].flat();
  for (const value of data)
    it(`${value} never reaches a subject or a name, and is shown where it was sent`, () => {
      const { subject, replyTo, fields } = parse({
        message: 'm',
        subject: value,
        name: value,
        email: value,
      });
      assert.deepEqual([subject, replyTo], [undefined, undefined]);
      assert.deepEqual(Array.from(fields.keys()), ['message', 'subject', 'name', 'email']);
      assert.equal(visitorNameOf(fields), '');
      const route = { alias: 'Contact', language: 'en' as const };
      const settings = { subject: '{name} · {form}', sender_name: '{name}' };
      assert.equal(mailSubjectOf({ ...route, settings }, { fields }), 'Contact');
      const names = new SenderNames({ operator: 'Acme', sender: '' });
      assert.doesNotMatch(names.of({ ...route, settings }, fields) ?? '', /[[{]|true|null/);
    });

  for (const value of ['[Urgent] Help', '{name}', 'True North', 'nullable', '[1] and more'])
    it(`${value} is a subject`, () => assert.equal(parse({ subject: value }).subject, value));
});
