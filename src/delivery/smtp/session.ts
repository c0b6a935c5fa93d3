import { TLSSocket } from 'node:tls';
import type { Socket } from 'node:net';
import type { LongMessage } from '../../mail/long-message.ts';
import { MailFailure, REFUSED_BY_REPLY } from '../../mail/mailer.ts';
import type { Deadline } from './deadline.ts';
import { connectSmtp, type Connected, type Extensions } from './connect.ts';
import type { SmtpServer } from '../../platform/settings/smtp-url.ts';
import { CLOSING, DONE, OUT_OF_ORDER, SmtpReplies } from './replies.ts';
import { SmtpTransaction, type Outgoing, type TakeNext } from './transaction.ts';
import { writePieces } from '../write-pieces.ts';

/** Milliseconds that a server may take to close its side after QUIT. */
const GOODBYE = 5_000;

/** Milliseconds for the answer to RSET; a message may wait for it. */
const RESET_PATIENCE = 3_000;

/** The server closed the session while it was idle; the message may be tried on a fresh one. */
export class StaleSession extends Error {}

/** The message that the session carries now. */
interface Current {
  transaction: SmtpTransaction;
  takeNext: TakeNext;
  resolve(): void;
  reject(error: MailFailure): void;
}

/** The next message, whose envelope was sent with the current one. */
interface Ahead {
  outgoing: Outgoing;
  transaction: SmtpTransaction;
}

/** Called with the reply to a command outside transactions, if one comes. */
type OnReply = (code: number | undefined) => void;

/** Reasons to end a session while the server still listens: it gets QUIT. */
const SERVER_LISTENS: ReadonlySet<string> = new Set([REFUSED_BY_REPLY, 'EPROTOCOL', OUT_OF_ORDER]);

/**
 * One connection to the mail server, greeted and logged in. Sends one message at a time; if the server
 * allows it, the envelope of the next one follows the final dot at once (RFC 2920, 3.1).
 */
export class SmtpSession {
  readonly #socket: Socket;
  readonly extensions: Extensions;
  readonly greetedAfter: number;
  readonly #replies = new SmtpReplies();
  #current: Current | undefined = undefined;
  #ahead: Ahead | undefined = undefined;
  /** For commands outside transactions, in order; transactions wait for their replies. */
  readonly #onReplies: OnReply[] = [];
  mayBeStale = false;
  usable = true;

