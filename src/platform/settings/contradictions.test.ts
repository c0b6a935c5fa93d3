import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSettings, SettingsError } from './settings.ts';
import { newKey } from '../../../test/support/keys.ts';

type Environment = Record<string, string | undefined>;

const read = (env: Environment) => readSettings(env, () => '');

function faultsOf(env: Environment): readonly string[] {
  try {
    read(env);
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return error.faults;
  }
  return [];
}

const POSTGRES = {
  DATABASE_URL: 'postgres://user@db.example/forms',
  SEALING_KEYS: `k1:${newKey()}`,
  INDEX_KEY: newKey(),
};
const SMTP = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'forms@example.com' };
const MARKED = { MARKED_MAIL_FROM: 'Spam <spam@marked.example>' };
const HOST = { SMTP_HOST: 'mail.example', MAIL_FROM: 'forms@example.com' };

describe('contradictions', () => {
  const cases: [name: string, env: Environment, named: RegExp][] = [
    ['SMTP_URL without MAIL_FROM', { SMTP_URL: SMTP.SMTP_URL }, /MAIL_FROM/],
    [
      'production without SMTP_URL',
      { NODE_ENV: 'production' },
      /SMTP_URL, SMTP_HOST or MAIL_API is req/,
    ],
    ['SMTP_HOST without MAIL_FROM', { SMTP_HOST: 'mail.example' }, /MAIL_FROM is .* SMTP_HOST/],
    [
      'SMTP_HOST with SMTP_URL',
      { ...SMTP, SMTP_HOST: 'mail.example' },
      /^SMTP_URL and SMTP_HOST are both set: keep SMTP_URL alone/,
    ],
    ['SMTP_TLS with SMTP_URL', { ...SMTP, SMTP_TLS: 'off' }, /^SMTP_URL and SMTP_TLS are both set/],
    ['SMTP_PORT alone', { SMTP_PORT: '25' }, /^SMTP_PORT needs SMTP_HOST/],
    ['a user without password', { ...HOST, SMTP_USER: 'me' }, /SMTP_PASSWORD must be set together/],
    [
      'implicit TLS on 587',
      { ...HOST, SMTP_TLS: 'implicit', SMTP_PORT: '587' },
      /^SMTP_TLS=implicit contradicts port 587 of SMTP_PORT/,
    ],
    [
      'STARTTLS on 465',
      { ...HOST, SMTP_TLS: 'starttls', SMTP_PORT: '465' },
      /^SMTP_TLS=starttls contradicts port 465 of SMTP_PORT/,
    ],
    [
      'MARKED_MAIL_FROM without a mail server',
      MARKED,
      /^MARKED_MAIL_FROM needs SMTP_URL, SMTP_HOST or/,
    ],
    [
      'MARKED_SMTP_URL without MARKED_MAIL_FROM',
      { ...SMTP, MARKED_SMTP_URL: 'smtp://other.example' },
      /^MARKED_MAIL_FROM is required with MARKED_SMTP_URL/,
    ],
    [
      'MARKED_MAIL_FROM that is MAIL_FROM',
      { ...SMTP, MARKED_MAIL_FROM: 'Spam <Forms@Example.com>' },
      /^MARKED_MAIL_FROM must differ from MAIL_FROM/,
    ],
    [
      'MARKED_MAIL_FROM that takes no bounce token',
      { ...SMTP, MARKED_MAIL_FROM: 'a+b@c.example', BOUNCE_ADDRESS: 'bounces@example.com' },
      /^MARKED_MAIL_FROM must have at most 25 letters/,
    ],
    ['SEALING_KEYS alone', { SEALING_KEYS: `k1:${newKey()}` }, /INDEX_KEY/],
    ['METRICS_PORT that is PORT', { METRICS_PORT: '8080' }, /^METRICS_PORT must differ from PORT/],
    ['INDEX_KEY alone', { INDEX_KEY: newKey() }, /SEALING_KEYS/],
  ];
  for (const [name, env, named] of cases)
    it(`${name} is refused`, () => {
      const faults = faultsOf(env);
      assert.equal(faults.length, 1);
      assert.match(faults[0] ?? '', named);
    });

  it('contradictions between settings are reported all at once', () => {
    assert.equal(faultsOf({ NODE_ENV: 'production', INDEX_KEY: newKey() }).length, 2);
  });

  it('a complete configuration has no contradictions', () => {
    const keys = { SEALING_KEYS: `k1:${newKey()}`, INDEX_KEY: newKey() };
    assert.deepEqual(faultsOf({ ...SMTP, ...keys, NODE_ENV: 'production' }), []);
    assert.deepEqual(faultsOf({ MAIL_FROM: SMTP.MAIL_FROM }), []);
    assert.deepEqual(faultsOf({ ...POSTGRES, ...SMTP }), []);
  });
});

