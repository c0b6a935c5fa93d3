import { targetType } from '../../contract/channels.ts';
import {
  SETTING_GROUPS,
  type FormSettings,
  type SettingName,
} from '../../contract/form-settings.ts';
import { titleOf } from '../composer/field-list.ts';
import { asNumber, inboxWords, pair } from '../context.tsx';
import type { ValueWords } from './setting-editor.tsx';
import { toSettings, type SettingsDraft } from './setting-values.ts';

const { languageNames, names, says, settings: words } = inboxWords;

export type GroupId = keyof typeof SETTING_GROUPS;

/** The settings of a group, in the order of the contract's table. */
export const settingsIn = (group: GroupId) => Object.keys(SETTING_GROUPS[group]) as SettingName[];

/** True if a JSON Pointer leads into a group. */
export const leadsInto = (group: GroupId, pointer: string): boolean =>
  settingsIn(group).some((name) => name === pointer.split('/')[1]);

type Said = string | number | false | undefined;

/** Settings that are said in other words than their name and value. */
const OWN: { [Name in SettingName]?: (value: NonNullable<FormSettings[Name]>) => readonly Said[] } =
  {
    name: () => [],
    language: (language) => [languageNames[language]],
    website: ({ name }) => [name],
    origins: (origins) => [origins.join(', ')],
    fields: (fields) => fields.map(titleOf),
    files: ({ types }) => [says.accepted, types?.join(', ')],
    targets: (targets) => targets.map(({ type }) => targetType(type).name),
    encryption: () => [pair(names.encryption, 'OpenPGP')],
  };

/** A setting in few words: a text, the name of what is on, or the name with a choice or number. */
function sayValue(name: SettingName, value: unknown): readonly Said[] {
  const { options }: Omit<ValueWords, 'label'> = words[name];
  if (Array.isArray(value)) return sayValue(name, value.length);
  if (typeof value === 'number') return [pair(names[name], asNumber(value))];
  if (typeof value !== 'string') return [names[name]];
  return options ? [pair(names[name], options[value] ?? value)] : [value];
}

function saySetting(name: SettingName, value: unknown): readonly Said[] {
  if (value === undefined || value === false) return [];
  const own = OWN[name] as ((value: unknown) => readonly Said[]) | undefined;
  return own ? own(value) : sayValue(name, value);
}

/** One line about what is set in a group. */
export function sayGroup(group: GroupId, draft: SettingsDraft): string {
  const settings = toSettings(draft);
  const texts = settingsIn(group).flatMap((name) => saySetting(name, settings[name]));
  return texts.filter(Boolean).join(' · ') || says[group];
}
