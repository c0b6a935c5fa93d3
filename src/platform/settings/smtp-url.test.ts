import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSettings } from './settings.ts';
import { type SmtpServer, smtpUrl } from './smtp-url.ts';

const auth = { user: 'me@x.example', pass: 'p:/@ü' };
const ENCODED = 'me%40x.example:p%3A%2F%40%C3%BC';

const ANY_CERTIFICATE = { rejectUnauthorized: false };

const GOOD: [text: string, server: Partial<SmtpServer>][] = [
  ['smtp://mail.example', {}],
  ['smtp://127.0.0.1:1025', { host: '127.0.0.1', port: 1025, tls: ANY_CERTIFICATE }],
  ['smtp://[::1]:25', { host: '::1', port: 25, tls: ANY_CERTIFICATE }],
  ['smtp://localhost?requireTLS=false', { host: 'localhost', tls: ANY_CERTIFICATE }],
  ['smtp://localhost?requireTLS=true', { host: 'localhost', requireTls: true }],
  [
    'smtp://localhost?tls.rejectUnauthorized=true',
    { host: 'localhost', tls: { rejectUnauthorized: true } },
  ],
  ['smtps://localhost', { host: 'localhost', port: 465, secure: true }],
  ['smtp://mail.example/', {}],
  ['smtps://mail.example', { port: 465, secure: true }],
  [`smtp://${ENCODED}@mail.example`, { requireTls: true, auth }],
  [`smtps://${ENCODED}@mail.example:466`, { port: 466, secure: true, auth }],
  [`smtp://${ENCODED}@localhost`, { host: 'localhost', auth }],
  [`smtp://${ENCODED}@mail.example?ignoreTLS=true`, { ignoreTls: true, auth }],
  [`smtp://${ENCODED}@mail.example?requireTLS=false`, { auth }],
  ['smtp://mail.example?requireTLS=true', { requireTls: true }],
  ['smtp://mail.example?tls.rejectUnauthorized=false', { tls: ANY_CERTIFICATE }],
  ['smtp://mail.example?name=me.example', { name: 'me.example' }],
];

const BAD = [
  '',
  'mail.example',
  'mail.example:25',
  'smtp://',
  'smtp:',
  'http://mail.example',
  'smtp://mail.example:99999',
  'smtp://mail.example?requireTLS=yes',
  'smtp://mail.example?requireTLS',
  'smtp://mail.example?pool=true',
  'smtp://mail.example?__proto__=x',
  'smtp://u:100%@mail.example',
  'smtp://mail.example?requireTLS=true&ignoreTLS=true',
  'smtp://mail.example/path',
  'smtp://mail.example#',
  'smtp://mail.example#part',
];

/** Passwords with a character that ends the authority of a URL. */
const UNESCAPED = ['12/x', '12#x', '12?x', '12?name=x', 'a/x', 'a#x', 'a?x', '/x', '#x', '?x'];

describe('smtpUrl', () => {
  for (const [text, server] of GOOD)
    it(`smtpUrl reads ${text}`, () => {
      assert.deepEqual(smtpUrl(text), {
        host: 'mail.example',
        port: 587,
        secure: false,
        requireTls: false,
        ignoreTls: false,
        auth: undefined,
        name: undefined,
        tls: {},
        ...server,
      });
    });

  for (const text of BAD)
    it(`smtpUrl refuses ${JSON.stringify(text)} with a sentence`, () => {
      assert.throws(() => smtpUrl(text), { name: 'Error', message: /^(must|has) / });
    });

  for (const password of UNESCAPED)
    it(`smtpUrl refuses the password ${password}, says how to write it, and does not repeat it`, () => {
      assert.throws(
        () => smtpUrl(`smtp://user:${password}@mail.example.com:587`),
        ({ message }: Error) =>
          /percent-encoded \(%2F %23 %3F %40/.test(message) &&
          !/mail\.example|12|user:[^p]/.test(message),
      );
    });

  it('smtpUrl demands TLS for a password on every host that is not this machine', () => {
    for (const host of [
      '127.evil.example',
      'localhost.example',
      '10.0.0.1',
      '[::2]',
      'mail.example',
    ]) {
      assert.equal(smtpUrl(`smtp://u:p@${host}`).requireTls, true, host);
    }
  });
});

const HOST = { SMTP_HOST: 'mail.example', MAIL_FROM: 'forms@example.com' };

describe('a mail server in parts', () => {
  const LOGIN = { SMTP_USER: 'me@x.example', SMTP_PASSWORD: 'p:/@ü#?% ' };
  const URL_LOGIN = 'me%40x.example:p%3A%2F%40%C3%BC%23%3F%25%20';
  const same: [parts: Record<string, string>, url: string][] = [
    [{}, 'smtp://mail.example'],
    [{ SMTP_PORT: '465' }, 'smtps://mail.example'],
    [{ SMTP_PORT: '2525' }, 'smtp://mail.example:2525'],
    [LOGIN, `smtp://${URL_LOGIN}@mail.example`],
    [{ SMTP_TLS: 'starttls' }, 'smtp://mail.example?requireTLS=true&ignoreTLS=false'],
    [{ ...LOGIN, SMTP_TLS: 'implicit' }, `smtps://${URL_LOGIN}@mail.example:465`],
    [{ ...LOGIN, SMTP_TLS: 'off' }, `smtp://${URL_LOGIN}@mail.example?ignoreTLS=true`],
    [{ SMTP_HOST: '127.0.0.1', SMTP_PORT: '25' }, 'smtp://127.0.0.1:25'],
    [{ SMTP_HOST: '[::1]' }, 'smtp://[::1]'],
  ];
  for (const [parts, url] of same)
    it(`${Object.keys(parts).join(', ') || 'SMTP_HOST'} says the same as ${url}`, () => {
      const { SMTP_URL } = readSettings({ ...HOST, ...parts }, () => '');
      assert.deepEqual(SMTP_URL, smtpUrl(url));
    });

  it('each part of a mail server may come in a file', () => {
    const files = { '/h': 'mail.example\n', '/p': '2525\n', '/u': 'me\n', '/s': 'p@ss word\n' };
    const { SMTP_URL } = readSettings(
      {
        MAIL_FROM: HOST.MAIL_FROM,
        SMTP_HOST_FILE: '/h',
        SMTP_PORT_FILE: '/p',
        SMTP_USER_FILE: '/u',
        SMTP_PASSWORD_FILE: '/s',
      },
      (path) => files[path as keyof typeof files],
    );
    assert.deepEqual(
      [SMTP_URL?.host, SMTP_URL?.port, SMTP_URL?.auth],
      ['mail.example', 2525, { user: 'me', pass: 'p@ss word' }],
    );
  });
});