describe('verified mode', () => {
  const CLOUDFLARE = {
    ...SMTP,
    DELIVERY_MODE: 'verified',
    VERIFICATION_PROVIDER: 'cloudflare',
    CLOUDFLARE_ACCOUNT_ID: '0123456789abcdef0123456789abcdef',
    CLOUDFLARE_API_TOKEN: 'a-token',
  };
  const SES = {
    ...SMTP,
    DELIVERY_MODE: 'verified',
    VERIFICATION_PROVIDER: 'ses',
    AWS_REGION: 'eu-central-1',
  };
  const keys = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'secret' };

  it('verified mode takes a complete configuration of either provider', () => {
    assert.deepEqual(faultsOf(CLOUDFLARE), []);
    assert.deepEqual(faultsOf(SES), []);
    assert.deepEqual(faultsOf({ ...SES, ...keys, AWS_SESSION_TOKEN: 'session' }), []);
    const settings = read(CLOUDFLARE);
    assert.equal(settings.CLOUDFLARE_API_URL, 'https://api.cloudflare.com/client/v4');
  });

  it('verified mode ignores the variables of a provider that is not used', () => {
    assert.deepEqual(faultsOf({ AWS_REGION: 'us-east-1', ...keys }), []);
  });

  const cases: [name: string, env: Environment, named: RegExp][] = [
    ['no provider', { ...SES, VERIFICATION_PROVIDER: undefined }, /^VERIFICATION_PROVIDER is req/],
    ['a provider without the mode', { ...SES, DELIVERY_MODE: '' }, /needs DELIVERY_MODE=verified/],
    [
      'no mail server',
      { ...CLOUDFLARE, SMTP_URL: undefined },
      /^SMTP_URL, SMTP_HOST or MAIL_API is required/,
    ],
    ['no account', { ...CLOUDFLARE, CLOUDFLARE_ACCOUNT_ID: '' }, /^CLOUDFLARE_ACCOUNT_ID is req/],
    ['no token', { ...CLOUDFLARE, CLOUDFLARE_API_TOKEN: '' }, /^CLOUDFLARE_API_TOKEN is required/],
    ['no region', { ...SES, AWS_REGION: undefined }, /^AWS_REGION is required/],
    ['half a key', { ...SES, AWS_ACCESS_KEY_ID: 'AKIA' }, /must be set together/],
    ['another provider', { ...SES, VERIFICATION_PROVIDER: 'pigeon' }, /must be one of: cloud/],
    ['a wrong account', { ...CLOUDFLARE, CLOUDFLARE_ACCOUNT_ID: '../x' }, /32 hexadecimal digits/],
    ['a wrong token', { ...CLOUDFLARE, CLOUDFLARE_API_TOKEN: 'a b' }, /printable ASCII/],
    ['a wrong region', { ...SES, AWS_REGION: 'x.example/' }, /must look like eu-central-1/],
  ];
  for (const [name, env, named] of cases)
    it(`${name} is refused`, () => {
      const faults = faultsOf(env);
      assert.equal(faults.length, 1, faults.join('\n'));
      assert.match(faults[0] ?? '', named);
    });
});
