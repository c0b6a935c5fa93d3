import { readFileSync } from 'node:fs';
import { createServer as createSecureServer } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { findCanaries } from './canary.ts';
import { answerParent, endWithParent } from './child.ts';

/** Questions to the sink; `begin` forgets earlier counts. */
export type SinkQuestion =
  { ask: 'begin'; run: string; delays: SinkDelays } | { ask: 'count'; whole: boolean };

/** Milliseconds before the reply to a command, and before the one to a message. */
export interface SinkDelays {
  reply: number;
  final: number;
}

export interface SinkCounts {
  /** Mails acknowledged with 250, and webhooks. */
  arrived: number;
  /** Those that are encrypted. */
  sealed: number;
  /** All others without a canary of the run. */
  foreign: number;
  /** How often each number came, by number; empty unless the details were asked for. */
  byNumber: Uint16Array;
}

const MOST_NUMBERS = 4_000_000;
const REPLIES: Readonly<Record<string, string>> = {
  EHLO: '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SIZE 52428800\r\n',
  HELO: '250 sink\r\n',
  MAIL: '250 2.1.0 ok\r\n',
  RCPT: '250 2.1.5 ok\r\n',
  DATA: '354 go on\r\n',
  RSET: '250 2.0.0 ok\r\n',
  NOOP: '250 2.0.0 ok\r\n',
};

/** OpenPGP in a mail (RFC 3156). */
const ENCRYPTED = /^content-type: multipart\/encrypted/im;

let run = '';
let delays: SinkDelays = { reply: 0, final: 0 };
let arrived = 0;
let sealed = 0;
let foreign = 0;
let highest = -1;
const counts = new Uint16Array(MOST_NUMBERS);

function begin(question: SinkQuestion & { ask: 'begin' }): void {
  ({ run, delays } = question);
  counts.fill(0, 0, highest + 1);
  [arrived, sealed, foreign, highest] = [0, 0, 0, -1];
}

function count(message: string): void {
  arrived += 1;
  const canaries = findCanaries(message).filter((canary) => canary.run === run);
  if (canaries.length === 0) {
    if (ENCRYPTED.test(message)) sealed += 1;
    else foreign += 1;
  }
  for (const { number } of canaries) {
    counts[number] = (counts[number] ?? 0) + 1;
    highest = Math.max(highest, number);
  }
}

/** Writes replies in the order of the commands, each no sooner than its delay after its command. */
function replier(socket: Socket): (text: string, delay: number) => void {
  let waiting = 0;
  let tail = Promise.resolve();
  return (text, delay) => {
    if (delay <= 0 && waiting === 0) return void socket.write(text);
    const due = performance.now() + delay;
    waiting += 1;
    tail = tail.then(async () => {
      // A timer counts from the beginning of its turn and may fire early.
      while (performance.now() < due) await wait(Math.ceil(due - performance.now()));
      waiting -= 1;
      if (socket.writable) socket.write(text);
    });
  };
}

function serve(socket: Socket): void {
  const reply = replier(socket);
  let text = '';
  let inMessage = false;

  /** Takes one command or message off the text; false while none is complete. */
  function step(): boolean {
    const mark = inMessage ? '\r\n.\r\n' : '\r\n';
    const end = text.indexOf(mark);
    if (end < 0) return false;
    const part = text.slice(0, end);
    text = text.slice(end + mark.length);
    if (inMessage) {
      inMessage = false;
      count(part);
      reply('250 2.0.0 ok\r\n', delays.final);
      return true;
    }
    const verb = part.slice(0, 4).toUpperCase();
    inMessage = verb === 'DATA';
    if (verb === 'QUIT') socket.end('221 2.0.0 bye\r\n');
    else reply(REPLIES[verb] ?? '500 5.5.2 unknown\r\n', delays.reply);
    return verb !== 'QUIT';
  }

  socket.setNoDelay(true).setEncoding('latin1');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    text += chunk;
    while (step());
  });
  reply('220 sink ESMTP\r\n', delays.reply);
}

/** Resolves with the port that a server listens on. */
function listen(server: Server, port = 0): Promise<number> {
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', 1024, () => resolve((server.address() as AddressInfo).port));
  });
}

const tls = (name: string) =>
  readFileSync(join(import.meta.dirname, '..', 'test', 'support', 'tls', name));

/** Takes each webhook, as the sink takes each mail. */
const hooks = createSecureServer(
  { key: tls('server.key'), cert: tls('server.pem'), keepAliveTimeout: 60_000 },
  (request, response) => {
    void textOf(request).then((body) => {
      count(body);
      response.writeHead(204).end();
    });
  },
);

endWithParent();
const [port = '0'] = process.argv.slice(2);
answerParent({
  port: await listen(createServer(serve), Number(port)),
  hookPort: await listen(hooks),
});
process.on('message', (question: SinkQuestion) => {
  if (question.ask === 'begin') begin(question);
  const byNumber = counts.slice(0, question.ask === 'count' && question.whole ? highest + 1 : 0);
  answerParent({ arrived, sealed, foreign, byNumber } satisfies SinkCounts);
});
