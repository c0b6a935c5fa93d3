import { TLSSocket } from 'node:tls';
import type { Socket } from 'node:net';
import type { LongMessage } from '../../mail/long-message.ts';
import { MailFailure, REFUSED_BY_REPLY } from '../../mail/mailer.ts';
import { connectSmtp, connectWithToken, type Connected } from './connect.ts';
import type { SmtpServer } from '../../platform/settings/smtp-url.ts';
import { StaleSession, type Outgoing, type Sender } from './outgoing.ts';
import {
  CLOSING,
  DONE,
  OUT_OF_ORDER,
  SmtpReplies,
  SmtpTransaction,
  type Deadline,
  type Extensions,
} from './transaction.ts';
import { writePieces } from '../write-pieces.ts';

/** Milliseconds that a server may take to close its side after QUIT. */
const GOODBYE = 5_000;

/** Milliseconds for the answer to RSET; a message may wait for it. */
const RESET_PATIENCE = 3_000;

/** Called with the reply to a command outside transactions, if one comes. */
type OnReply = (code: number | undefined) => void;

/** Reasons to end a session while the server still listens: it gets QUIT. */
const SERVER_LISTENS: ReadonlySet<string> = new Set([REFUSED_BY_REPLY, 'EPROTOCOL', OUT_OF_ORDER]);

/**
 * A logged-in connection to the mail server. Sends one message at a time; if the server allows it,
 * the next envelope follows the final dot at once (RFC 2920, 3.1).
 */
export class SmtpSession<Message extends Outgoing = Outgoing> {
  readonly #socket: Socket;
  readonly extensions: Extensions;
  readonly greetedAfter: number;
  readonly #sender: Sender<Message, SmtpSession<Message>> | undefined;
  readonly #replies = new SmtpReplies();
  readonly #timedOut = (): void => this.#fail('ETIMEDOUT');
  /** The message that it carries now. */
  #message: Message | undefined = undefined;
  #transaction: SmtpTransaction | undefined = undefined;
  /** The session had carried another one before. */
  #reused = false;
  /** The next message, and its transaction if its envelope was sent with the current message. */
  #next: Message | undefined = undefined;
  #ahead: SmtpTransaction | undefined = undefined;
  /** For commands outside transactions, in order; transactions wait for their replies. */
  readonly #onReplies: OnReply[] = [];
  mayBeStale = false;
  usable = true;

