import { findContradictions, isPublic } from './contradictions.ts';
import { GONE_SETTINGS } from './gone-settings.ts';
import { SETTINGS, type ReadFile, type Row, type Settings } from './settings-table.ts';
import { smtpServerOf } from './smtp-url.ts';

export type { Settings };

/** The two parts of DRAIN_SECONDS, in milliseconds. */
export interface Drain {
  /** New connections are accepted for this time; then proxies have to try another node. */
  accepting: number;
  /** Requests on open connections are still answered. */
  answering: number;
}

/** True if forms may answer their visitors: AUTO_REPLIES, or its default. */
export const sendsReplies = (settings: Settings): boolean =>
  (settings.AUTO_REPLIES ?? (isPublic(settings) ? 'off' : 'on')) === 'on';

/** True if mail goes to the preview mailbox. */
export const isPreview = ({ MAIL_API, SMTP_URL }: Settings): boolean => !MAIL_API && !SMTP_URL;

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

/**
 * A byte order mark, and line ends at the end. Blanks stay: a password may begin or end with one.
 */
const AROUND_SECRET = /^\ufeff|(?<![\r\n])[\r\n]+$/g;

const isGiven = (name: string, env: Environment) => Boolean(env[name] || env[`${name}_FILE`]);

/** The content of NAME_FILE, or undefined if that does not count. */
function readSecretFile(
  name: string,
  { emptyWithout }: Row<unknown>,
  env: Environment,
  readFile: ReadFile,
): string | undefined {
  if (env[name]) throw new Error(`is set, and so is ${name}; set one of them`);
  let text = '';
  try {
    text = String(readFile(env[`${name}_FILE`] ?? '')).replace(AROUND_SECRET, '');
  } catch {
    throw new Error('is a file that cannot be read');
  }
  if (text.trim() !== '') return text;
  if (emptyWithout && !isGiven(emptyWithout, env)) return undefined;
  throw new Error('is a file that is empty');
}

/** Characters of a setting: lists of networks are the longest ones. */
const LONGEST = 65_536;
const TOO_LONG = `must have at most ${LONGEST} characters`;

const goneIn = (env: Environment): string[] =>
  Object.entries(GONE_SETTINGS)
    .filter(([name]) => env[name] !== undefined)
    .map(([name, instead]) => `${name} is gone: ${instead}.`);

const fallbackOf = ({ fallback, fallbackBehindProxy }: Row<unknown>, behindProxy: boolean) =>
  (behindProxy && fallbackBehindProxy) || fallback;

/**
 * The settings that differ from their defaults, for the log: `set` stands for a secret, and for a
 * text that may have a mail address or a login in it.
 */
export function changedSettings(variable: (name: string) => string | undefined) {
  const changed: Record<string, string> = {};
  const behindProxy = variable('TRUSTED_PROXIES') !== undefined;
  for (const [name, row] of Object.entries<Row<unknown>>(SETTINGS)) {
    const text = variable(name) ?? (row.secret && variable(`${name}_FILE`));
    if (text === undefined || text === fallbackOf(row, behindProxy)) continue;
    changed[name] = row.secret || text.includes('@') ? 'set' : text;
  }
  return changed;
}

/** Reads the settings; `readFile` serves NAME_FILE. Throws SettingsError with all faults. */
export function readSettings(env: Environment, readFile: ReadFile): Settings {
  const faults = goneIn(env);
  const wrong = new Set<string>();
  const files = new Set<string>();
  const values: Record<string, unknown> = {};
  for (const [name, row] of Object.entries<Row<unknown>>(SETTINGS)) {
    const { parse, secret } = row;
    const fromFile = secret && Boolean(env[`${name}_FILE`]);
    if (fromFile) files.add(name);
    const fallback = fallbackOf(row, Boolean(env['TRUSTED_PROXIES']));
    try {
      const file = fromFile ? readSecretFile(name, row, env, readFile) : undefined;
      const text = file ?? (env[name] || fallback);
      if (text !== undefined && text.length > LONGEST) throw new Error(TOO_LONG);
      values[name] = text === undefined ? undefined : parse(text, readFile);
    } catch (error) {
      wrong.add(name);
      faults.push(
        `${fromFile ? `${name}_FILE` : name} ${error instanceof Error ? error.message : 'cannot be read'}.`,
      );
    }
  }
  const all = [...faults, ...findContradictions(values, wrong, files)];
  if (all.length > 0) throw new SettingsError(all);
  const settings = values as Settings;
  // All other code reads SMTP_URL alone.
  return { ...settings, SMTP_URL: settings.SMTP_URL ?? smtpServerOf(settings) };
}
