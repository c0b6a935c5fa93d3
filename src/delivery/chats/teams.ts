import type { Chat } from '../channels/chats.ts';
import type { HttpCall } from '../http/http-channel.ts';
import { toChatMessage, writeParagraphs, type SizeOf } from './chat-message.ts';

/**
 * learn.microsoft.com, "Create incoming webhooks": a message has at most 28 KB, which Teams counts in
 * UTF-16. A part is left for the card around the text.
 */
const MOST = 24_000;

/** What a text takes in the request, as JSON, or in the message, whichever is more. */
const sizeOf: SizeOf = (text) =>
  Math.max(Buffer.byteLength(JSON.stringify(text)), text.length * 2) + 4;

/** Around each paragraph: `{"type":"RichTextBlock","inlines":[{"type":"TextRun","text":…}]}`. */
const FRAME = 100;

/** Cards fill in dates that are written like `{{DATE(…)}}`. */
const escape = (text: string): string => text.replaceAll('{{', '{\u2060{');

/** Text runs know no Markdown (adaptivecards.io, "TextRun"), and nobody is mentioned without an entity. */
const paragraph = (text: string, style: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...style }],
});

/** A webhook of a Teams workflow: an Adaptive Card. */
export const TEAMS_CALL: HttpCall<Chat> = {
  urlOf: ({ url }) => url,
  compose(delivery) {
    const message = toChatMessage(delivery);
    const paragraphs = writeParagraphs(message, {
      most: MOST,
      escape,
      label: (text) => text,
      sizeOf: (text) => sizeOf(text) + FRAME,
    });
    const title = paragraph(escape(message.title), { size: 'Large', weight: 'Bolder' });
    return JSON.stringify({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            msteams: { width: 'Full' },
            body: [title, ...paragraphs.map((text) => paragraph(text))],
          },
        },
      ],
    });
  },
};
