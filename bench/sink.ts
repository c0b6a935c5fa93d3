import { createServer, type AddressInfo, type Socket } from 'node:net';
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
  /** Messages acknowledged with 250. */
  arrived: number;
  /** Messages without a canary of the run. */
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

let run = '';
let delays: SinkDelays = { reply: 0, final: 0 };
let arrived = 0;
let foreign = 0;
let highest = -1;
const counts = new Uint16Array(MOST_NUMBERS);

function begin(question: SinkQuestion & { ask: 'begin' }): void {
  ({ run, delays } = question);
  counts.fill(0, 0, highest + 1);
  [arrived, foreign, highest] = [0, 0, -1];
}

function count(message: string): void {
  arrived += 1;
  const canaries = findCanaries(message).filter((canary) => canary.run === run);
  if (canaries.length === 0) foreign += 1;
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

endWithParent();
const [port = '0'] = process.argv.slice(2);
const server = createServer(serve).listen(Number(port), '127.0.0.1', 1024, () => {
  answerParent({ port: (server.address() as AddressInfo).port });
});
process.on('message', (question: SinkQuestion) => {
  if (question.ask === 'begin') begin(question);
  const byNumber = counts.slice(0, question.ask === 'count' && question.whole ? highest + 1 : 0);
  answerParent({ arrived, foreign, byNumber } satisfies SinkCounts);
});
