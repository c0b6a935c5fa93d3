import { type TargetType, BY_URL, outsideChannel, GONE, MANY } from './channel.ts';
import {
  escapeMarkdown,
  fitText,
  writeParagraphs,
  writeText,
  type ChatMessage,
} from './message.ts';

/** api.slack.com/messaging/webhooks. */
export const TARGET = {
  name: 'Slack',
  members: BY_URL,
  hosts: ['hooks.slack.com', 'hooks.slack-gov.com'],
  path: {
    like: /^\/services\/[^?]/,
    message: 'It must be like https://hooks.slack.com/services/….',
  },
} as const satisfies TargetType;

/**
 * Characters (docs.slack.dev, "Text object" and "Blocks"). Slack refuses messages of many thousands
 * (`msg_blocks_too_long`), so all sections together have a limit too.
 */
const MOST = { header: 150, section: 3_000, all: 12_000 };

/** docs.slack.dev, "Formatting message text": the three signs that begin a mention or a link. */
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false });

/** Paragraphs put together to as few sections as they fit in; a longer one is cut into several. */
function toSections(paragraphs: readonly string[]): string[] {
  const sections: string[] = [];
  for (const text of paragraphs) {
    const last = sections.at(-1);
    if (last !== undefined && last.length + 2 + text.length <= MOST.section) {
      sections[sections.length - 1] = `${last}\n\n${text}`;
      continue;
    }
    for (let rest = text; rest !== '';) {
      const part = fitText(rest, MOST.section);
      sections.push(wholeEntities(part));
      rest = rest.slice(wholeEntities(part).length).trimStart();
    }
  }
  return sections;
}

/** A text without the beginning of an entity at its end. */
const wholeEntities = (text: string): string =>
  text.length < MOST.section - 4 ? text : text.replace(/&[a-z]{0,3}$/, '');

/** Text objects of the type `plain_text` have no formatting, mentions or links. */
function composeBlocks(message: ChatMessage) {
  const { title } = message;
  const sections = toSections(writeParagraphs(message, { most: MOST.all, escape }));
  return {
    text: fitText(title, MOST.section, escape),
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plain(fitText(title, MOST.header, escape)) },
      ...sections.map((text) => ({ type: 'section', text: plain(text) })),
    ],
  };
}

/** Servers that read Slack's messages, like Mattermost, understand Markdown and no blocks. */
function composeMarkdown(message: ChatMessage) {
  const writing = {
    most: MOST.all,
    escape: escapeMarkdown,
    label: (text: string) => `**${text}**`,
  };
  const title = fitText(message.title, MOST.section, escapeMarkdown);
  return { text: `**${title}**\n\n${writeText(message, writing)}` };
}

const isSlack = (url: string): boolean =>
  TARGET.hosts.some((host) => host === new URL(url).hostname);

/** An incoming webhook of Slack, or of a server that reads the same, like Mattermost. */
export const CHANNEL = /* @__PURE__ */ outsideChannel({
  receiver: 'Slack',
  advice: {
    403: 'Its webhook was revoked or may not write there.',
    404: GONE,
    410: 'The channel was archived.',
    429: MANY,
  },
  compose(sent, { url }) {
    const message = sent.message();
    return JSON.stringify(isSlack(url) ? composeBlocks(message) : composeMarkdown(message));
  },
});
