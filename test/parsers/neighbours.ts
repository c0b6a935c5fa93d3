import { createSocket } from 'node:dgram';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { pingClamd, scanOnce } from '../../src/delivery/clamd/clamd.ts';
import { PublicHttpClient } from '../../src/delivery/http/client.ts';
import { isPublicAddress } from '../../src/delivery/http/public-address.ts';
import { parseHosts, NameResolver } from '../../src/delivery/http/resolver.ts';
import { MailFailure } from '../../src/mail/mailer.ts';
import { askRspamd } from '../../src/delivery/rspamd/rspamd.ts';
import { plainServer } from '../../src/delivery/smtp/connect.ts';
import { Deadline, SmtpReplies, SmtpSyntaxError } from '../../src/delivery/smtp/transaction.ts';
import { SmtpSession } from '../../src/delivery/smtp/session.ts';
import { requestCloudflare } from '../../src/consent/verification/providers/cloudflare.ts';
import { TimeLimit } from '../../src/consent/verification/providers/verification-provider.ts';
import { jsonTexts, repeat, texts } from './hostile.ts';
import { parser, type Hostile } from './parser.ts';

/** What the stand-ins of all neighbours say to the next client. */
let said = '';

const OK = '220 mx.example.com ESMTP\r\n';

async function listen(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve).unref();
  await promise;
  return (server.address() as AddressInfo).port;
}

const listenAll = async () => ({
  dns: await listenForNames(),
  http: await listen(
    createHttpServer((request, response) => {
      response.on('error', () => undefined);
      request.resume().on('end', () => response.end(said));
    }),
  ),
  tcp: await listen(
    createServer((socket) => {
      socket.on('error', () => undefined).on('data', () => undefined);
      socket.end(said);
    }),
  ),
  smtp: await listen(
    createServer((socket) => {
      socket.write(OK);
      socket
        .on('error', () => undefined)
        .on('data', (command) => {
          if (command.toString().startsWith('EHLO')) socket.write('250 ok\r\n');
          else socket.end(said);
        });
    }),
  ),
});

/** Answers each question with a count of records and their octets. */
async function listenForNames(): Promise<number> {
  const socket = createSocket('udp4').unref();
  socket.on('message', (question, { port, address }) => {
    const answer = Buffer.from(said, 'latin1');
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    answer.copy(header, 6, 0, 2);
    header.writeUInt32BE(0, 8);
    const end = question.indexOf(0, 12) + 5;
    socket.send([header, question.subarray(12, end), answer.subarray(2)], port, address);
  });
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve));
  return socket.address().port;
}

let listening: ReturnType<typeof listenAll> | undefined;

/** Asks a stand-in; what it fails with is a fault of the neighbour, unless the engine threw it. */
async function ask<Answer>(
  answer: string,
  question: (ports: Awaited<ReturnType<typeof listenAll>>) => Promise<Answer>,
) {
  said = answer;
  const ports = await (listening ??= listenAll());
  try {
    return await question(ports);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return error instanceof Error ? error.name : error;
  }
}

const urlOf = (port: number) => `http://127.0.0.1:${port}`;
const clamdAt = (port: number) => `tcp://127.0.0.1:${port}`;

const CONTENT = { requestId: 'req_1', subject: 'Hello', facts: [] };
const client = new PublicHttpClient({ allowPrivate: true });

/** Replies without an end, of long lines and of many. */
function* replies(size: number): Generator<Hostile<string>> {
  yield* texts(size, '250-');
  yield ['lines of a reply', '250-a\r\n'.repeat(size / 7)];
  yield ['replies', '250 a\r\n'.repeat(size / 7)];
  yield ['replies after a good one', OK + '250-SIZE 1\r\n'.repeat(size / 12)];
}

/** Answers about a name: many records, circular aliases, excessive counts and lengths. */
function* records(size: number): Generator<Hostile<string>> {
  const counted = (record: string, count = Math.floor(size / record.length)) =>
    String.fromCharCode(count >> 8, count & 255) + record.repeat(Math.floor(size / record.length));
  const head = (type: string) => `\xc0\x0c\0${type}\0\x01\0\0\0\x3c`;
  yield ['addresses', counted(`${head('\x01')}\0\x04\x7f\0\0\x01`)];
  yield ['aliases', counted(`${head('\x05')}\0\x02\xc0\x0c`)];
  yield ['names that point to themselves', counted(`\xc0\x1d\0\x01`, 65_535)];
  yield ['labels', counted('\x3f' + 'a'.repeat(63), 65_535)];
  yield ['a record that is too long', counted(`${head('\x01')}\xff\xff`, 1)];
}

