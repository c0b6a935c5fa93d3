import { type TargetType, outsideChannel, MANY } from './channel.ts';
import { fitText, writeText } from './message.ts';

export const TARGET = {
  name: 'Telegram',
  members: {
    token: {
      isKey: true,
      label: 'bot',
      shape: {
        like: /^\d{3,20}:[A-Za-z0-9_-]{20,100}$/,
        message:
          'It must be the token of a bot, like 110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw.',
      },
    },
    chat_id: {
      isOpen: true,
      label: 'chat',
      hint: 'chatHint',
      shape: {
        like: /^(?:-?\d{1,20}|@[A-Za-z]\w{3,31})$/,
        message: 'It must be the number of a chat as text, or the @name of a channel.',
      },
    },
    url: { isOptional: true, isOpen: true },
  },
  hosts: ['api.telegram.org'],
  elsewhere: {
    like: /^\/$/,
    message: 'It must be the root of a Bot API server, like https://bots.example.com/.',
  },
} as const satisfies TargetType;

/** core.telegram.org/bots/api, `sendMessage`: characters, counted in UTF-16. */
const MOST = 4_096;

/** Telegram finds mentions, hashtags, prices and commands in any text by these signs. */
const BEGINS =
  /(?<![\p{L}\p{Nd}_])[@＠#$](?=[\p{L}\p{N}_])|(?<![\p{L}\p{Nd}_/:.])\/(?=[\p{L}\p{N}_])/gu;

/** An invisible sign behind them keeps them text; addresses and URLs stay as they are. */
const escape = (text: string): string => text.replace(BEGINS, '$&\u2060');

/** The part of a bot's token that is no secret. */
const botOf = (token = ''): string => token.split(':')[0] ?? '';

/** A bot of Telegram: plain text, because without `parse_mode` nothing is formatting. */
export const CHANNEL = /* @__PURE__ */ outsideChannel({
  receiver: 'Telegram',
  advice: {
    400: 'It does not know the chat: add the bot to it, or write to the bot first.',
    401: 'The token of the bot is no longer valid.',
    403: 'The bot may not write to the chat: it was removed or blocked.',
    404: 'It does not know the token of the bot.',
    429: MANY,
  },
  usualUrl: 'https://api.telegram.org/',
  destination: ({ url, token, chat_id = '' }) => ({
    place: new URL(url).host,
    address: `${chat_id} (bot ${botOf(token)})`,
  }),
  identity: ({ url, token = '', chat_id = '' }) => [url, token, chat_id].join(' '),
  urlOf: ({ url, token = '' }) => new URL(`./bot${token}/sendMessage`, url).href,
  compose(sent, { chat_id }) {
    const message = sent.message();
    const title = fitText(message.title, MOST / 4, escape);
    const most = MOST - title.length - 2;
    return JSON.stringify({
      chat_id,
      text: `${title}\n\n${writeText(message, { most, escape })}`,
      link_preview_options: { is_disabled: true },
    });
  },
});
