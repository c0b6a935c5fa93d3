import { findContradictions } from './setting-rules.ts';
import { SETTINGS, type Row } from './settings-table.ts';

type Table = typeof SETTINGS;

/** Every setting, parsed; undefined where the table has no fallback and the variable is not set. */
export type Settings = {
  [Name in keyof Table]: Table[Name] extends { fallback: string }
    ? ReturnType<Table[Name]['parse']>
    : ReturnType<Table[Name]['parse']> | undefined;
};

/** Milliseconds of the two parts of DRAIN_SECONDS. */
export interface Drain {
  /** New connections are accepted; later they are refused, which proxies answer with another node. */
  accepting: number;
  /** Requests on the connections that are there are answered. */
  answering: number;
}

export const drainOf = ({ DRAIN_SECONDS: seconds }: Settings): Drain => ({
  accepting: seconds * 800,
  answering: seconds * 200,
});

/** The configuration is wrong; one line per fault, none of which repeats a value. */
export class SettingsError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'SettingsError';
    this.faults = faults;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The content of NAME_FILE, or undefined where that is not set. */
function readSecretFile(
  name: string,
  env: Environment,
  readFile: (path: string) => string,
): string | undefined {
  const path = env[`${name}_FILE`];
  if (!path) return undefined;
  if (env[name]) throw new Error('is set, and so is its _FILE; set one of them');
  let text = '';
  try {
    text = readFile(path).trim();
  } catch {
    throw new Error('has a _FILE that cannot be read');
  }
  if (text === '') throw new Error('has a _FILE that is empty');
  return text;
}

/** Reads the settings; `readFile` serves NAME_FILE. Throws SettingsError with every fault there is. */
export function readSettings(env: Environment, readFile: (path: string) => string): Settings {
  const faults: string[] = [];
  const wrong = new Set<string>();
  const values: Record<string, unknown> = {};
  for (const [name, row] of Object.entries<Row<unknown>>(SETTINGS)) {
    const { parse, secret, fallbackBehindProxy } = row;
    const fallback = (env['TRUSTED_PROXIES'] && fallbackBehindProxy) || row.fallback;
    try {
      const file = secret ? readSecretFile(name, env, readFile) : undefined;
      const text = file ?? (env[name] || fallback);
      values[name] = text === undefined ? undefined : parse(text);
    } catch (error) {
      wrong.add(name);
      faults.push(`${name} ${error instanceof Error ? error.message : 'cannot be read'}.`);
    }
  }
  const all = [...faults, ...findContradictions(values, wrong)];
  if (all.length > 0) throw new SettingsError(all);
  return values as Settings;
}
