import type { Chat } from '../channels/chats.ts';
import type { HttpCall } from '../http/http-channel.ts';
import { codeUnits, fitText, toChatMessage, writeText } from './chat-message.ts';

/** core.telegram.org/bots/api, `sendMessage`: characters, counted in UTF-16. */
const MOST = 4_096;

/** Signs that begin a mention, a hashtag, a price sign or a command, which Telegram finds in any text. */
const BEGINS =
  /(?<![\p{L}\p{Nd}_])[@＠#$](?=[\p{L}\p{N}_])|(?<![\p{L}\p{Nd}_/:.])\/(?=[\p{L}\p{N}_])/gu;

/** An invisible sign behind them keeps them text; addresses and URLs stay as they are. */
const escape = (text: string): string => text.replace(BEGINS, '$&\u2060');

/** A bot of Telegram: plain text, because without `parse_mode` nothing is formatting. */
export const TELEGRAM_CALL: HttpCall<Chat> = {
  urlOf: ({ url, token = '' }) => new URL(`./bot${token}/sendMessage`, url).href,
  compose(delivery, { chatId }) {
    const message = toChatMessage(delivery);
    const title = fitText(message.title, MOST / 4, escape, codeUnits);
    const most = MOST - title.length - 2;
    const writing = { most, escape, label: (text: string) => text, sizeOf: codeUnits };
    return JSON.stringify({
      chat_id: chatId,
      text: `${title}\n\n${writeText(message, writing)}`,
      link_preview_options: { is_disabled: true },
    });
  },
};