/** Answers of `size` octets, and one that goes on. */
function* answers(size: number): Generator<Hostile<string>> {
  yield* jsonTexts(size);
  yield ['an object', `{"action":"reject","success":true,"result":${repeat('[', size)}}`];
  yield ['names', `{"action":"reject","errors":[${'{},'.repeat(size / 3)}{}]}`];
}

export const NEIGHBOUR_PARSERS = [
  parser({
    name: "Rspamd's answer",
    files: ['src/delivery/rspamd/rspamd.ts', 'src/platform/text/octets.ts'],
    most: 262_144,
    inputs: answers,
    read: (answer) =>
      ask(answer, ({ http }) => askRspamd({ url: urlOf(http), password: undefined }, CONTENT)),
  }),
  parser({
    name: "ClamAV's answer",
    files: ['src/delivery/clamd/clamd.ts'],
    most: 4_096,
    *inputs(size) {
      yield* texts(size, 'stream: ', ' FOUND\0');
      yield ['no end', 'a'.repeat(size * 100)];
    },
    read: (answer) =>
      Promise.all([
        ask(answer, ({ tcp }) => scanOnce(clamdAt(tcp), [Buffer.from('x')], 2_000)),
        ask(answer, ({ tcp }) => pingClamd(clamdAt(tcp), 2_000)),
      ]),
  }),
  parser({
    name: "a mail server's replies",
    files: ['src/delivery/smtp/session.ts'],
    most: 65_536,
    faults: [MailFailure],
    inputs: replies,
    read: (answer) =>
      ask(answer, async ({ tcp, smtp }) => {
        const deadline = new Deadline(2_000);
        const greeted = SmtpSession.open(plainServer(tcp), deadline).catch(String);
        const session = await SmtpSession.open(plainServer(smtp), new Deadline(2_000));
        return [await greeted, await session.ask('NOOP', deadline)];
      }),
  }),
  parser({
    name: "a mail server's replies, octet by octet",
    files: [],
    most: 65_536,
    boundedBy: 'its session, which ends with a reply to no command',
    faults: [SmtpSyntaxError],
    inputs: replies,
    read(answer) {
      const reader = new SmtpReplies();
      const octets = Buffer.from(answer);
      for (let at = 0; at < octets.length; at += 1) reader.read(octets.subarray(at, at + 1));
    },
  }),
  parser({
    name: "an answer of Cloudflare's API",
    files: [],
    most: 1_048_576,
    cost: 400,
    inputs: (size) => Array.from(answers(size)).slice(-2),
    read: (answer) =>
      ask(answer, ({ http }) => requestCloudflare(urlOf(http), 'token', new TimeLimit(5_000), {})),
  }),
  parser({
    name: "a receiver's answer, and a key directory's",
    files: ['src/delivery/http/public-address.ts'],
    most: 65_536,
    inputs: answers,
    read: (answer) =>
      ask(answer, async ({ http }) => {
        const url = `http://localhost:${http}/`;
        const signal = AbortSignal.timeout(2_000);
        await client.post({ url, headers: {}, body: '{}', claim: {}, signal });
        return [await client.fetchBytes(url, 65_536, signal), isPublicAddress('::1')];
      }),
  }),
  parser({
    name: "a DNS server's answer",
    files: [],
    most: 60_000,
    boundedBy: 'its datagram',
    // Both families are asked for; the answer is kept for 30 or 60 seconds.
    cost: 250,
    inputs: records,
    read: (answer) =>
      ask(answer, ({ dns }) =>
        new NameResolver({ servers: [`127.0.0.1:${dns}`] }).resolve('a.example.com'),
      ),
  }),
  parser({
    name: 'the hosts file',
    files: ['src/delivery/http/resolver.ts'],
    most: 262_144,
    boundedBy: 'how much of it is read',
    *inputs(size) {
      yield* texts(size);
      yield ['one name', repeat('::1 a\n', size)];
      yield ['names of one address', `::1${repeat(' a', size)}`];
      yield ['names', Array.from({ length: size / 8 }, (_, at) => `::1 ${at}`).join('\n')];
    },
    read: parseHosts,
  }),
];
