import { type TargetType, BY_URL, outsideChannel, MANY } from './channel.ts';
import { octets, writeParagraphs } from './message.ts';

/** learn.microsoft.com, "Create incoming webhooks with Workflows", and the older connectors. */
export const TARGET = {
  name: 'Microsoft Teams',
  members: BY_URL,
  hosts: ['.logic.azure.com', '.webhook.office.com', '.api.powerplatform.com'],
} as const satisfies TargetType;

/**
 * A message has at most 28 KB in UTF-16 (learn.microsoft.com, "Create incoming webhooks"). The rest
 * is for the card around the text.
 */
const MOST = 24_000;

/** The size of a text in the request, as JSON, or in the message, whichever is more. */
const sizeOf = (text: string) => Math.max(octets(JSON.stringify(text)), text.length * 2) + 4;

/** Around each paragraph: `{"type":"RichTextBlock","inlines":[{"type":"TextRun","text":…}]}`. */
const FRAME = 100;

/** Cards fill in dates that are written like `{{DATE(…)}}`. */
const escape = (text: string): string => text.replaceAll('{{', '{\u2060{');

/** Text runs know no Markdown (adaptivecards.io, "TextRun"). Only an entity mentions a person. */
const paragraph = (text: string, style: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, ...style }],
});

/** A webhook of a Teams workflow: an Adaptive Card. */
export const CHANNEL = /* @__PURE__ */ outsideChannel({
  receiver: 'Microsoft Teams',
  advice: {
    400: 'Its workflow does not take messages of a webhook: make one from the template for webhooks.',
    401: 'Its workflow must allow anyone to call it.',
    403: 'Its workflow must allow anyone to call it.',
    404: 'Its workflow was removed or is switched off.',
    410: 'Its workflow was removed.',
    429: MANY,
  },
  compose(sent) {
    const message = sent.message();
    const paragraphs = writeParagraphs(message, {
      most: MOST,
      escape,
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
});
