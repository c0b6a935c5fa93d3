import type { FromSchema } from 'json-schema-to-ts';
import type { OutsideChannel, TargetMember, TargetType } from './channels/channel.ts';
import * as discord from './channels/discord.ts';
import * as ntfy from './channels/ntfy.ts';
import * as slack from './channels/slack.ts';
import * as teams from './channels/teams.ts';
import * as telegram from './channels/telegram.ts';
import * as webhook from './channels/webhook.ts';
import { LIMITS } from './limits.ts';
import { choice, textUpTo, yesOrNo } from './schema.ts';

/*
 * The channels of submissions, each a file in `channels`. Pages import only their targets, from a
 * list of its own, so that bundlers leave out the rest.
 */

/** The types of targets, in the order in which people see them. */
export const TARGETS = {
  webhook: webhook.TARGET,
  slack: slack.TARGET,
  discord: discord.TARGET,
  teams: teams.TARGET,
  telegram: telegram.TARGET,
  ntfy: ntfy.TARGET,
} as const;

/** The channels that lead away from the inbox, which its owner has to agree to. */
export const OUTSIDE_CHANNELS = {
  webhook: webhook.CHANNEL,
  slack: slack.CHANNEL,
  discord: discord.CHANNEL,
  teams: teams.CHANNEL,
  telegram: telegram.CHANNEL,
  ntfy: ntfy.CHANNEL,
} satisfies Record<keyof typeof TARGETS, OutsideChannel>;

export type OutsideChannelName = keyof typeof TARGETS;
export const OUTSIDE_CHANNEL_NAMES = Object.keys(TARGETS) as [
  OutsideChannelName,
  ...OutsideChannelName[],
];

/** The ways to deliver a submission. */
export type ChannelName = 'email' | OutsideChannelName;
export const CHANNEL_NAMES: readonly ChannelName[] = ['email', ...OUTSIDE_CHANNEL_NAMES];

const text = (description: string) => textUpTo(LIMITS.urlCharacters, description);

/** The texts that a target can have; its type says which. */
const TEXTS = {
  url: text(
    'The https URL that the service gave you for it; every type but `telegram` needs one. There it is the base of a ' +
      'Bot API server of your own, where the operator allows its host.',
  ),
  token: text('The token of the bot (`telegram`), or of an access-controlled topic (`ntfy`).'),
  chat_id: text('The chat of `telegram`: a number as text, or `@channel`.'),
} as const;

export type TargetText = keyof typeof TEXTS;
export const TARGET_TEXTS = Object.keys(TEXTS) as TargetText[];

/** A place besides the inbox that gets each message. */
export const FormTarget = {
  title: 'FormTarget',
  type: 'object',
  additionalProperties: false,
  required: ['type'],
  properties: {
    type: choice(OUTSIDE_CHANNEL_NAMES, 'Where it leads.'),
    ...TEXTS,
    rotate_secret: yesOrNo(
      'Makes a new signing secret for a `webhook`; the old one signs too for a day.',
    ),
    secret: text(
      'The signing secret of a `webhook`, in the answer to the request that made it. The service makes it.',
    ),
  },
} as const;

export interface FormTarget extends Readonly<FromSchema<typeof FormTarget>> {}

/** The row of a type, typed by its interface rather than its literal type. */
export const targetType = (
  type: OutsideChannelName,
): TargetType & { members: Readonly<Partial<Record<TargetText, TargetMember>>> } => TARGETS[type];
