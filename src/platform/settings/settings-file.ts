import { parseEnv } from 'node:util';
import { nearestName } from '../text/nearest-name.ts';
import { SETTINGS } from './settings-table.ts';

/** Settings of a service, in its working folder: written by `letterslot setup`, or by hand. */
export const SETTINGS_FILE = 'letterslot.env';

const isSetting = (name: string): boolean => {
  const [, base] = /^(.+)_FILE$/.exec(name) ?? [];
  return Object.hasOwn(SETTINGS, name) || (base !== undefined && Object.hasOwn(SETTINGS, base));
};

/** One sentence for each name that looks like a misspelt setting. */
export const findMisspelt = (names: readonly string[]): string[] =>
  names.flatMap((name) => {
    if (isSetting(name) || !name.includes('_')) return [];
    const meant = nearestName(name, Object.keys(SETTINGS));
    return meant === undefined || meant[0] !== name[0]
      ? []
      : [`${name} is not a setting. Did you mean ${meant}?`];
  });

/** The assignments of a settings file, as systemd and Compose read them too. */
export const parseSettingsFile = (text: string): Record<string, string> =>
  parseEnv(text.replace(/^\ufeff/, '')) as Record<string, string>;

/** What systemd, Compose and Node.js read as it stands, without quotation marks. */
const isPlain = (value: string) => /^[^\s'"`#$\\](?:[^'"`#$\\\n\r]*[^\s'"`#$\\])?$/.test(value);

/** A value as a line of the file has it; throws an Error that completes "NAME …". */
export function quoteSetting(value: string): string {
  if (isPlain(value)) return value;
  if (/['\n\r]/.test(value)) {
    throw new Error('has an apostrophe or a line break: put it into a file, and set NAME_FILE');
  }
  return `'${value}'`;
}
