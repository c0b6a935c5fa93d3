import type { SettingName } from '../contract/form-settings.ts';
import type { Words } from './words.ts';

/** A setting that differs, its values as lines of text. */
interface Change {
  name: SettingName;
  before: readonly string[];
  after: readonly string[];
}

/** The change of a setting for its owner: the name of the setting, and both values with their labels. */
export function describeChange(
  { settings }: Words,
  { name, before, after }: Change,
): { name: string; lines: string[] } {
  const known = new Map([
    ['true', settings.yes],
    ['false', settings.no],
  ]);
  const show = (lines: readonly string[]) =>
    lines.length === 0 ? settings.none : lines.map((line) => known.get(line) ?? line).join(', ');
  return {
    name: settings.names[name],
    lines: [`${settings.before}: ${show(before)}`, `${settings.after}: ${show(after)}`],
  };
}
