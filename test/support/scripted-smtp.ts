import { createServer, type AddressInfo, type Socket } from 'node:net';
import { plainServer } from '../../src/delivery/smtp/connect.ts';
import type { SmtpServer } from '../../src/platform/settings/smtp-url.ts';

/** Where a script may step in: on connection, at a command, or after the final dot of a message. */
export type Moment =
  'connect' | 'EHLO' | 'AUTH' | 'STARTTLS' | 'MAIL' | 'RCPT' | 'DATA' | 'RSET' | 'NOOP' | 'message';

/** A reply, or anything else that a server may do to a connection. */
export type Act = string | ((socket: Socket) => void);

export type Script = Partial<Record<Moment, Act>>;

export interface ScriptedSmtp {
  server: SmtpServer;
  /** Behaviour from now on; moments without a script get usual answers. */
  script: Script;
  /** The verbs that were sent, over all sessions. */
  verbs: string[];
  /** Messages that came with their final dot, unstuffed, whatever was answered. */
  messages: string[];
  /** Those of them that were not refused: the server may have them. */
  taken: string[];
  sessions(): number;
  /** Envelopes that came along with the message before them. */
  ahead(): number;
  /** The most sessions that were open at the same time. */
  peak(): number;
  /** Ends the sessions that are open. */
  dropSessions(): void;
  /** Resolves when `count` messages have come. */
  received(count: number): Promise<void>;
  /** Resolves when no session is open any more. */
  allEnded(): Promise<void>;
  close(): Promise<void>;
}

const USUAL: Record<string, string> = {
  connect: '220 scripted.example ESMTP',
  EHLO: '250-scripted.example\r\n250-AUTH PLAIN LOGIN\r\n250 SIZE 10000000',
  HELO: '250 scripted.example',
  AUTH: '235 welcome',
  STARTTLS: '454 not now',
  MAIL: '250 sender fine',
  RCPT: '250 recipient fine',
  DATA: '354 go on',
  message: '250 taken',
  RSET: '250 reset',
  NOOP: '250 here',
};

const REFUSAL = /^[45]\d\d/;

/** Answers EHLO as a server that takes commands in groups (RFC 2920). */
export const PIPELINING: Script = { EHLO: '250-scripted.example\r\n250 PIPELINING' };

export const hangUp = (socket: Socket): void => void socket.destroy();
export const staySilent: Act = () => undefined;

/** Sends an endless reply, one character after the other, so that the line is never idle. */
export const drip: Act = (socket) => {
  let sent = 0;
  const timer = setInterval(() => void socket.write('250-still at it\r\n'.charAt(sent++ % 17)), 10);
  socket.once('close', () => clearInterval(timer));
};

/**
 * A raw SMTP server on a free loopback port that misbehaves by script. The system queues `backlog`
 * connections.
 */
export async function startScriptedSmtp(script: Script = {}, backlog = 511): Promise<ScriptedSmtp> {
  const sockets = new Set<Socket>();
  const watchers = new Set<() => void>();
  let sessions = 0;
  let ahead = 0;
  let peak = 0;
  const wake = () => watchers.forEach((watcher) => watcher());
  const until = (done: () => boolean) =>
    new Promise<void>((resolve) => {
      const watcher = () => {
        if (!done()) return;
        watchers.delete(watcher);
        resolve();
      };
      watchers.add(watcher);
      watcher();
    });

  function act(socket: Socket, moment: string): void {
    const chosen = smtp.script[moment as Moment] ?? USUAL[moment] ?? '502 unknown';
    if (typeof chosen === 'string') socket.write(`${chosen}\r\n`);
    else chosen(socket);
  }

  function serve(socket: Socket): void {
    let buffer = '';
    let inMessage = false;
    const takeLine = (): boolean => {
      const end = buffer.indexOf(inMessage ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return false;
      const text = buffer.slice(0, end);
      buffer = buffer.slice(end + (inMessage ? 5 : 2));
      if (inMessage) {
        inMessage = false;
        const message = `${text}\r\n`.replace(/^\.\./gm, '.');
        smtp.messages.push(message);
        if (buffer.startsWith('MAIL ')) ahead += 1;
        if (!REFUSAL.test(String(smtp.script.message ?? ''))) smtp.taken.push(message);
        act(socket, 'message');
      } else {
        const verb = text.split(' ', 1)[0]?.toUpperCase() ?? '';
        smtp.verbs.push(verb);
        if (verb === 'QUIT') socket.end('221 bye\r\n');
        else act(socket, verb);
        inMessage = verb === 'DATA' && (smtp.script.DATA ?? USUAL['DATA']) === USUAL['DATA'];
      }
      wake();
      return true;
    };
    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1');
      while (takeLine());
    });
  }

  const listener = createServer((socket) => {
    sessions += 1;
    sockets.add(socket);
    peak = Math.max(peak, sockets.size);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      wake();
    });
    serve(socket);
    act(socket, 'connect');
  });
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', backlog, resolve));
  const { port } = listener.address() as AddressInfo;
  const smtp: ScriptedSmtp = {
    server: plainServer(port),
    script,
    verbs: [],
    messages: [],
    taken: [],
    sessions: () => sessions,
    ahead: () => ahead,
    peak: () => peak,
    dropSessions: () => sockets.forEach((socket) => socket.destroy()),
    received: (count) => until(() => smtp.messages.length >= count),
    allEnded: () => until(() => sockets.size === 0),
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return smtp;
}
