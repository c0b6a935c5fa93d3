import {
  DEFAULT_CHOICES,
  FormSettings,
  type ChallengePolicy,
  type SettingName,
} from '../contract/form-settings.ts';
import { LANGUAGES, wordsOf } from './languages.ts';
import { describeBytes, fill, type Words } from './catalog.ts';

/** A setting that differs, its values as lines of text. */
export interface Change {
  name: SettingName;
  before: readonly string[];
  after: readonly string[];
}

/** The words for values that requesters choose but do not write: yes, no, languages, options. */
function wordFor({ settings, inbox }: Words, name: SettingName, line: string): string {
  if (FormSettings.properties[name].type === 'boolean') {
    return line === 'true' ? settings.yes : settings.no;
  }
  const help = inbox.settings[name];
  if ('options' in help) return new Map(Object.entries(help.options)).get(line) ?? line;
  const language = name === 'language' && LANGUAGES.find((id) => id === line);
  return language ? wordsOf(language).name : line;
}

/** The files that a form takes, from the lines of a change. */
function describeFiles(
  words: Words,
  [count = '', bytes = '', ...types]: readonly string[],
): string {
  const { filesTaken } = words.settings;
  return [
    fill(filesTaken.count, { count }),
    ...(bytes ? [fill(filesTaken.bytes, { size: describeBytes(words.tag, Number(bytes)) })] : []),
    ...(types.length > 0 ? [fill(filesTaken.types, { types: types.join(', ') })] : []),
  ].join('; ');
}

/** The value of a setting, or its default in words: one line, or several for texts and places. */
export function describeValue(words: Words, name: SettingName, lines: readonly string[]): string {
  const { none, defaults } = words.settings;
  const usual = DEFAULT_CHOICES[name];
  if (lines.length === 0) return defaults[name] ?? (usual ? wordFor(words, name, usual) : none);
  if (name === 'files') return describeFiles(words, lines);
  const separator = name === 'auto_reply' || name === 'targets' ? '\n' : ', ';
  return lines.map((line) => wordFor(words, name, line)).join(separator);
}

/** A label and its value. A bar before each line of a long value stops it posing as a label. */
function labelled(label: string, value: string): string[] {
  const [first = '', ...more] = value.split('\n');
  if (more.length === 0) return [`${label}: ${first}`];
  return [`${label}:`, ...[first, ...more].map((line) => `| ${line}`)];
}

/** A setting's change for its owner: the setting's name and both labelled values. */
export function describeChange(
  words: Words,
  { name, before, after }: Change,
): { name: string; lines: string[] } {
  const { settings } = words;
  return {
    name: settings.names[name],
    lines: [
      ...labelled(settings.before, describeValue(words, name, before)),
      ...labelled(settings.after, describeValue(words, name, after)),
    ],
  };
}

/** Describes which submissions need a challenge before and after a change: a label and lines. */
export function describeChallenges(
  { settings, inbox }: Words,
  before: ChallengePolicy,
  after: ChallengePolicy,
): { name: string; lines: string[] } {
  const { options } = inbox.settings.challenge;
  const lines =
    before === after
      ? [options[after]]
      : [`${settings.before}: ${options[before]}`, `${settings.after}: ${options[after]}`];
  return { name: settings.names.challenge, lines };
}
