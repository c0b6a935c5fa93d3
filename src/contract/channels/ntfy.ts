import { type TargetType, outsideChannel, MANY } from './channel.ts';
import { fitText, octets, writeText, type ChatMessage } from './message.ts';

export const TARGET = {
  name: 'ntfy',
  members: {
    url: { label: 'url' },
    token: {
      isOptional: true,
      isKey: true,
      label: 'access',
      shape: {
        like: /^[\x21-\x7e]{1,200}$/,
        message: 'It must have up to 200 visible characters of ASCII.',
      },
    },
  },
  path: {
    like: /^\/[-_A-Za-z0-9]{1,64}$/,
    message: 'It must be like https://ntfy.sh/TOPIC: a server and the name of a topic.',
  },
} as const satisfies TargetType;

/** Bytes (docs.ntfy.sh/publish, "Limitations"). A longer message becomes a file. */
const MOST = { title: 250, message: 4_096 };

/** Tags that clients show as an emoji. */
const tagsOf = ({ marked, isTest }: ChatMessage): string[] => [
  'envelope',
  ...(isTest ? ['test_tube'] : []),
  ...(marked === '' ? [] : ['warning']),
];

/** A topic of ntfy: plain text, published as JSON to the root of its server. */
export const CHANNEL = /* @__PURE__ */ outsideChannel({
  receiver: 'The ntfy server',
  advice: {
    401: 'The topic needs a token that is valid.',
    403: 'The topic needs a token that may publish to it.',
    429: MANY,
  },
  urlOf: ({ url }) => new URL('/', url).href,
  headers: ({ token }) => (token === undefined ? {} : { authorization: `Bearer ${token}` }),
  compose(sent, { url }) {
    const message = sent.message();
    return JSON.stringify({
      topic: new URL(url).pathname.slice(1),
      title: fitText(message.title, MOST.title, undefined, octets),
      message: writeText(message, { most: MOST.message, sizeOf: octets }),
      tags: tagsOf(message),
    });
  },
});