  private constructor(
    { socket, extensions, greetedAfter }: Connected,
    sender: Sender<Message, SmtpSession<Message>> | undefined,
  ) {
    this.#socket = socket;
    this.extensions = extensions;
    this.greetedAfter = greetedAfter;
    this.#sender = sender;
    // From here on this class reads the replies, and callers set the deadlines.
    socket.removeAllListeners('data').removeAllListeners('timeout').setTimeout(0);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => this.#serverLeft(error.code ?? 'ESOCKET'));
    socket.on('close', () => this.#serverLeft('ECONNECTION'));
  }

  /** Throws MailFailure. */
  static async open<Message extends Outgoing>(
    server: SmtpServer,
    deadline: Deadline,
    sender?: Sender<Message, SmtpSession<Message>>,
  ): Promise<SmtpSession<Message>> {
    if (deadline.passed) throw new MailFailure('refused', 'ETIMEDOUT');
    const connect = server.tokens ? connectWithToken : connectSmtp;
    return new SmtpSession(await connect(server, deadline), sender);
  }

  /** Sends one message: the next one that was taken from the sender, if there is one. */
  carry(message: Message): void {
    const { deadline } = message;
    try {
      this.#transaction = this.#ahead ?? new SmtpTransaction(message.compose(), this.extensions);
    } catch (error) {
      this.#sender?.ended(this, message, error as Error);
      return;
    } finally {
      this.#ahead = undefined;
    }
    this.#message = message;
    const { patience } = this.#transaction;
    if (patience > 0) deadline.extend(patience);
    this.#reused = this.mayBeStale;
    this.mayBeStale = true;
    deadline.notify(this.#timedOut);
    if (deadline.passed || !this.usable) this.#fail('ETIMEDOUT');
    else this.#proceed();
  }

  /** When the server's certificate expires; undefined if the session is not encrypted. */
  get certificateEnds(): Date | undefined {
    if (!(this.#socket instanceof TLSSocket)) return undefined;
    return new Date(this.#socket.getPeerCertificate().valid_to);
  }

  /** The last line that the server said; for its operator alone, as servers quote addresses. */
  get lastReply(): string {
    return this.#replies.last;
  }

  /** Says QUIT and closes the connection. */
  quit(): void {
    if (!this.usable) return;
    this.usable = false;
    setTimeout(() => this.#socket.destroy(), GOODBYE).unref();
    this.#socket.end('QUIT\r\n');
  }

  /** Sends one command between messages; returns the reply's code, or undefined without a reply. */
  ask(command: string, deadline: Deadline): Promise<number | undefined> {
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    deadline.notify(this.#timedOut);
    this.#send(command, resolve);
    return promise.finally(() => deadline.notify(undefined));
  }

  #send(command: string, onReply: OnReply): void {
    if (!this.usable) return onReply(undefined);
    this.#onReplies.push(onReply);
    this.#socket.write(`${command}\r\n`);
  }

  /** Ends the session and fails its message, unless its outcome is known. */
  #fail(reason: string, replyCode?: number, isKnown = false): void {
    const transaction = this.#transaction;
    const isHeard = replyCode !== CLOSING && !transaction?.isStreaming;
    if (SERVER_LISTENS.has(reason) && isHeard) this.quit();
    else this.#socket.destroy();
    this.usable = false;
    if (transaction) {
      const keepsRefusal = isKnown || (!transaction.handedOver && transaction.refusal);
      this.#end(keepsRefusal ? transaction.refusal : transaction.failure(reason, replyCode));
    }
    for (const onReply of this.#onReplies.splice(0)) onReply(undefined);
  }

  /** Ends a session that the server closed; a message with a reply keeps its outcome. */
  #serverLeft(reason: string): void {
    const { taken, refusal } = this.#transaction ?? {};
    this.#fail(reason, undefined, taken || refusal !== undefined);
  }

  /** Ends the current message. */
  #end(fault?: MailFailure): void {
    const [message, transaction, next] = [this.#message, this.#transaction, this.#next];
    if (!message) return;
    this.#message = this.#transaction = this.#next = undefined;
    message.deadline.notify(undefined);
    const isAlive = fault?.replyCode !== undefined && fault.replyCode !== CLOSING;
    const isSpent = fault && (!isAlive || transaction?.mayBlameSession);
    const isStale = this.#reused && isSpent && !transaction?.handedOver && !message.deadline.passed;
    const told = isStale ? new StaleSession('an idle session', { cause: fault }) : fault;
    this.#sender?.ended(this, message, told, next);
  }

  /** Ends the current message, which the server refused, and readies the session for the next. */
  #refuse({ refusal, isAwaited, mayBlameSession }: SmtpTransaction): void {
    if (isAwaited) return this.#fail('EDATA', undefined, true);
    if (mayBlameSession) this.quit();
    // An envelope sent along has already begun the next transaction.
    else if (!this.#ahead) this.#reset();
    this.#end(refusal);
  }

  #reset(): void {
    const timer = setTimeout(this.#timedOut, RESET_PATIENCE).unref();
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
    const transaction = this.#transaction;
    const onReply = this.#onReplies.shift();
    if (onReply) onReply(code);
    else if (transaction && transaction.due > 0) {
      if (!transaction.take(code)) this.#fail(REFUSED_BY_REPLY, code);
    } else if (this.#ahead && this.#ahead.due > 0) this.#takeAhead(this.#ahead, code);
    // The server replied to a command that was not sent yet.
    else this.#serverLeft('EPROTOCOL');
  }

  /** Takes a reply to the envelope that was sent ahead. */
  #takeAhead(ahead: SmtpTransaction, code: number): void {
    if (ahead.take(code)) return;
    if (code === CLOSING) this.#serverLeft(REFUSED_BY_REPLY);
    // A reply is missing, and it may be the one to the current message.
    else this.#fail(OUT_OF_ORDER);
  }

  /** Takes the next step. A message counts as taken once all commands sent with it are answered. */
  #proceed(): void {
    const transaction = this.#transaction;
    if (!transaction || this.#onReplies.length > 0) return;
    const toSend = transaction.advance();
    if (typeof toSend === 'object') {
      this.#stream(toSend, transaction).catch(() => this.#fail('ECOMPOSE'));
    } else if (toSend !== undefined) {
      const envelope = transaction.handedOver ? this.#beginNext() : '';
      this.#socket.write(toSend + envelope, 'latin1');
    } else if (transaction.due > 0 || (this.#ahead && this.#ahead.due > 0)) return;
    else if (transaction.refusal) this.#refuse(transaction);
    else if (transaction.taken) this.#end();
  }

  /** Sends a message with files. */
  async #stream(message: LongMessage, transaction: SmtpTransaction) {
    const isCurrent = () => this.#transaction === transaction;
    if (await writePieces(this.#socket, message.pieces(), isCurrent))
      this.#socket.write(transaction.finish() + this.#beginNext(), 'latin1');
  }

  /** The envelope of the next message, to send along with this one; empty if there is none. */
  #beginNext(): string {
    this.#next = this.extensions.pipelining ? this.#sender?.nextOf() : undefined;
    if (!this.#next) return '';
    try {
      this.#ahead = new SmtpTransaction(this.#next.compose(), this.extensions);
      return this.#ahead.begin();
    } catch {
      // Composing fails again when it is its turn; the current message must not fail with it.
      return '';
    }
  }
}
