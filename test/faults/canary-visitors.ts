import { once } from 'node:events';
import { connect } from 'node:net';
import { randomBytes } from 'node:crypto';

/** Text that is nowhere but in what these visitors send, and in every one of their requests. */
export const CANARY = `canary${randomBytes(12).toString('hex')}`;

export const FORM_TYPE = 'application/x-www-form-urlencoded';

interface Body {
  type: string;
  text: string;
  accept?: string;
}

/** A field that the form of the broken bodies declares. */
export const NUMBER_FIELD = { name: 'guests', type: 'number', label: 'Guests' };

/** What one visitor fills in: the canary in names and values, as text of many scripts. */
function fieldsOf(index: number): [name: string, value: string][] {
  const canary = `${CANARY}${index}`;
  return [
    [`field ${canary}`, `${canary} Größe 😀\r\n${canary}`],
    ['email', `${canary}@visitor.example`],
    ['_subject', `About ${canary}`],
    ['_format', index % 2 === 0 ? 'json' : ''],
    ['_test', index % 5 === 0 ? canary : ''],
    ['_redirect', index % 7 === 0 ? `https://thanks.example/?from=${canary}` : ''],
    ['_gotcha', index % 11 === 0 ? canary : ''],
  ];
}

/** The headers of a file whose name and type have this text in them. */
const fileHead = (name: string) =>
  `Content-Disposition: form-data; name="file ${name}"; filename="${name}.txt"\r\n` +
  `Content-Type: text/x-${name}\r\n\r\n`;

/** The same fields in the three types of a form. */
const ENCODERS: ((fields: [string, string][]) => Body)[] = [
  (fields) => ({ type: FORM_TYPE, text: new URLSearchParams(fields).toString() }),
  (fields) => ({ type: 'application/json', text: JSON.stringify(Object.fromEntries(fields)) }),
  (fields) => {
    const parts = fields.map(
      ([name, value]) =>
        `--${CANARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file = `--${CANARY}\r\n${fileHead(CANARY)}${`${CANARY} `.repeat(3_000)}\r\n`;
    return {
      type: `multipart/form-data; boundary=${CANARY}`,
      text: `${parts.join('')}${file}--${CANARY}--\r\n`,
    };
  },
];

const MULTIPART = 'multipart/form-data; boundary=b';

/** Bodies that are refused, with the status of each. */
const BROKEN: Body[] = [
  { type: 'application/json', text: `{"message":"${CANARY}"` },
  { type: `text/${CANARY}`, text: CANARY },
  { type: `multipart/form-data; boundary=${CANARY}`, text: `--${CANARY}\r\n${CANARY}` },
  // A quotation mark in the name, six files, and one that is cut off.
  { type: MULTIPART, text: `--b\r\n${fileHead(`${CANARY}\\"`)}${CANARY}\r\n--b--\r\n` },
  { type: MULTIPART, text: `${`--b\r\n${fileHead(CANARY)}${CANARY}\r\n`.repeat(6)}--b--\r\n` },
  { type: MULTIPART, text: `--b\r\n${fileHead(CANARY)}${CANARY}` },
  { type: FORM_TYPE, text: `message=${CANARY.repeat(4_000)}` },
  { type: FORM_TYPE, text: `message=m&_redirect=javascript:${CANARY}` },
  { type: FORM_TYPE, text: `message=${CANARY}&guests=${CANARY}` },
  { type: FORM_TYPE, text: `message=${CANARY}&guests=${CANARY}`, accept: 'text/html' },
];

/** Sends a request and returns its status; headers and query hold the canary too. */
async function post(
  url: string,
  form: string,
  { type, text, accept = '*/*' }: Body,
): Promise<number> {
  const response = await fetch(`${url}/f/${form}?utm=${CANARY}`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'content-type': type,
      accept,
      'user-agent': CANARY,
      referer: `https://site.example/${CANARY}`,
      cookie: `session=${CANARY}`,
      'x-forwarded-for': CANARY,
    },
    body: text,
  });
  await response.arrayBuffer();
  return response.status;
}

/** Sends one whole submission; its type depends on `index`. */
export function submitCanary(url: string, form: string, index: number): Promise<number> {
  const encode = ENCODERS[index % ENCODERS.length] as (typeof ENCODERS)[number];
  return post(url, form, encode(fieldsOf(index)));
}

/** Sends what the service refuses, each kind once; returns the statuses. */
export function submitBroken(url: string, form: string): Promise<number[]> {
  return Promise.all(BROKEN.map((body) => post(url, form, body)));
}

/** Sends the first half of a submission of each type, and goes away. */
export async function submitHalves(url: string, form: string): Promise<void> {
  const { hostname, port } = new URL(url);
  for (const encode of ENCODERS) {
    const { type, text } = encode(fieldsOf(0));
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head = `POST /f/${form} HTTP/1.1\r\nHost: ${CANARY}\r\nContent-Type: ${type}\r\n`;
    const half = text.slice(0, text.length / 2);
    socket.write(`${head}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${half}`);
    socket.end();
    socket.resume();
    await once(socket, 'close');
  }
}
