import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ServiceError } from '../../contract/service-error.ts';
import { parseSettings, type SettingsPlace } from './parse-settings.ts';
import type { Fault } from './schema-faults.ts';
import { WIDEST_LIMITS } from './setting-rules.ts';
import { listOf } from '../../../test/support/list-of.ts';

const PLACE: SettingsPlace = {
  path: '/settings',
  limits: {
    ...WIDEST_LIMITS,
    replyHosts: ['www.example.com', '*.example.org', 'shop.example.net'],
  },
};
const ANSWER = { subject: 'We got your message to {form}', text: 'Thank you.\nWe answer soon.' };
/** Anybody can write this into their settings. */
const SITE = {
  website: { name: 'Evil', url: 'https://www.evil.com/contact' },
  origins: ['https://*.evil.com', 'https://evil.com'],
};

/** The faults of a document with this answer, as pointers. */
function faultsOf(
  auto_reply: unknown,
  beside: object = { challenge: 'always' },
  place = PLACE,
): string[] {
  try {
    parseSettings({ ...beside, auto_reply }, place);
  } catch (error) {
    assert.ok(error instanceof ServiceError && error.code === 'settings_invalid', String(error));
    const { errors } = error.details as { errors: readonly Fault[] };
    return errors.map(({ path }) => path);
  }
  return [];
}

const withText = (text: string) => faultsOf({ ...ANSWER, text }, { ...SITE, challenge: 'always' });

it('an answer is stored with line breaks of one kind', () => {
  const sent = { challenge: 'always', auto_reply: { ...ANSWER, text: 'One\r\n\r\nTwo \r\n' } };
  const { auto_reply } = parseSettings(sent, PLACE);
  assert.deepEqual(auto_reply, { ...ANSWER, text: 'One\n\nTwo' });
});

it('an answer needs a challenge for every submission', () => {
  for (const beside of [{}, { challenge: 'suspicious' }, { challenge: 'off' }]) {
    assert.deepEqual(faultsOf(ANSWER, beside), ['/settings/auto_reply']);
  }
  assert.deepEqual(faultsOf(ANSWER), []);
});

it('an automatic reply is refused if the operator has switched them off', () => {
  const place = { ...PLACE, limits: { ...WIDEST_LIMITS, sendsReplies: false } };
  assert.deepEqual(faultsOf(ANSWER, undefined, place), ['/settings/auto_reply']);
});

it('the only placeholder of an answer is the name of the form', () => {
  assert.deepEqual(faultsOf({ subject: '{name}', text: 'Dear {name}, {message}' }), [
    '/settings/auto_reply/subject',
    '/settings/auto_reply/text',
  ]);
  assert.deepEqual(faultsOf({ subject: '{{name}', text: '{form} {{form}' }), []);
  assert.deepEqual(faultsOf({ subject: 'a {', text: 'a {}' }), [
    '/settings/auto_reply/subject',
    '/settings/auto_reply/text',
  ]);
});

it('an answer has no control characters and no direction signs, and may have lines', () => {
  assert.deepEqual(withText('One\n\n\tTwo'), []);
  for (const text of ['a\u0000b', 'a\u202eb', 'a\u2028b', ' \n ', '\ud800']) {
    assert.deepEqual(withText(text), ['/settings/auto_reply/text'], JSON.stringify(text));
  }
  const subject = 'One\nBcc: x';
  assert.deepEqual(faultsOf({ ...ANSWER, subject }), ['/settings/auto_reply/subject']);
});

it('an answer may link to the hosts that the operator lists', () => {
  for (const text of [
    'See https://www.example.com/faq?x=1#y.',
    'See (https://a.b.example.org/x), https://shop.example.net!',
    'We are www.example.com.',
    'Here:https://www.example.com/faq and →www.example.com/read.me or http',
    'Thank you, {form}. See {form}: {form}!',
    'Call 030 123 45 67, z.B. at 10:30. Node.js e.g. version 2.0 … and so on...',
    'Grüße, M.Müller & Co. KG – 24/7',
    'and/or, e.g./i.e., 24.12./25.12., 1.5/2.5, km/h. Co./Ltd.',
    '谢谢。我们会尽快回复。',
    '谢谢。OK。',
    'News: data: none. Tel: 030 123',
  ]) {
    assert.deepEqual(withText(text), [], text);
  }
});

it('an answer links to no other place, such as what its form calls its own website', () => {
  for (const text of [
    ...listOf(`
        https://evil.example/x https://www.evil.com/ example.org http://www.example.com/
        https://www.example.com@evil.example/ https://www.example.com:8443/
        https://example.org.evil.com/ evil.com:8080 login.evil.example/x www.evil.example ｅｖｉｌ．ｃｏｍ
        “bücher.de” mailto:me@www.example.com javascript://www.example.com/%0aalert(1)
        ftp://www.example.com/x WWW.EVIL.COM Here:https://evil.example/x
        now–https://evil.example/x *https://evil.example/* ok→evil.com ok/evil.com a=evil.com
        https:evil.com https://www.example.com/–https://evil.example/ www.example.com–evil.com
        evil.\u200bcom https:\u200b//evil.example/ evil.{form} {form}.com evil。com evil。ｃｏｍ
        192.0.2.7 //192.0.2.7/x tel:+123456 sms:123 javascript:alert(1) data:text/html,x
      `),
    'Visit evil.com now',
    'Visit (evil.com/x?y)',
    'mail me@example.com',
  ]) {
    assert.deepEqual(withText(text), ['/settings/auto_reply/text'], text);
  }
  assert.deepEqual(faultsOf({ ...ANSWER, subject: 'Win at evil.com' }), [
    '/settings/auto_reply/subject',
  ]);
});