  private constructor({ socket, extensions, greetedAfter }: Connected) {
    this.#socket = socket;
    this.extensions = extensions;
    this.greetedAfter = greetedAfter;
    // From here on this class reads the replies, and callers set the deadlines.
    socket.removeAllListeners('data').removeAllListeners('timeout').setTimeout(0);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => this.#serverLeft(error.code ?? 'ESOCKET'));
    socket.on('close', () => this.#serverLeft('ECONNECTION'));
  }

  /** Throws MailFailure. */
  static async open(server: SmtpServer, deadline: Deadline): Promise<SmtpSession> {
    if (deadline.passed) throw new MailFailure('refused', 'ETIMEDOUT');
    return new SmtpSession(await connectSmtp(server, deadline));
  }

  /**
   * Sends one message. `takeNext` is called for the one to send after it, which must then go to this
   * session. Throws StaleSession when it was not handed over and a fresh one may do better, else
   * MailFailure: `doubtful` once the message was handed over and no reply came.
   */
  async deliver(outgoing: Outgoing, takeNext: TakeNext = () => undefined): Promise<void> {
    const { deadline } = outgoing;
    const transaction = this.#begin(outgoing);
    if (transaction.patience > 0) deadline.extend(transaction.patience);
    const reused = this.mayBeStale;
    this.mayBeStale = true;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#current = { transaction, takeNext, resolve, reject };
    deadline.notify(() => this.#fail('ETIMEDOUT'));
    if (deadline.passed || !this.usable) this.#fail('ETIMEDOUT');
    else this.#proceed();
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

  /** When the server's certificate expires; undefined if the session is not encrypted. */
  get certificateEnds(): Date | undefined {
    if (!(this.#socket instanceof TLSSocket)) return undefined;
    return new Date(this.#socket.getPeerCertificate().valid_to);
  }

  /** Says QUIT and closes the connection. */
  quit(): void {
    if (!this.usable) return;
    this.usable = false;
    setTimeout(() => this.#socket.destroy(), GOODBYE).unref();
    this.#socket.end('QUIT\r\n');
  }

  /** Sends one command while no message is sent; the code of its reply, or undefined when none comes. */
  ask(command: string, deadline: Deadline): Promise<number | undefined> {
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    deadline.notify(() => this.#fail('ETIMEDOUT'));
    this.#send(command, resolve);
    return promise.finally(() => deadline.notify(undefined));
  }

  #send(command: string, onReply: OnReply): void {
    if (!this.usable) return onReply(undefined);
    this.#onReplies.push(onReply);
    this.#socket.write(`${command}\r\n`);
  }

  /** The transaction of this message, which began already if its envelope was sent ahead. */
  #begin(outgoing: Outgoing): SmtpTransaction {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead?.outgoing === outgoing) return ahead.transaction;
    return new SmtpTransaction(outgoing.compose(), this.extensions);
  }

  /** Ends the session and fails its message. */
  #fail(reason: string, replyCode?: number): void {
    const { transaction, reject } = this.#current ?? {};
    const isHeard = replyCode !== CLOSING && !transaction?.isStreaming;
    if (SERVER_LISTENS.has(reason) && isHeard) this.quit();
    else this.#socket.destroy();
    this.usable = false;
    this.#current = undefined;
    const refusal = transaction?.handedOver ? undefined : transaction?.refusal;
    if (transaction) reject?.(refusal ?? transaction.failure(reason, replyCode));
    for (const onReply of this.#onReplies.splice(0)) onReply(undefined);
  }

  /** Ends a session that the server left: a message that it took or refused before keeps that outcome. */
  #serverLeft(reason: string): void {
    const { transaction } = this.#current ?? {};
    if (transaction?.taken || transaction?.refusal) this.#settle(transaction.refusal);
    this.#fail(reason);
  }

  /** Ends the current message; the session stays. */
  #settle(refusal?: MailFailure): void {
    const { resolve, reject } = this.#current ?? {};
    this.#current = undefined;
    if (refusal) reject?.(refusal);
    else resolve?.();
  }

  /** Ends the current message, which the server refused, and readies the session for the next. */
  #refuse({ refusal, isAwaited }: SmtpTransaction): void {
    this.#settle(refusal);
    if (isAwaited) this.#fail('EDATA');
    // An envelope sent along has already begun the next transaction.
    else if (!this.#ahead) this.#reset();
  }

  #reset(): void {
    const timer = setTimeout(() => this.#fail('ETIMEDOUT'), RESET_PATIENCE).unref();
    this.#send('RSET', (code) => {
      clearTimeout(timer);
      if (code !== undefined && code !== DONE) this.#fail('EPROTOCOL');
    });
  }

  #read(chunk: Buffer): void {
    if (!this.usable) return;
    let codes: number[];
    try {
      codes = this.#replies.read(chunk);
    } catch {
      return this.#fail('EPROTOCOL');
    }
    for (const code of codes) if (this.usable) this.#take(code);
    if (this.usable) this.#proceed();
  }

  #take(code: number): void {
    const { transaction } = this.#current ?? {};
    const onReply = this.#onReplies.shift();
    if (onReply) onReply(code);
    else if (transaction?.isDue) {
      if (!transaction.take(code)) this.#fail(REFUSED_BY_REPLY, code);
    } else if (this.#ahead?.transaction.isDue) this.#takeAhead(this.#ahead, code);
    // The server replied to a command that was not sent yet.
    else this.#serverLeft('EPROTOCOL');
  }

  /** Takes a reply to the envelope that was sent ahead. */
  #takeAhead({ transaction }: Ahead, code: number): void {
    if (transaction.take(code)) return;
    if (code === CLOSING) this.#serverLeft(REFUSED_BY_REPLY);
    // A reply is missing, and it may be the one to the current message.
    else this.#fail(OUT_OF_ORDER);
  }

  /** Takes the next step. A message counts as taken once all commands sent with it are answered. */
  #proceed(): void {
    const { transaction, takeNext } = this.#current ?? {};
    if (!transaction || !takeNext || this.#onReplies.length > 0) return;
    const toSend = transaction.advance();
    if (typeof toSend === 'object') {
      this.#stream(toSend, transaction, takeNext).catch(() => this.#fail('ECOMPOSE'));
    } else if (toSend !== undefined) {
      const envelope = transaction.handedOver ? this.#beginNext(takeNext) : '';
      this.#socket.write(toSend + envelope, 'latin1');
    } else if (transaction.isDue || this.#ahead?.transaction.isDue) return;
    else if (transaction.refusal) this.#refuse(transaction);
    else if (transaction.taken) this.#settle();
  }

  /** Sends a message with files. */
  async #stream(message: LongMessage, transaction: SmtpTransaction, takeNext: TakeNext) {
    const isCurrent = () => this.#current?.transaction === transaction;
    if (await writePieces(this.#socket, message.pieces(), isCurrent))
      this.#socket.write(transaction.finish() + this.#beginNext(takeNext), 'latin1');
  }

  /** The envelope of the next message, to send along with this one; empty if there is none. */
  #beginNext(takeNext: TakeNext): string {
    const outgoing = this.extensions.pipelining ? takeNext() : undefined;
    if (!outgoing) return '';
    try {
      const transaction = new SmtpTransaction(outgoing.compose(), this.extensions);
      this.#ahead = { outgoing, transaction };
      return transaction.begin();
    } catch {
      // Composing fails again when it is its turn; the current message must not fail with it.
      return '';
    }
  }
}
