import type { OutsideChannelName } from '../../src/contract/channels.ts';

/** A message as a stand-in got it. */
interface Call {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

type Checks = Record<string, boolean>;

/** The names of the rules that a message breaks; one whose shape cannot be read breaks them all. */
function broken(checks: () => Checks): string[] {
  try {
    return Object.entries(checks())
      .filter(([, holds]) => !holds)
      .map(([name]) => name);
  } catch (error) {
    return [String(error)];
  }
}

const fits = (text: unknown, most: number) =>
  typeof text === 'string' && text.length > 0 && text.length <= most;

const hasOnly = (value: object, names: readonly string[]) =>
  Object.keys(value).every((name) => names.includes(name));

interface Block {
  type: string;
  text: { type: string; text: string };
}

/** docs.slack.dev: incoming webhooks, blocks, text objects, and the escaping of three signs. */
const judgeSlack = ({ path, body }: Call) =>
  broken(() => {
    const sent = JSON.parse(body) as { text: string; mrkdwn: boolean; blocks: Block[] };
    const texts = [sent.text, ...sent.blocks.map(({ text }) => text.text)];
    return {
      path: path.startsWith('/services/'),
      members: hasOnly(sent, ['text', 'mrkdwn', 'unfurl_links', 'unfurl_media', 'blocks']),
      'text of the notification': fits(sent.text, 40_000) && !sent.mrkdwn,
      'number of blocks': sent.blocks.length > 0 && sent.blocks.length <= 50,
      'plain text': sent.blocks.every(({ text }) => text.type === 'plain_text'),
      'size of texts': sent.blocks.every(({ type, text }) =>
        fits(text.text, type === 'header' ? 150 : 3_000),
      ),
      'size of all blocks': texts.join('').length <= 13_200 + 3_000,
      escaping: texts.every((text) => !/[<>]|&(?!(?:amp|lt|gt);)/.test(text)),
    };
  });

interface Embed {
  title: string;
  description: string;
}

/** Markdown that Discord would apply after escapes are removed; bold labels are ours. */
const ACTS = /[*_~`|[\]<>#]|^\s*(?:[-+]|\d+\.)\s|https?:\/\//m;

/** discord.com/developers: executing a webhook, embed limits, allowed mentions. */
const judgeDiscord = ({ path, body }: Call) =>
  broken(() => {
    const sent = JSON.parse(body) as { embeds: Embed[]; allowed_mentions: { parse: string[] } };
    const [embed] = sent.embeds;
    const written = (embed?.description ?? '').replace(/\\[^A-Za-z0-9\s]/g, 'x');
    return {
      path: /^\/api\/webhooks\/\d+\/[\w-]+$/.test(path),
      members: hasOnly(sent, ['embeds', 'allowed_mentions']),
      'nobody is mentioned': sent.allowed_mentions.parse.length === 0,
      'one embed': sent.embeds.length === 1,
      title: fits(embed?.title, 256),
      description: fits(embed?.description, 4_096),
      'size in all': (embed?.title.length ?? 0) + (embed?.description.length ?? 0) <= 6_000,
      'no formatting': !ACTS.test(written.replace(/^\*\*[^*\n]*\*\*$/gm, '')),
    };
  });

interface Card {
  type: string;
  body: { type: string; inlines: { type: string; text: string }[] }[];
}

/** learn.microsoft.com: webhooks of workflows; adaptivecards.io: cards. */
const judgeTeams = ({ body }: Call) =>
  broken(() => {
    const sent = JSON.parse(body) as {
      type: string;
      attachments: { contentType: string; content: Card }[];
    };
    const [attachment] = sent.attachments;
    const parts = attachment?.content.body ?? [];
    const runs = parts.flatMap(({ inlines }) => inlines);
    return {
      'size as it was sent': Buffer.byteLength(body) <= 28 * 1_024,
      'a message with one card': sent.type === 'message' && sent.attachments.length === 1,
      'an Adaptive Card':
        attachment?.contentType === 'application/vnd.microsoft.card.adaptive' &&
        attachment.content.type === 'AdaptiveCard',
      'text without Markdown': parts.every(({ type }) => type === 'RichTextBlock'),
      runs: runs.length > 0 && runs.every(({ type, text }) => type === 'TextRun' && text !== ''),
      'no dates to fill in': !body.includes('{{'),
      'no mentions and actions': !/"(?:entities|actions|selectAction)"/.test(body),
    };
  });

/** core.telegram.org/bots/api: sendMessage. */
const judgeTelegram = ({ path, body }: Call) =>
  broken(() => {
    const sent = JSON.parse(body) as {
      chat_id: string;
      text: string;
      link_preview_options: { is_disabled: boolean };
    };
    return {
      path: /^\/bot\d+:[\w-]+\/sendMessage$/.test(path),
      members: hasOnly(sent, ['chat_id', 'text', 'link_preview_options']),
      chat: /^(?:-?\d+|@\w+)$/.test(sent.chat_id),
      text: fits(sent.text, 4_096),
      'no preview of links': sent.link_preview_options.is_disabled,
      'no mention, hashtag or command':
        !/(?<![\p{L}\p{Nd}_])[@#][\w\p{L}]|(?<![\p{L}\p{Nd}_/:.])\/[\w\p{L}]/u.test(sent.text),
    };
  });

/** docs.ntfy.sh/publish: publishing as JSON. */
const judgeNtfy = ({ path, body, headers }: Call) =>
  broken(() => {
    const sent = JSON.parse(body) as {
      topic: string;
      title: string;
      message: string;
      tags: string[];
    };
    const token = headers['authorization'];
    return {
      path: path === '/',
      members: hasOnly(sent, ['topic', 'title', 'message', 'tags']),
      topic: /^[-_A-Za-z0-9]{1,64}$/.test(sent.topic),
      title: sent.title !== '' && Buffer.byteLength(sent.title) <= 1_024,
      message: sent.message !== '' && Buffer.byteLength(sent.message) <= 4_096,
      tags: sent.tags.every((tag) => /^[\w+-]+$/.test(tag)),
      token: token === undefined || /^Bearer \S+$/.test(String(token)),
    };
  });

/** The judge of a service's messages, and the text of one that people read. */
interface Chat {
  judge: (call: Call) => string[];
  read: (body: string) => string;
}

interface Sent {
  blocks: Block[];
  embeds: [Embed];
  attachments: [{ content: Card }];
  text: string;
  title: string;
  message: string;
}

const reading = (textOf: (sent: Sent) => string) => (body: string) =>
  textOf(JSON.parse(body) as Sent);

/** Every service to which a target leads. */
export const CHATS: Readonly<Record<OutsideChannelName, Chat>> = {
  webhook: { judge: () => [], read: (body) => body },
  slack: {
    judge: judgeSlack,
    read: reading(({ blocks }) => {
      const shown = blocks.map(({ text }) => text.text).join('\n\n');
      return shown.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
    }),
  },
  discord: {
    judge: judgeDiscord,
    read: reading(({ embeds: [{ title, description }] }) =>
      `${title}\n${description}`.replace(/\\(?=[^A-Za-z0-9\s])/g, ''),
    ),
  },
  teams: {
    judge: judgeTeams,
    read: reading(({ attachments: [{ content }] }) =>
      content.body.flatMap(({ inlines }) => inlines.map(({ text }) => text)).join('\n\n'),
    ),
  },
  telegram: { judge: judgeTelegram, read: reading(({ text }) => text) },
  ntfy: { judge: judgeNtfy, read: reading(({ title, message }) => `${title}\n${message}`) },
};
