import { closeSync, fdatasync, openSync, write } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { answerParent, endWithParent } from './child.ts';

// The floor: the minimum for any submission in Node.js. Read a POST, store a count (one fdatasync a
// turn), send the mail in a pipelined envelope (RFC 2920) on an open session, answer after the 250.
const RECORD_OCTETS = 16;
const ENVELOPE =
  'MAIL FROM:<forms@letterslot.example>\r\nRCPT TO:<owner@customer.example>\r\nDATA\r\n';
const HEAD =
  'From: Forms <forms@letterslot.example>\r\nTo: <owner@customer.example>\r\n' +
  'Subject: Contact form\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n' +
  'Content-Transfer-Encoding: 8bit\r\n\r\n';
const REPLIES_TO_ENVELOPE = 3;

/** A mail that waits for its session, and the answer that waits for the mail. */
interface Job {
  mail: string;
  end(isTaken: boolean): void;
}

const [file = '', smtpPort = '', connections = ''] = process.argv.slice(2);
const counts = openSync(file, 'a');
const idle: ((job: Job) => void)[] = [];
const waiting: Job[] = [];

/** A session with the mail server: resolves when it can carry its first mail. */
function openSession(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const socket = connect(Number(smtpPort), '127.0.0.1').setNoDelay(true);
  let step: 'greeting' | 'hello' | 'envelope' | 'message' = 'greeting';
  let text = '';
  let job: Job | undefined;
  const carry = (next: Job) => {
    job = next;
    step = 'envelope';
    socket.write(ENVELOPE);
  };
  const rest = () => {
    const next = waiting.shift();
    if (next) carry(next);
    else idle.push(carry);
  };
  const onReply = {
    greeting() {
      step = 'hello';
      socket.write('EHLO floor\r\n');
    },
    hello() {
      rest();
      resolve();
    },
    envelope() {
      step = 'message';
      socket.write(job?.mail ?? '');
    },
    message(reply: string) {
      const ended = job;
      rest();
      ended?.end(reply.startsWith('250'));
    },
  };
  const isWhole = () =>
    step === 'hello'
      ? /^\d{3} [^\n]*\n$/m.test(text)
      : text.endsWith('\n') &&
        (step !== 'envelope' || text.split('\n').length > REPLIES_TO_ENVELOPE);
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    if (!isWhole()) return;
    const reply = text;
    text = '';
    onReply[step](reply);
  });
  return promise;
}

function send(job: Job): void {
  const carry = idle.pop();
  if (carry) carry(job);
  else waiting.push(job);
}

let counted: Job[] = [];
let isSyncing = false;

/** Makes the counts of all that came in the meantime durable, and sends their mails. */
function sync(): void {
  if (isSyncing || counted.length === 0) return;
  isSyncing = true;
  const jobs = counted;
  counted = [];
  write(counts, Buffer.alloc(RECORD_OCTETS * jobs.length), () =>
    fdatasync(counts, () => {
      isSyncing = false;
      for (const job of jobs) send(job);
      sync();
    }),
  );
}

function submit(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    let mail = HEAD;
    for (const [name, value] of new URLSearchParams(Buffer.concat(chunks).toString())) {
      mail += `${name}: ${value.replaceAll('\n.', '\n..')}\r\n`;
    }
    const end = (isTaken: boolean) => {
      response.writeHead(isTaken ? 200 : 503, { 'content-type': 'application/json' });
      response.end('{"success":true,"message":"Delivered."}\n');
    };
    counted.push({ mail: `${mail}.\r\n`, end });
    setImmediate(sync);
  });
}

endWithParent();
process.on('exit', () => closeSync(counts));
await Promise.all(Array.from({ length: Number(connections) }, openSession));
const server = createServer(submit);
server.listen(0, '127.0.0.1', 1024, () => {
  answerParent({ port: (server.address() as AddressInfo).port });
});
