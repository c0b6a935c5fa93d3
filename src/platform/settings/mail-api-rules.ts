import { isSecure } from './setting-parsers.ts';
import { requiredWith, WAYS, type Rule, type SettingName, type Values } from './rule.ts';
import type { Settings } from './settings-table.ts';

const API_SETTINGS = ['MAIL_API_URL', 'MAIL_API_USER', 'MAIL_API_KEY'] as const;
const OAUTH_SETTINGS = [
  'MAIL_OAUTH_TOKEN_URL',
  'MAIL_OAUTH_CLIENT_ID',
  'MAIL_OAUTH_CLIENT_SECRET',
  'MAIL_OAUTH_REFRESH_TOKEN',
  'MAIL_OAUTH_SCOPE',
] as const;

interface Provider {
  needs: readonly SettingName[];
  /** What else of API_SETTINGS it reads. */
  reads: readonly SettingName[];
  oauth?: true;
  /** It keeps the envelope sender, to which bounces go. */
  bounces?: true;
}

const PROVIDERS: Record<NonNullable<Settings['MAIL_API']>, Provider> = {
  graph: { needs: ['MAIL_API_USER'], reads: ['MAIL_API_URL'], oauth: true },
  gmail: { needs: [], reads: ['MAIL_API_URL', 'MAIL_API_USER'], oauth: true },
  ses: { needs: ['AWS_REGION'], reads: [] },
  mailgun: { needs: ['MAIL_API_USER', 'MAIL_API_KEY'], reads: ['MAIL_API_URL'] },
  jmap: { needs: ['MAIL_API_URL', 'MAIL_API_KEY'], reads: ['MAIL_API_USER'], bounces: true },
};

const NO_PROVIDER: Provider = { needs: [], reads: [], bounces: true };

/** True if mail leaves by tokens: to a provider that wants them, or as the user of SMTP_HOST. */
export function usesTokens(values: Values): boolean {
  const { MAIL_API: api, SMTP_HOST, SMTP_USER, SMTP_PASSWORD } = values;
  if (api) return PROVIDERS[api].oauth === true;
  const isGiven = OAUTH_SETTINGS.some((name) => values[name] !== undefined);
  return isGiven && Boolean(SMTP_HOST) && Boolean(SMTP_USER) && !SMTP_PASSWORD;
}

/** A provider takes all mail, and each has settings of its own. */
export function apiRules(values: Values): Rule[] {
  const { MAIL_API: api, SMTP_URL: url, SMTP_HOST: host, BOUNCE_ADDRESS } = values;
  const { needs, reads, bounces } = api ? PROVIDERS[api] : NO_PROVIDER;
  const unread = API_SETTINGS.filter(
    (name) => values[name] !== undefined && !needs.includes(name) && !reads.includes(name),
  );
  return [
    [
      [...WAYS],
      Boolean(api) && Boolean(url ?? host),
      `MAIL_API and ${url ? 'SMTP_URL' : 'SMTP_HOST'} are both set: mail leaves by one of them, so remove the other.`,
    ],
    [
      ['MAIL_API', ...API_SETTINGS],
      unread.length > 0,
      api
        ? `MAIL_API=${api} does not use ${unread.join(', ')}.`
        : `${unread.join(', ')} needs MAIL_API.`,
    ],
    ...needs.map((name): Rule => requiredWith(values, name, 'MAIL_API', api)),
    [
      ['AWS_ENDPOINT_URL_SESV2'],
      api === 'ses' && !isSecure(values.AWS_ENDPOINT_URL_SESV2 ?? 'https:'),
      'AWS_ENDPOINT_URL_SESV2 must be https://, as http:// is only for this machine.',
    ],
    [
      ['MAIL_API', 'BOUNCE_ADDRESS'],
      Boolean(BOUNCE_ADDRESS) && !bounces,
      `BOUNCE_ADDRESS has no effect with MAIL_API=${api}, which sets the envelope sender itself: remove it.`,
    ],
  ];
}

/** Tokens need to be of use, and a way to get them. */
export function oauthRules(values: Values): Rule[] {
  const { MAIL_API: api, SMTP_PASSWORD, MAIL_OAUTH_REFRESH_TOKEN: refreshToken } = values;
  const given = OAUTH_SETTINGS.filter((name) => values[name] !== undefined);
  const uses = usesTokens(values);
  const use = api ? `MAIL_API=${api}` : 'SMTP_USER';
  const needed = ['MAIL_OAUTH_TOKEN_URL', 'MAIL_OAUTH_CLIENT_ID'] as const;
  const secret = 'MAIL_OAUTH_CLIENT_SECRET' as const;
  const missing = [...needed, ...(refreshToken ? [] : [secret])].filter((name) => !values[name]);
  return [
    [
      ['SMTP_PASSWORD', ...OAUTH_SETTINGS],
      given.length > 0 && Boolean(SMTP_PASSWORD),
      `SMTP_PASSWORD and ${given[0]} are both set: a login is by password or by token, so remove one.`,
    ],
    [
      ['MAIL_API', 'SMTP_HOST', 'SMTP_USER', 'SMTP_PASSWORD', ...OAUTH_SETTINGS],
      given.length > 0 && !uses && !SMTP_PASSWORD,
      `${given.join(', ')} needs MAIL_API=graph, MAIL_API=gmail, or SMTP_HOST and SMTP_USER.`,
    ],
    [
      ['MAIL_API', 'SMTP_USER', ...OAUTH_SETTINGS],
      uses && missing.length > 0,
      `${missing.join(', ')} is required with ${use}${refreshToken ? '' : ' without MAIL_OAUTH_REFRESH_TOKEN'}.`,
    ],
  ];
}
