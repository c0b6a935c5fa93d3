import { isLoopback } from '../text/host-name.ts';
import { isBounceAddress } from './setting-parsers.ts';
import { apiRules, oauthRules, usesTokens } from './mail-api-rules.ts';
import { bothOrNone, requiredWith, WAYS, type Rule, type Values } from './rule.ts';
import type { Settings } from './settings-table.ts';
import { IMPLICIT_TLS_PORT } from './smtp-url.ts';

/** True if others than this machine reach the service. */
export const isPublic = ({ PUBLIC_URL: url }: Partial<Settings>): boolean =>
  url !== undefined && !isLoopback(new URL(url).hostname);

const hasMailServer = (values: Values) => WAYS.some((name) => values[name] !== undefined);

const MAIL_SERVER = 'SMTP_URL, SMTP_HOST or MAIL_API';

const SMTP_PARTS = ['SMTP_PORT', 'SMTP_USER', 'SMTP_PASSWORD', 'SMTP_TLS'] as const;

/** A mail server is one URL, or a host with its parts, which have to agree. */
function mailRules(values: Values): Rule[] {
  const { SMTP_URL: url, SMTP_HOST: host, SMTP_PORT: port, SMTP_TLS: tls } = values;
  const given = SMTP_PARTS.filter((name) => values[name] !== undefined);
  const begins = port === IMPLICIT_TLS_PORT;
  return [
    requiredWith(
      values,
      'MAIL_FROM',
      WAYS.find((name) => values[name] !== undefined) ?? 'SMTP_URL',
    ),
    [
      ['SMTP_URL', 'SMTP_HOST', ...SMTP_PARTS],
      Boolean(url) && (Boolean(host) || given.length > 0),
      `SMTP_URL and ${host ? 'SMTP_HOST' : given[0]} are both set: keep SMTP_URL alone, or remove it.`,
    ],
    [
      ['SMTP_URL', 'SMTP_HOST'],
      !url && !host && given.length > 0,
      `${given.join(', ')} needs SMTP_HOST, the name of the mail server.`,
    ],
    ...(usesTokens(values) ? [] : [bothOrNone(values, 'SMTP_USER', 'SMTP_PASSWORD')]),
    [
      ['SMTP_TLS', 'SMTP_PORT'],
      tls === 'implicit' && (port === 587 || port === 25),
      `SMTP_TLS=implicit contradicts port ${port} of SMTP_PORT, which begins without TLS: write SMTP_TLS=starttls, ` +
        `or port ${IMPLICIT_TLS_PORT}.`,
    ],
    [
      ['SMTP_TLS', 'SMTP_PORT'],
      begins && tls !== undefined && tls !== 'implicit',
      `SMTP_TLS=${tls} contradicts port ${port} of SMTP_PORT, which begins with TLS: remove SMTP_TLS, or write port 587.`,
    ],
  ];
}

/** Another address than that of all mail; with a token before its @, it gets the bounces too. */
function markedRules(values: Values): Rule[] {
  const { MAIL_FROM, MARKED_MAIL_FROM: marked, BOUNCE_ADDRESS: bounces } = values;
  const address = marked?.address.toLowerCase();
  return [
    requiredWith(values, 'MARKED_MAIL_FROM', 'MARKED_SMTP_URL'),
    [
      ['MARKED_MAIL_FROM', ...WAYS],
      Boolean(marked) && !hasMailServer(values),
      `MARKED_MAIL_FROM needs ${MAIL_SERVER}.`,
    ],
    [
      ['MARKED_MAIL_FROM', 'MAIL_FROM'],
      address !== undefined && address === MAIL_FROM?.address.toLowerCase(),
      'MARKED_MAIL_FROM must differ from MAIL_FROM: marked mail would spoil its reputation.',
    ],
    [
      ['MARKED_MAIL_FROM', 'BOUNCE_ADDRESS'],
      bounces !== undefined && address !== undefined && !isBounceAddress(address),
      'MARKED_MAIL_FROM must have at most 25 letters, digits, dots and hyphens before the @ with BOUNCE_ADDRESS, ' +
        'since bounces of marked mail come to it.',
    ],
  ];
}

