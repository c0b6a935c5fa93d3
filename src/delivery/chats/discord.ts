import type { Chat } from '../channels/chats.ts';
import type { HttpCall } from '../http/http-channel.ts';
import { codeUnits, fitText, toChatMessage, writeText } from './chat-message.ts';
import { escapeMarkdown } from './markdown.ts';

/** discord.com/developers/docs/resources/message, "Embed Limits": characters, 6,000 in all. */
const MOST = { title: 256, description: 4_096 };

/** A webhook of Discord: one embed, in which nothing notifies anybody, and no preview of a link. */
export const DISCORD_CALL: HttpCall<Chat> = {
  urlOf: ({ url }) => url,
  compose(delivery) {
    const message = toChatMessage(delivery);
    return JSON.stringify({
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: fitText(message.title, MOST.title, escapeMarkdown, codeUnits),
          description: writeText(message, {
            most: MOST.description,
            escape: escapeMarkdown,
            label: (text) => `**${text}**`,
            sizeOf: codeUnits,
          }),
        },
      ],
    });
  },
};
