import { parseSettingsFile, quoteSetting } from '../../platform/settings/settings-file.ts';
import { SETTINGS } from '../../platform/settings/settings-table.ts';
import { summaryOf } from '../../platform/text/clean-text.ts';

/** Settings by name; undefined removes one. */
export type Changes = Readonly<Record<string, string | undefined>>;

const HEAD = `# Settings of Letterslot. "letterslot setup" writes this file, and changes it when it is run again.
# All settings: docs/reference/settings.md`;

/** The first sentence of a setting's documentation, as a comment. */
function commentOf(name: string): string {
  const row = Object.entries(SETTINGS).find(([known]) => known === name.replace(/_FILE$/, ''));
  return `# ${summaryOf(row?.[1].doc ?? '')}`;
}

const nameIn = (line: string) => /^[ \t]*([A-Z][A-Z\d_]*)[ \t]*=/.exec(line)?.[1];

/** The text of a settings file after changes, line by line: all that they do not name stays. */
export function changeSettings(text: string, changes: Changes): string {
  const present = parseSettingsFile(text);
  const lines: string[] = [];
  for (const line of text === '' ? [HEAD] : text.trimEnd().split('\n')) {
    const name = nameIn(line);
    const isKept = name === undefined || !Object.hasOwn(changes, name);
    const value = isKept ? undefined : changes[name];
    if (isKept) lines.push(line);
    else if (value !== undefined) lines.push(`${name}=${quoteSetting(value)}`);
    else if (lines.at(-1) === commentOf(name)) lines.pop();
  }
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || present[name] !== undefined) continue;
    lines.push('', commentOf(name), `${name}=${quoteSetting(value)}`);
  }
  return `${lines.join('\n')}\n`;
}
