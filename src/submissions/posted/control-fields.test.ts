import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseSubmission } from './submission.ts';

type Input = Record<string, string | string[]>;

const parse = (input: Input) =>
  parseSubmission(
    new Map(
      Object.entries(input).map(([name, value]) => [name, Array.isArray(value) ? value : [value]]),
    ),
  );

const shown = (input: Input) => Array.from(parse({ message: 'x', ...input }).fields.keys());

describe('control fields', () => {
  for (const name of [
    'access_key',
    'g-recaptcha-response',
    'h-captcha-response',
    'cf-turnstile-response',
    'form-name',
    'recaptcha_response',
    'altcha',
    '_botpoison',
    'apikey',
    'apiKey',
    'accessKey',
    'recaptchaToken',
    'altchaToken',
    '_cc',
    '_bcc',
    '_autoresponse',
    '_webhook',
    '_template',
    '_captcha',
    '_url',
    '_blacklist',
    '_language',
    '_error',
    '_append',
    '_email.subject',
    '_email.template.footer',
    '_email[from]',
    '_feedback.success.title',
  ]) {
    it(`the control field ${name} is never printed and has no effect`, () => {
      assert.deepEqual(shown({ [name]: 'x' }), ['message']);
      const { given, fields, ...requests } = parse({ [name]: 'x' });
      assert.deepEqual(Array.from(given.keys()), [name]);
      assert.equal(fields.size, 0);
      assert.deepEqual(requests, { attachJson: false, trapped: false, replyTo: undefined });
    });
  }

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
    assert.deepEqual(requests, { attachJson: false, trapped: false, replyTo: undefined });
  });
});
