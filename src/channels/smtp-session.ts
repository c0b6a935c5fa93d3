import { TLSSocket } from 'node:tls';
import type { Socket } from 'node:net';
import { createRequire } from 'node:module';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { MailFailure } from '../mail/mailer.ts';
import type { Deadline } from './deadline.ts';
import { SmtpReplies } from './smtp-replies.ts';
import { SmtpTransaction, type Envelope, type Extensions } from './smtp-transaction.ts';

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

/** Milliseconds that a server may take to close its side after QUIT. */
const GOODBYE = 5_000;

/** The server is closing the channel (RFC 5321, 4.2.3). */
const CLOSING = 421;

/** What nodemailer reports; its message stays behind, because servers quote addresses in it. */
interface ConnectionError extends Error {
  code?: string | undefined;
  responseCode?: number | undefined;
}

/** The server ended a session that was idle; the message may be tried on a fresh one. */
export class StaleSession extends Error {}

/** What a reply to EHLO offers; `lines` are joined by line feeds. */
function readExtensions(lines: string): Extensions {
  const [, size] = /^250[ -]SIZE (\d{1,15})\s*$/im.exec(lines) ?? [];
  return {
    pipelining: /^250[ -]PIPELINING\s*$/im.test(lines),
    // Zero says that there is a limit without naming it.
    size: Number(size) || undefined,
  };
}

interface Connected {
  socket: Socket;
  extensions: Extensions;
}

/** Connects, secures and logs in; nodemailer's part. Throws MailFailure. */
async function connect(server: SmtpServer, deadline: Deadline): Promise<Connected> {
  const { requireTls, ignoreTls, auth, ...rest } = server;
  const Connection = loadConnection();
  const connection = new Connection({
    ...rest,
    requireTLS: requireTls,
    ignoreTLS: ignoreTls,
    ...TIMEOUTS,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Connected>();
  let extensions: Extensions = { pipelining: false, size: undefined };
  const fail = (reason: string, code?: number) => {
    connection.close();
    reject(new MailFailure('refused', reason, code));
  };
  const settle = (error?: ConnectionError | null) => {
    const { _socket: socket } = connection;
    if (error) fail(error.code ?? 'ESMTP', error.responseCode);
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

interface UnderWay {
  transaction: SmtpTransaction;
  resolve(): void;
  reject(error: MailFailure): void;
}

/** One connection to the mail server, greeted and logged in; carries one message at a time. */
export class SmtpSession {
  readonly #socket: Socket;
  readonly #extensions: Extensions;
  readonly #replies = new SmtpReplies();
  #underWay: UnderWay | undefined = undefined;
  #used = false;
  usable = true;

  private constructor({ socket, extensions }: Connected) {
    this.#socket = socket;
    this.#extensions = extensions;
    // From here on the replies are ours, and what may take how long is the caller's matter.
    socket.removeAllListeners('data').removeAllListeners('timeout').setTimeout(0);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => this.#lose(error.code ?? 'ESOCKET'));
    socket.on('close', () => this.#lose('ECONNECTION'));
  }

  /** Throws MailFailure. */
  static async open(server: SmtpServer, deadline: Deadline): Promise<SmtpSession> {
    if (deadline.passed) throw new MailFailure('refused', 'ETIMEDOUT');
    return new SmtpSession(await connect(server, deadline));
  }

  /**
   * Sends one message. Throws StaleSession when it never began and a fresh session may do better,
   * else MailFailure: `doubtful` once the message was handed over and no reply came.
   */
  async deliver(envelope: Envelope, message: string, deadline: Deadline): Promise<void> {
    const transaction = new SmtpTransaction(envelope, message, this.#extensions);
    const reused = this.#used;
    this.#used = true;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#underWay = { transaction, resolve, reject };
    deadline.notify(() => this.#lose('ETIMEDOUT'));
    if (deadline.passed || !this.usable) this.#lose('ETIMEDOUT');
    else this.#send(transaction);
    try {
      await promise;
    } catch (error) {
      const { replyCode } = error as MailFailure;
      const unanswered = replyCode === undefined || replyCode === CLOSING;
      if (!reused || transaction.handedOver || deadline.passed || !unanswered) throw error;
      throw new StaleSession('the idle session was closed', { cause: error });
    } finally {
      deadline.notify(undefined);
    }
  }

  /** When the certificate of the server ends; undefined where the session is not encrypted. */
  get certificateEnds(): Date | undefined {
    if (!(this.#socket instanceof TLSSocket)) return undefined;
    return new Date(this.#socket.getPeerCertificate().valid_to);
  }

  /** Says QUIT and lets the socket go. */
  quit(): void {
    if (!this.usable) return;
    this.usable = false;
    this.#socket.setTimeout(GOODBYE, () => this.#socket.destroy());
    this.#socket.end('QUIT\r\n');
  }

  /** Ends the session, and what is under way with it. */
  #lose(reason: string, replyCode?: number): void {
    this.usable = false;
    this.#socket.destroy();
    const { transaction, reject } = this.#underWay ?? {};
    this.#underWay = undefined;
    if (transaction) reject?.(transaction.failure(reason, replyCode));
  }

  #read(chunk: Buffer): void {
    if (!this.usable) return;
    let codes: number[];
    try {
      codes = this.#replies.read(chunk);
    } catch {
      this.#lose('EPROTOCOL');
      return;
    }
    for (const [index, code] of codes.entries()) this.#take(code, index === codes.length - 1);
  }

  #take(code: number, isLast: boolean): void {
    const { transaction, resolve } = this.#underWay ?? {};
    if (!transaction || !transaction.accepts(code)) this.#lose('EREPLY', code);
    else if (transaction.taken) {
      this.#underWay = undefined;
      resolve?.();
    } else if (isLast) this.#send(transaction);
    // A reply to what would only now be sent was made up.
    else if (transaction.toSend !== undefined) this.#lose('EPROTOCOL');
  }

  #send({ toSend }: SmtpTransaction): void {
    if (toSend !== undefined) this.#socket.write(toSend, 'latin1');
  }
}
