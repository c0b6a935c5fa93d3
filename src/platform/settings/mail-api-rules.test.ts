import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readSettings, SettingsError } from './settings.ts';

const FROM = { MAIL_FROM: 'forms@example.com' };
const OAUTH = {
  MAIL_OAUTH_TOKEN_URL: 'https://login.example.com/token',
  MAIL_OAUTH_CLIENT_ID: 'id',
  MAIL_OAUTH_CLIENT_SECRET: 'canary',
};
const GRAPH = { ...FROM, ...OAUTH, MAIL_API: 'graph', MAIL_API_USER: 'forms@example.com' };
const MAILGUN = {
  ...FROM,
  MAIL_API: 'mailgun',
  MAIL_API_USER: 'mg.example.com',
  MAIL_API_KEY: 'k',
};
const JMAP = { ...FROM, MAIL_API: 'jmap', MAIL_API_URL: 'https://j.example', MAIL_API_KEY: 'k' };
const SMTP = { ...FROM, SMTP_HOST: 'smtp.example.com', SMTP_USER: 'forms@example.com' };
const { MAIL_OAUTH_CLIENT_SECRET: _, ...PUBLIC } = OAUTH;

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readSettings(env, () => '');
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
};

const FINE: Record<string, Record<string, string>> = {
  graph: GRAPH,
  gmail: { ...FROM, ...OAUTH, MAIL_API: 'gmail' },
  'gmail with a refresh token and no secret': {
    ...FROM,
    ...PUBLIC,
    MAIL_OAUTH_REFRESH_TOKEN: 'r',
    MAIL_API: 'gmail',
  },
  ses: { ...FROM, MAIL_API: 'ses', AWS_REGION: 'eu-central-1' },
  mailgun: MAILGUN,
  'jmap, which keeps the envelope sender': { ...JMAP, BOUNCE_ADDRESS: 'b@example.com' },
  'jmap on this machine without TLS': { ...JMAP, MAIL_API_URL: 'http://127.0.0.1:8080/jmap/' },
  'SMTP with tokens': { ...SMTP, ...OAUTH },
  'marked mail by the same provider': { ...MAILGUN, MARKED_MAIL_FROM: 'spam@example.net' },
  'marked mail by a server of its own': {
    ...MAILGUN,
    MARKED_MAIL_FROM: 'spam@example.net',
    MARKED_SMTP_URL: 'smtp://marked.example.net',
  },
};

const CONTRADICTIONS: readonly (readonly [string, Record<string, string>, RegExp])[] = [
  ['MAIL_API and SMTP_HOST', { ...MAILGUN, SMTP_HOST: 'x.example' }, /^MAIL_API and SMTP_HOST are/],
  [
    'MAIL_API and SMTP_URL',
    { ...MAILGUN, SMTP_URL: 'smtp://x.example' },
    /^MAIL_API and SMTP_URL are/,
  ],
  [
    'MAIL_API without a sender',
    { ...MAILGUN, MAIL_FROM: '' },
    /^MAIL_FROM is required with MAIL_API/,
  ],
  ['a setting of MAIL_API alone', { MAIL_API_KEY: 'k' }, /^MAIL_API_KEY needs MAIL_API\.$/],
  [
    'a key that graph does not read',
    { ...GRAPH, MAIL_API_KEY: 'k' },
    /^MAIL_API=graph does not use MAIL_API_KEY/,
  ],
  [
    'graph without a mailbox',
    { ...GRAPH, MAIL_API_USER: '' },
    /^MAIL_API_USER is required with MAIL_API=graph/,
  ],
  [
    'jmap without a session',
    { ...JMAP, MAIL_API_URL: '' },
    /^MAIL_API_URL is required with MAIL_API=jmap/,
  ],
  [
    'ses without a region',
    { ...FROM, MAIL_API: 'ses' },
    /^AWS_REGION is required with MAIL_API=ses/,
  ],
  [
    'half of the keys of ses',
    { ...FROM, MAIL_API: 'ses', AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'A' },
    /must be set together/,
  ],
  [
    'a plain endpoint of ses elsewhere',
    {
      ...FROM,
      MAIL_API: 'ses',
      AWS_REGION: 'eu-central-1',
      AWS_ENDPOINT_URL_SESV2: 'http://ses.example',
    },
    /^AWS_ENDPOINT_URL_SESV2 must be https:/,
  ],
  [
    'gmail without tokens',
    { ...FROM, MAIL_API: 'gmail' },
    /^MAIL_OAUTH_TOKEN_URL, MAIL_OAUTH_CLIENT_ID, MAIL_OAUTH_CLIENT_SECRET is required/,
  ],
  [
    'a client without a secret',
    { ...GRAPH, MAIL_OAUTH_CLIENT_SECRET: '' },
    /^MAIL_OAUTH_CLIENT_SECRET is required/,
  ],
  [
    'tokens that nothing uses',
    { ...MAILGUN, ...OAUTH },
    /^MAIL_OAUTH_TOKEN_URL, .* needs MAIL_API=graph/,
  ],
  [
    'tokens without a user',
    { ...FROM, ...OAUTH, SMTP_HOST: 'x.example' },
    /^MAIL_OAUTH_TOKEN_URL, .* needs/,
  ],
  [
    'tokens beside a password',
    { ...SMTP, ...OAUTH, SMTP_PASSWORD: 'p' },
    /^SMTP_PASSWORD and MAIL_OAUTH_TOKEN_URL/,
  ],
  [
    'bounces to an address that graph drops',
    { ...GRAPH, BOUNCE_ADDRESS: 'b@example.com' },
    /^BOUNCE_ADDRESS has no effect/,
  ],
  [
    'a plain provider elsewhere',
    { ...MAILGUN, MAIL_API_URL: 'http://x.example' },
    /^MAIL_API_URL must be https/,
  ],
  [
    'a plain token server elsewhere',
    { ...GRAPH, MAIL_OAUTH_TOKEN_URL: 'http://x.example' },
    /^MAIL_OAUTH_TOKEN_URL must/,
  ],
];

for (const [what, env] of Object.entries(FINE))
  it(`these settings of mail agree: ${what}`, () => assert.deepEqual(faultsOf(env), []));

for (const [what, env, fault] of CONTRADICTIONS)
  it(`these settings of mail stop the start: ${what}`, () => {
    const [found = ''] = faultsOf(env);
    assert.match(found, fault);
    assert.doesNotMatch(found, /canary/);
  });

it('secrets of mail may come as files, and a fault names the file', () => {
  const env = { ...MAILGUN, MAIL_API_KEY: '', MAIL_API_KEY_FILE: '/run/secrets/key' };
  assert.equal(readSettings(env, () => 'from-file\n').MAIL_API_KEY, 'from-file');
  const { MAIL_API: _api, ...alone } = env;
  assert.throws(
    () => readSettings(alone, () => 'x'),
    /MAIL_API_KEY_FILE needs MAIL_API|MAIL_API_USER, MAIL_API_KEY_FILE needs/,
  );
});
