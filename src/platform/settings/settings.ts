import { isLoopback } from '../text/host-name.ts';
import { SETTINGS, type ReadFile, type Row } from './settings-table.ts';

type Table = typeof SETTINGS;

/** Every setting, parsed; undefined if the table has no fallback and the variable is not set. */
export type Settings = {
  [Name in keyof Table]: Table[Name] extends { fallback: string }
    ? ReturnType<Table[Name]['parse']>
    : ReturnType<Table[Name]['parse']> | undefined;
};

/** The two parts of DRAIN_SECONDS, in milliseconds. */
export interface Drain {
  /** New connections are still accepted; after it they are refused, and proxies try another node. */
  accepting: number;
  /** Requests on open connections are still answered. */
  answering: number;
}

/** Whether others than this machine reach the service. */
const isPublic = ({ PUBLIC_URL: url }: Partial<Settings>): boolean =>
  url !== undefined && !isLoopback(new URL(url).hostname);

/** Whether forms may answer their visitors: AUTO_REPLIES, or its default. */
export const sendsReplies = (settings: Settings): boolean =>
  (settings.AUTO_REPLIES ?? (isPublic(settings) ? 'off' : 'on')) === 'on';

export const drainOf = ({ DRAIN_SECONDS: seconds }: Settings): Drain => ({
  accepting: seconds * 800,
  answering: seconds * 200,
});

/** The configuration is wrong; one line per fault, without its value. */
export class SettingsError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'SettingsError';
    this.faults = faults;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The content of NAME_FILE, or undefined if that is not set. */
function readSecretFile(name: string, env: Environment, readFile: ReadFile): string | undefined {
  const path = env[`${name}_FILE`];
  if (!path) return undefined;
  if (env[name]) throw new Error('is set, and so is its _FILE; set one of them');
  let text = '';
  try {
    text = String(readFile(path)).trim();
  } catch {
    throw new Error('has a _FILE that cannot be read');
  }
  if (text === '') throw new Error('has a _FILE that is empty');
  return text;
}

/** A setting is undefined here if it is missing or wrong. */
type Values = Partial<Settings>;
type SettingName = keyof Settings;

type Rule = [involved: readonly SettingName[], broken: boolean, fault: string];

const bothOrNone = (values: Values, first: SettingName, second: SettingName): Rule => [
  [first, second],
  Boolean(values[first]) !== Boolean(values[second]),
  `${first} and ${second} must be set together.`,
];

const requiredWith = (
  values: Values,
  name: SettingName,
  other: SettingName,
  value?: string,
): Rule => [
  [name, other],
  !values[name] && (value === undefined ? Boolean(values[other]) : values[other] === value),
  `${name} is required with ${other}${value === undefined ? '' : `=${value}`}.`,
];

function verificationRules(values: Values): Rule[] {
  const { DELIVERY_MODE: mode, VERIFICATION_PROVIDER: provider } = values;
  const credentials = bothOrNone(values, 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY');
  return [
    requiredWith(values, 'VERIFICATION_PROVIDER', 'DELIVERY_MODE', 'verified'),
    requiredWith(values, 'SMTP_URL', 'DELIVERY_MODE', 'verified'),
    [
      ['VERIFICATION_PROVIDER', 'DELIVERY_MODE'],
      Boolean(provider) && mode !== 'verified',
      'VERIFICATION_PROVIDER needs DELIVERY_MODE=verified.',
    ],
    requiredWith(values, 'CLOUDFLARE_ACCOUNT_ID', 'VERIFICATION_PROVIDER', 'cloudflare'),
    requiredWith(values, 'CLOUDFLARE_API_TOKEN', 'VERIFICATION_PROVIDER', 'cloudflare'),
    requiredWith(values, 'AWS_REGION', 'VERIFICATION_PROVIDER', 'ses'),
    ...(provider === 'ses' ? [credentials] : []),
  ];
}

const PREVIEW =
  'the preview mailbox, which runs without it, shows the links in its mails to everybody who ' +
  'reaches it.';

/** The preview mailbox has no login, so it is only for a machine that nobody else can reach. */
function previewRules({ SMTP_URL, NODE_ENV, HOST, PUBLIC_URL, WORKERS = 1 }: Values): Rule[] {
  const production = NODE_ENV === 'production';
  const runs = !SMTP_URL && !production;
  return [
    [
      ['SMTP_URL', 'NODE_ENV'],
      !SMTP_URL && production,
      'SMTP_URL is required with NODE_ENV=production, where no preview mailbox runs.',
    ],
    [
      ['SMTP_URL', 'HOST'],
      runs && HOST !== undefined && !isLoopback(HOST),
      `SMTP_URL is required with a HOST that is not this machine alone (127.0.0.1): ${PREVIEW}`,
    ],
    [
      ['SMTP_URL', 'PUBLIC_URL'],
      runs && isPublic({ PUBLIC_URL }),
      `SMTP_URL is required with a PUBLIC_URL that is not http://localhost: ${PREVIEW}`,
    ],
    [
      ['WORKERS', 'SMTP_URL'],
      WORKERS !== 'auto' && WORKERS > 1 && !SMTP_URL,
      'WORKERS above 1 needs SMTP_URL: each worker would have a preview mailbox of its own.',
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

/** Contradictions between settings that are each valid alone; `wrong` names the invalid ones. */
function findContradictions(values: Values, wrong: ReadonlySet<string>): string[] {
  const {
    METRICS_PORT: metricsPort,
    PORT: port,
    SEALING_KEYS: keys,
    DATABASE_URL: database,
  } = values;
  const rules: Rule[] = [
    requiredWith(values, 'MAIL_FROM', 'SMTP_URL'),
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
    .map(([, , fault]) => fault);
}

/** Characters of a setting: lists of networks are the longest ones. */
const LONGEST = 65_536;
const TOO_LONG = `must have at most ${LONGEST} characters`;

/** Reads the settings; `readFile` serves NAME_FILE. Throws SettingsError with all faults. */
export function readSettings(env: Environment, readFile: ReadFile): Settings {
  const faults: string[] = [];
  const wrong = new Set<string>();
  const values: Record<string, unknown> = {};
  for (const [name, row] of Object.entries<Row<unknown>>(SETTINGS)) {
    const { parse, secret, fallbackBehindProxy } = row;
    const fallback = (env['TRUSTED_PROXIES'] && fallbackBehindProxy) || row.fallback;
    try {
      const file = secret ? readSecretFile(name, env, readFile) : undefined;
      const text = file ?? (env[name] || fallback);
      if (text !== undefined && text.length > LONGEST) throw new Error(TOO_LONG);
      values[name] = text === undefined ? undefined : parse(text, readFile);
    } catch (error) {
      wrong.add(name);
      faults.push(`${name} ${error instanceof Error ? error.message : 'cannot be read'}.`);
    }
  }
  const all = [...faults, ...findContradictions(values, wrong)];
  if (all.length > 0) throw new SettingsError(all);
  return values as Settings;
}
