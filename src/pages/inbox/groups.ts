import { targetType } from '../../contract/channels.ts';
import { SETTING_NAMES, type SettingName } from '../../contract/form-settings.ts';
import { titleOf } from '../composer/field-list.ts';
import { asNumber, inboxWords, pair } from '../context.tsx';
import { fieldsOf, toSettings, type SettingsDraft } from './setting-values.ts';

const { languageNames, names, says, settings: words } = inboxWords;

export type GroupId = keyof typeof inboxWords.groups;

/** The group that shows each setting. */
const GROUP_OF: Readonly<Record<SettingName, GroupId>> = {
  name: 'emails',
  language: 'emails',
  subject: 'emails',
  sender_name: 'emails',
  redirect: 'after',
  success_message: 'after',
  website: 'after',
  origins: 'spam',
  access: 'spam',
  fields: 'fields',
  unknown_fields: 'fields',
  challenge: 'spam',
  files: 'files',
  copies: 'delivery',
  targets: 'delivery',
  auto_reply: 'delivery',
  encryption: 'privacy',
  paused: 'danger',
};

/** The settings of a group, in the order of the contract's table. */
export const settingsIn = (group: GroupId): SettingName[] =>
  SETTING_NAMES.filter((name) => GROUP_OF[name] === group);

const isIn = (group: GroupId, name: string) => GROUP_OF[name as SettingName] === group;

/** True if a JSON Pointer leads into a group. */
export const leadsInto = (group: GroupId, pointer: string): boolean =>
  isIn(group, pointer.split('/')[1] ?? '');

type Say = (settings: ReturnType<typeof toSettings>) => readonly (string | false | undefined)[];

/** The settings of each group, in few words; nothing for the defaults. */
const SAYS: Readonly<Record<GroupId, Say>> = {
  emails: ({ language, subject, sender_name: sender }) => [
    subject,
    sender,
    language && languageNames[language],
  ],
  after: ({ redirect, success_message: message, website }) => [redirect ?? message, website?.name],
  fields: (settings) => fieldsOf(settings as SettingsDraft).map(titleOf),
  spam: ({ origins, access, challenge }) => [
    origins?.join(', '),
    access && words.access.options[access],
    challenge && pair(names.challenge, words.challenge.options[challenge]),
  ],
  delivery: ({ copies = [], targets = [], auto_reply: reply }) => [
    copies.length > 0 && pair(names.copies, asNumber(copies.length)),
    ...targets.map(({ type }) => targetType(type).name),
    reply && names.auto_reply,
  ],
  files: ({ files }) => [files && says.accepted, files?.types?.join(', ')],
  privacy: ({ encryption }) => [encryption && pair(names.encryption, 'OpenPGP')],
  danger: ({ paused }) => [paused && names.paused],
};

/** One line about what is set in a group. */
export function sayGroup(group: GroupId, draft: SettingsDraft): string {
  const texts = SAYS[group](toSettings(draft)).filter(Boolean);
  return texts.length > 0 ? texts.join(' · ') : says[group];
}
