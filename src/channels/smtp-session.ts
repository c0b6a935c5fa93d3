import { TLSSocket } from 'node:tls';
import type { Socket } from 'node:net';
import { MailFailure } from '../mail/mailer.ts';
import type { Deadline } from './deadline.ts';
import { connectSmtp, type Connected, type SmtpServer } from './smtp-connect.ts';
import { SmtpReplies } from './smtp-replies.ts';
import { SmtpTransaction, type Envelope, type Extensions } from './smtp-transaction.ts';

/** Milliseconds that a server may take to close its side after QUIT. */
const GOODBYE = 5_000;

/** The server is closing the channel (RFC 5321, 4.2.3). */
const CLOSING = 421;

/** The server ended a session that was idle; the message may be tried on a fresh one. */
export class StaleSession extends Error {}

/** A message for one recipient; `message` is ASCII. */
export interface Outgoing {
  envelope: Envelope;
  message: string;
  deadline: Deadline;
}

interface UnderWay {
  transaction: SmtpTransaction;
  resolve(): void;
  reject(error: MailFailure): void;
}

/**
 * One connection to the mail server, greeted and logged in; carries one message at a time. The next
 * envelope waits for the reply to the message, although RFC 2920 lets it go ahead: a server that
 * says nothing to the message would seem to take it with its reply to MAIL.
 */
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
    return new SmtpSession(await connectSmtp(server, deadline));
  }

  /**
   * Sends one message. Throws StaleSession when it never began and a fresh session may do better,
   * else MailFailure: `doubtful` once the message was handed over and no reply came.
   */
  async deliver({ envelope, message, deadline }: Outgoing): Promise<void> {
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
