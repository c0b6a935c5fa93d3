import type { FromSchema } from 'json-schema-to-ts';
import { LIMITS } from './limits.ts';
import { OUTSIDE_CHANNEL_NAMES, type OutsideChannelName } from './enums.ts';

export type TargetType = OutsideChannelName;

/** What people call them, in every language. */
export const TARGET_NAMES: Readonly<Record<TargetType, string>> = {
  webhook: 'Webhook',
  slack: 'Slack',
  discord: 'Discord',
  teams: 'Microsoft Teams',
  telegram: 'Telegram',
  ntfy: 'ntfy',
};

const text = (description: string) =>
  ({ type: 'string', minLength: 1, maxLength: LIMITS.urlCharacters, description }) as const;

/** A place besides the inbox that gets each message. */
export const FormTarget = {
  title: 'FormTarget',
  type: 'object',
  additionalProperties: false,
  required: ['type'],
  properties: {
    type: { type: 'string', enum: OUTSIDE_CHANNEL_NAMES, description: 'Where it leads.' },
    url: text(
      'The https URL that the service gave you for it; every type but `telegram` needs one. There it is the base of a ' +
        'Bot API server of your own, where the operator allows its host.',
    ),
    token: text('The token of the bot (`telegram`), or of an access-controlled topic (`ntfy`).'),
    chat_id: text('The chat of `telegram`: a number as text, or `@channel`.'),
    rotate_secret: {
      type: 'boolean',
      description: 'Makes a new signing secret for a `webhook`; the old one signs too for a day.',
    },
    secret: text(
      'The signing secret of a `webhook`, in the answer to the request that made it. The service makes it.',
    ),
  },
} as const;

export interface FormTarget extends Readonly<FromSchema<typeof FormTarget>> {}
