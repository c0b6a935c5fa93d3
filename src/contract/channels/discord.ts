import { type TargetType, BY_URL, outsideChannel, GONE, MANY } from './channel.ts';
import { escapeMarkdown, fitText, writeText } from './message.ts';

/** discord.com/developers/docs/resources/webhook. */
export const TARGET = {
  name: 'Discord',
  members: BY_URL,
  hosts: ['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com'],
  path: {
    like: /^\/api\/(?:v\d{1,3}\/)?webhooks\/\d+\/[\w-]+(?:\?|$)/,
    message: 'It must be like https://discord.com/api/webhooks/NUMBER/TOKEN.',
  },
} as const satisfies TargetType;

/** discord.com/developers/docs/resources/message, "Embed Limits": characters, 6,000 in all. */
const MOST = { title: 256, description: 4_096 };

/** A webhook of Discord: one embed without notifications and previews of links. */
export const CHANNEL = /* @__PURE__ */ outsideChannel({
  receiver: 'Discord',
  advice: { 401: GONE, 403: 'It may not write there.', 404: GONE, 429: MANY },
  compose(sent) {
    const message = sent.message();
    return JSON.stringify({
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: fitText(message.title, MOST.title, escapeMarkdown),
          description: writeText(message, {
            most: MOST.description,
            escape: escapeMarkdown,
            label: (text) => `**${text}**`,
          }),
        },
      ],
    });
  },
});
