import { TLSSocket } from 'node:tls';
import type { Socket } from 'node:net';
import { MailFailure } from '../mail/mailer.ts';
import type { Deadline } from './deadline.ts';
import { connectSmtp, type Connected, type SmtpServer } from './smtp-connect.ts';
import { SmtpReplies } from './smtp-replies.ts';
import { SmtpTransaction, type Extensions, type Letter } from './smtp-transaction.ts';

/** Milliseconds that a server may take to close its side after QUIT. */
const GOODBYE = 5_000;

/** The server is closing the channel (RFC 5321, 4.2.3). */
const CLOSING = 421;

/** The server ended a session that was idle; the message may be tried on a fresh one. */
export class StaleSession extends Error {}

/** The reason of a failure whose replies do not fit what was sent: one of them is missing. */
export const OUT_OF_ORDER = 'EORDER';

/** A message for one recipient, written when it is its turn. */
export interface Outgoing {
  compose: () => Letter;
  deadline: Deadline;
}

interface UnderWay {
  transaction: SmtpTransaction;
  takeNext: () => Outgoing | undefined;
  resolve(): void;
  reject(error: MailFailure): void;
}

/** A message whose envelope went along with the message before it. */
interface Ahead {
  outgoing: Outgoing;
  transaction: SmtpTransaction;
  refusal: MailFailure | undefined;
}

/**
 * One connection to the mail server, greeted and logged in. Carries one message at a time; where the
 * server allows it, the envelope of the next one follows the final dot at once (RFC 2920, 3.1).
 */
export class SmtpSession {
  readonly #socket: Socket;
  readonly #extensions: Extensions;
  readonly #replies = new SmtpReplies();
  #underWay: UnderWay | undefined = undefined;
  #ahead: Ahead | undefined = undefined;
  #used = false;
  usable = true;

  private constructor({ socket, extensions }: Connected) {
    this.#socket = socket;
    this.#extensions = extensions;
    // From here on the replies are ours, and what may take how long is the caller's matter.
    socket.removeAllListeners('data').removeAllListeners('timeout').setTimeout(0);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => this.#leave(error.code ?? 'ESOCKET'));
    socket.on('close', () => this.#leave('ECONNECTION'));
  }

  /** Throws MailFailure. */
  static async open(server: SmtpServer, deadline: Deadline): Promise<SmtpSession> {
    if (deadline.passed) throw new MailFailure('refused', 'ETIMEDOUT');
    return new SmtpSession(await connectSmtp(server, deadline));
  }

  /**
   * Sends one message. `takeNext` is asked for the one to send after it, which is then to be given to
   * this session. Throws StaleSession when it never began and a fresh session may do better,
   * else MailFailure: `doubtful` once the message was handed over and no reply came.
   */
  async deliver(
    outgoing: Outgoing,
    takeNext: () => Outgoing | undefined = () => undefined,
  ): Promise<void> {
    const { deadline } = outgoing;
    const transaction = this.#begin(outgoing);
    const reused = this.#used;
    this.#used = true;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#underWay = { transaction, takeNext, resolve, reject };
    deadline.notify(() => this.#lose('ETIMEDOUT'));
    if (deadline.passed || !this.usable) this.#lose('ETIMEDOUT');
    else this.#goOn();
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

  /** The transaction of this message, which may have begun. */
  #begin(outgoing: Outgoing): SmtpTransaction {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead?.outgoing !== outgoing) {
      return new SmtpTransaction(outgoing.compose(), this.#extensions);
    }
    if (!ahead.refusal) return ahead.transaction;
    this.#lose('EREPLY');
    throw ahead.refusal;
  }

  /** Ends the session, and what is under way with it. */
  #lose(reason: string, replyCode?: number): void {
    this.usable = false;
    this.#socket.destroy();
    const { transaction, reject } = this.#underWay ?? {};
    this.#underWay = undefined;
    if (transaction) reject?.(transaction.failure(reason, replyCode));
  }

  /** Ends the session, which the server left: what it took before, it took. */
  #leave(reason: string): void {
    if (this.#underWay?.transaction.taken) this.#settle();
    this.#lose(reason);
  }

  #settle(): void {
    this.#underWay?.resolve();
    this.#underWay = undefined;
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
    for (const code of codes) if (this.usable) this.#take(code);
    if (this.usable) this.#goOn();
  }

  #take(code: number): void {
    const { transaction } = this.#underWay ?? {};
    if (transaction?.isDue) {
      if (!transaction.accepts(code)) this.#lose('EREPLY', code);
    } else if (this.#ahead?.transaction.isDue) this.#takeAhead(this.#ahead, code);
    // A reply to what was not sent yet was made up.
    else this.#leave('EPROTOCOL');
  }

  /** Takes a reply to the envelope that went along. */
  #takeAhead(ahead: Ahead, code: number): void {
    const { transaction } = ahead;
    if (transaction.accepts(code) || ahead.refusal) return;
    if (code === CLOSING) this.#leave('EREPLY');
    else if (code >= 400) ahead.refusal = transaction.failure('EREPLY', code);
    // One of the replies is missing; it may be the one to the message.
    else this.#lose(OUT_OF_ORDER);
  }

  /** Sends what is to be sent at this point. A message is taken when the whole group is answered. */
  #goOn(): void {
    const { transaction, takeNext } = this.#underWay ?? {};
    if (!transaction || !takeNext) return;
    const toSend = transaction.advance();
    if (toSend !== undefined) {
      const envelope = transaction.handedOver ? this.#beginNext(takeNext) : '';
      this.#socket.write(toSend + envelope, 'latin1');
    } else if (transaction.taken && !this.#ahead?.transaction.isDue) this.#settle();
  }

  /** The envelope of the next message, to go along with this one; empty where none can. */
  #beginNext(takeNext: () => Outgoing | undefined): string {
    const outgoing = this.#extensions.pipelining ? takeNext() : undefined;
    if (!outgoing) return '';
    let transaction: SmtpTransaction;
    try {
      transaction = new SmtpTransaction(outgoing.compose(), this.#extensions);
    } catch {
      // It is told when the message is delivered, and fails again; this one is not to fail with it.
      return '';
    }
    this.#ahead = { outgoing, transaction, refusal: undefined };
    return transaction.advance() ?? '';
  }
}
