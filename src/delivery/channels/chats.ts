import type { OutsideChannel } from './channel.ts';
import type { OutsideChannelName } from '../../contract/enums.ts';

/** A place whose service shows messages to people: by the URL that it gave, or of a chat's bot. */
export interface Chat {
  /** Of `telegram`: the base of its Bot API. */
  url: string;
  token?: string;
  chatId?: string;
}

type ChatName = Exclude<OutsideChannelName, 'webhook'>;

/** Where bots of Telegram are called, unless a target names a server of its own. */
const TELEGRAM_API = 'https://api.telegram.org/';

/**
 * The hosts of each service, whole or as the end of a name; undefined where anybody can run one. Slack:
 * api.slack.com/messaging/webhooks. Discord: discord.com/developers/docs/resources/webhook. Teams:
 * learn.microsoft.com, "Create incoming webhooks with Workflows", and the connectors before them.
 */
export const CHAT_HOSTS: Readonly<Record<ChatName, readonly string[] | undefined>> = {
  slack: ['hooks.slack.com', 'hooks.slack-gov.com'],
  discord: ['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com'],
  teams: ['.logic.azure.com', '.webhook.office.com', '.api.powerplatform.com'],
  telegram: ['api.telegram.org'],
  ntfy: undefined,
};

const fromUrl: OutsideChannel<Chat>['fromTarget'] = ({ url = '', token }) => ({
  url,
  ...(token !== undefined && { token }),
});

/** What all chats have in common: they follow the mail, and two with one URL are one. */
const CHAT = {
  fromTarget: fromUrl,
  destination: ({ url }: Chat) => ({ place: new URL(url).host, address: url }),
  identity: ({ url }: Chat) => url,
  retryAfter: { awaited: [], queued: [1_000, 4_000] },
  failure: 'delivery_failed',
} as const;

const GONE = 'Its address no longer exists: make a new one there and save it in the settings.';
const MANY = 'It takes fewer messages at a time: wait a while.';

/** The part of a bot's token that is no secret. */
const botOf = ({ token = '' }: Chat): string => token.split(':')[0] ?? '';

/** The chats that people get messages in. */
export const CHATS: { readonly [Name in ChatName]: OutsideChannel<Chat> } = {
  slack: {
    ...CHAT,
    receiver: 'Slack',
    advice: {
      403: 'Its webhook was revoked or may not write there.',
      404: GONE,
      410: 'The channel was archived.',
      429: MANY,
    },
  },
  discord: {
    ...CHAT,
    receiver: 'Discord',
    advice: { 401: GONE, 403: 'It may not write there.', 404: GONE, 429: MANY },
  },
  teams: {
    ...CHAT,
    receiver: 'Microsoft Teams',
    advice: {
      400: 'Its workflow does not take messages of a webhook: make one from the template for webhooks.',
      401: 'Its workflow must allow anyone to call it.',
      403: 'Its workflow must allow anyone to call it.',
      404: 'Its workflow was removed or is switched off.',
      410: 'Its workflow was removed.',
      429: MANY,
    },
  },
  telegram: {
    ...CHAT,
    fromTarget: ({ url = TELEGRAM_API, token = '', chat_id = '' }) => ({
      url,
      token,
      chatId: chat_id,
    }),
    destination: (chat) => ({
      place: new URL(chat.url).host,
      address: `${chat.chatId ?? ''} (bot ${botOf(chat)})`,
    }),
    identity: ({ url, token = '', chatId = '' }) => [url, token, chatId].join(' '),
    receiver: 'Telegram',
    advice: {
      400: 'It does not know the chat: add the bot to it, or write to the bot first.',
      401: 'The token of the bot is no longer valid.',
      403: 'The bot may not write to the chat: it was removed or blocked.',
      404: 'It does not know the token of the bot.',
      429: MANY,
    },
  },
  ntfy: {
    ...CHAT,
    receiver: 'The ntfy server',
    advice: {
      401: 'The topic needs a token that is valid.',
      403: 'The topic needs a token that may publish to it.',
      429: MANY,
    },
  },
};
