import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { MailFailure } from '../mail/mailer.ts';
import type { Deadline } from './deadline.ts';
import { CLOSING, type Extensions } from './transaction.ts';

/** Where mail goes, as SMTP_URL says. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte (smtps). */
  secure: boolean;
  /** Refuse to go on without STARTTLS. */
  requireTls: boolean;
  /** Never use STARTTLS, for a relay on this machine. */
  ignoreTls: boolean;
  auth: { user: string; pass: string } | undefined;
  /** The name sent with EHLO. */
  name: string | undefined;
  tls: { rejectUnauthorized?: boolean; servername?: string };
}

/** Loaded with the first session, and as CommonJS, which spares it an HTTP client it may never need. */
function loadConnection(): typeof SMTPConnection {
  const require = createRequire(import.meta.url);
  return require('nodemailer/lib/smtp-connection') as typeof SMTPConnection;
}

/** Milliseconds for each phase of opening; the deadline of the whole is the caller's. */
const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000 };

/** How a connection ends that a server, or a firewall before it, has no room for. */
const TURNED_AWAY: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNECTION',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Whether a session that could not be opened may be later, as where the server has too many. */
export function mayPass({ reason, replyCode }: MailFailure): boolean {
  return replyCode === undefined ? TURNED_AWAY.has(reason) : replyCode < 500;
}

/** What nodemailer reports; its message stays behind, because servers quote addresses in it. */
interface ConnectionError extends Error {
  code?: string | undefined;
  /** What Node or OpenSSL called it, where nodemailer put a word of its own in `code`. */
  originalCode?: string | undefined;
  responseCode?: number | undefined;
}

/** What a reply to EHLO offers; `lines` are joined by line feeds. */
function readExtensions(lines: string): Extensions {
  const [, size] = /^250[ -]SIZE (\d{1,15})\s*$/im.exec(lines) ?? [];
  return {
    pipelining: /^250[ -]PIPELINING\s*$/im.test(lines),
    // Zero says that there is a limit without naming it.
    size: Number(size) || undefined,
    login: /^250[ -]AUTH[ =]/im.test(lines),
  };
}

/** A session of nodemailer's making that is ready for a transaction. */
export interface Connected {
  socket: Socket;
  extensions: Extensions;
}

/** Connects, secures and logs in; nodemailer's part. Throws MailFailure. */
export async function connectSmtp(server: SmtpServer, deadline: Deadline): Promise<Connected> {
  const { requireTls, ignoreTls, auth, ...rest } = server;
  const Connection = loadConnection();
  const connection = new Connection({
    ...rest,
    requireTLS: requireTls,
    ignoreTLS: ignoreTls,
    ...TIMEOUTS,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Connected>();
  let extensions = readExtensions('');
  const fail = (reason: string, code?: number) => {
    // A server that replied is there to hear it; nobody waits for its goodbye.
    const { _socket: socket } = connection;
    if (code !== undefined && code !== CLOSING && socket && socket.writable)
      socket.write('QUIT\r\n');
    connection.close();
    reject(new MailFailure('refused', reason, code));
  };
  const settle = (error?: ConnectionError | null) => {
    const { _socket: socket } = connection;
    if (error) fail(error.originalCode ?? error.code ?? 'ESMTP', error.responseCode);
    else if (socket) resolve({ socket, extensions });
    else fail('ECONNECTION');
  };
  // It stays for as long as the session lives: nodemailer tells late errors here, too.
  connection.on('error', settle);
  deadline.notify(() => fail('ETIMEDOUT'));
  connection.connect((error) => {
    extensions = readExtensions(connection.lastServerResponse || '');
    if (error || !auth) settle(error);
    else connection.login({ ...auth }, settle);
  });
  return promise.finally(() => deadline.notify(undefined));
}
