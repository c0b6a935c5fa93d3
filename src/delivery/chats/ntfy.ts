import type { Chat } from '../channels/chats.ts';
import type { HttpCall } from '../http/http-channel.ts';
import { fitText, octets, toChatMessage, writeText, type ChatMessage } from './chat-message.ts';

/** docs.ntfy.sh/publish, "Limitations": bytes; a longer message becomes a file. The title is shorter. */
const MOST = { title: 250, message: 4_096 };

/** Tags that clients show as an emoji. */
const tagsOf = ({ marked, isTest }: ChatMessage): string[] => [
  'envelope',
  ...(isTest ? ['test_tube'] : []),
  ...(marked === '' ? [] : ['warning']),
];

const asItIs = (text: string): string => text;

/** A topic of ntfy: plain text, published as JSON to the root of its server. */
export const NTFY_CALL: HttpCall<Chat> = {
  urlOf: ({ url }) => new URL('/', url).href,
  headers: ({ token }) => (token === undefined ? {} : { authorization: `Bearer ${token}` }),
  compose(delivery, { url }) {
    const message = toChatMessage(delivery);
    const writing = { most: MOST.message, escape: asItIs, label: asItIs, sizeOf: octets };
    return JSON.stringify({
      topic: new URL(url).pathname.slice(1),
      title: fitText(message.title, MOST.title, asItIs, octets),
      message: writeText(message, writing),
      tags: tagsOf(message),
    });
  },
};
