import type { SettingName } from '../contract/form-settings.ts';
import type { Words } from './words.ts';

/** A setting that differs, its values as lines of text. */
export interface Change {
  name: SettingName;
  before: readonly string[];
  after: readonly string[];
}

/** The value of a setting as one line; the word for "not set" where it has its default. */
export function describeValue({ settings }: Words, lines: readonly string[]): string {
  const known = new Map([
    ['true', settings.yes],
    ['false', settings.no],
  ]);
  return lines.length === 0
    ? settings.none
    : lines.map((line) => known.get(line) ?? line).join(', ');
}

/** The change of a setting for its owner: the name of the setting, and both values with their labels. */
export function describeChange(
  words: Words,
  { name, before, after }: Change,
): { name: string; lines: string[] } {
  const { settings } = words;
  return {
    name: settings.names[name],
    lines: [
      `${settings.before}: ${describeValue(words, before)}`,
      `${settings.after}: ${describeValue(words, after)}`,
    ],
  };
}