function verificationRules(values: Values): Rule[] {
  const { DELIVERY_MODE: mode, VERIFICATION_PROVIDER: provider } = values;
  const credentials = bothOrNone(values, 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY');
  return [
    requiredWith(values, 'VERIFICATION_PROVIDER', 'DELIVERY_MODE', 'verified'),
    [
      [...WAYS, 'DELIVERY_MODE'],
      mode === 'verified' && !hasMailServer(values),
      `${MAIL_SERVER} is required with DELIVERY_MODE=verified.`,
    ],
    [
      ['VERIFICATION_PROVIDER', 'DELIVERY_MODE'],
      Boolean(provider) && mode !== 'verified',
      'VERIFICATION_PROVIDER needs DELIVERY_MODE=verified.',
    ],
    requiredWith(values, 'CLOUDFLARE_ACCOUNT_ID', 'VERIFICATION_PROVIDER', 'cloudflare'),
    requiredWith(values, 'CLOUDFLARE_API_TOKEN', 'VERIFICATION_PROVIDER', 'cloudflare'),
    requiredWith(values, 'AWS_REGION', 'VERIFICATION_PROVIDER', 'ses'),
    ...(provider === 'ses' || values.MAIL_API === 'ses' ? [credentials] : []),
  ];
}

const PREVIEW =
  'the preview mailbox, which runs without one, shows the links in its mails to everybody who ' +
  'reaches it.';

/** The preview mailbox has no login, so it is only for a machine that nobody else can reach. */
function previewRules(values: Values): Rule[] {
  const { NODE_ENV, HOST, PUBLIC_URL }: Values = values;
  const production = NODE_ENV === 'production';
  const missing = !hasMailServer(values);
  const runs = missing && !production;
  return [
    [
      [...WAYS, 'NODE_ENV'],
      missing && production,
      `${MAIL_SERVER} is required with NODE_ENV=production, where no preview mailbox runs.`,
    ],
    [
      [...WAYS, 'HOST'],
      runs && HOST !== undefined && !isLoopback(HOST),
      `${MAIL_SERVER} is required with a HOST that is not this machine alone (127.0.0.1): ${PREVIEW}`,
    ],
    [
      [...WAYS, 'PUBLIC_URL'],
      runs && isPublic({ PUBLIC_URL }),
      `${MAIL_SERVER} is required with a PUBLIC_URL that is not http://localhost: ${PREVIEW}`,
    ],
  ];
}

/** Everyone who opens a page loads the logo, and no other host should learn who does. */
function logoRules({
  OPERATOR_LOGO: logo,
  OPERATOR_LINKS: links = {},
  PUBLIC_URL,
}: Values): Rule[] {
  const own = [PUBLIC_URL, ...Object.values(links)].map((url) => url && new URL(url).host);
  return [
    [
      ['OPERATOR_LOGO', 'OPERATOR_LINKS', 'PUBLIC_URL'],
      logo !== undefined && 'url' in logo && !own.includes(new URL(logo.url).host),
      'OPERATOR_LOGO must be a file, or on the host of PUBLIC_URL or of one of the OPERATOR_LINKS.',
    ],
  ];
}

/** A fault with the names of the variables as given, such as NAME_FILE. */
const nameFiles = (fault: string, files: ReadonlySet<string>): string =>
  fault.replace(/\b[A-Z][A-Z_]+\b/g, (name) => (files.has(name) ? `${name}_FILE` : name));

/**
 * Contradictions between settings that are each valid alone; `wrong` names the invalid ones, and
 * `files` those that came as files.
 */
export function findContradictions(
  values: Values,
  wrong: ReadonlySet<string>,
  files: ReadonlySet<string>,
): string[] {
  const {
    METRICS_PORT: metricsPort,
    PORT: port,
    SEALING_KEYS: keys,
    DATABASE_URL: database,
  } = values;
  const rules: Rule[] = [
    ...mailRules(values),
    ...apiRules(values),
    ...oauthRules(values),
    ...markedRules(values),
    requiredWith(values, 'RSPAMD_URL', 'RSPAMD_PASSWORD'),
    bothOrNone(values, 'SEALING_KEYS', 'INDEX_KEY'),
    [
      ['METRICS_PORT', 'PORT'],
      Boolean(metricsPort) && metricsPort === port,
      'METRICS_PORT must differ from PORT; METRICS_TOKEN opens the metrics on PORT.',
    ],
    [
      ['SEALING_KEYS', 'DATABASE_URL'],
      !keys && database?.engine === 'postgres',
      'SEALING_KEYS and INDEX_KEY are required with PostgreSQL, the same on every node.',
    ],
    ...logoRules(values),
    ...previewRules(values),
    ...verificationRules(values),
  ];
  return rules
    .filter(([involved, broken]) => broken && !involved.some((name) => wrong.has(name)))
    .map(([, , fault]) => nameFiles(fault, files));
}
