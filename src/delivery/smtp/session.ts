import { TLSSocket } from 'node:tls';
import type { Socket } from 'node:net';
import { MailFailure, REFUSED_BY_REPLY } from '../mail/mailer.ts';
import type { Deadline } from './deadline.ts';
import { connectSmtp, type Connected, type SmtpServer } from './connect.ts';
import { SmtpReplies } from './replies.ts';
import { CLOSING, SmtpTransaction, type Extensions, type Letter } from './transaction.ts';

/** Milliseconds that a server may take to close its side after QUIT. */
const GOODBYE = 5_000;

/** Milliseconds that a server may take to answer RSET, while a message may wait for it. */
const RESET_PATIENCE = 3_000;

/** The reply of a server that did what it was asked. */
export const DONE = 250;

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
}

/** Hears the reply to a command beside transactions; undefined when none comes. */
type Hear = (code: number | undefined) => void;

/** Why a session is given up although the server is there, so that it may hear QUIT. */
const PRESENT: ReadonlySet<string> = new Set([REFUSED_BY_REPLY, 'EPROTOCOL', OUT_OF_ORDER]);

/**
 * One connection to the mail server, greeted and logged in. Carries one message at a time; where the
 * server allows it, the envelope of the next one follows the final dot at once (RFC 2920, 3.1).
 */
export class SmtpSession {
  readonly #socket: Socket;
  readonly extensions: Extensions;
  readonly #replies = new SmtpReplies();
  #underWay: UnderWay | undefined = undefined;
  #ahead: Ahead | undefined = undefined;
  /** Of commands beside transactions that are not answered yet; no transaction goes on before. */
  readonly #hearers: Hear[] = [];
  #used = false;
  usable = true;

  private constructor({ socket, extensions }: Connected) {
    this.#socket = socket;
    this.extensions = extensions;
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
    setTimeout(() => this.#socket.destroy(), GOODBYE).unref();
    this.#socket.end('QUIT\r\n');
  }

  /** The code of the reply to one command, where no message is under way; undefined when none comes. */
  ask(command: string, deadline: Deadline): Promise<number | undefined> {
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    deadline.notify(() => this.#lose('ETIMEDOUT'));
    this.#say(command, resolve);
    return promise.finally(() => deadline.notify(undefined));
  }

  #say(command: string, hear: Hear): void {
    if (!this.usable) return hear(undefined);
    this.#hearers.push(hear);
    this.#socket.write(`${command}\r\n`);
  }

  /** The transaction of this message, which may have begun. */
  #begin(outgoing: Outgoing): SmtpTransaction {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead?.outgoing === outgoing) return ahead.transaction;
    return new SmtpTransaction(outgoing.compose(), this.extensions);
  }

  /** Ends the session, and what is under way with it. */
  #lose(reason: string, replyCode?: number): void {
    if (PRESENT.has(reason) && replyCode !== CLOSING) this.quit();
    else this.#socket.destroy();
    this.usable = false;
    const { transaction, reject } = this.#underWay ?? {};
    this.#underWay = undefined;
    const refusal = transaction?.handedOver ? undefined : transaction?.refusal;
    if (transaction) reject?.(refusal ?? transaction.failure(reason, replyCode));
    for (const hear of this.#hearers.splice(0)) hear(undefined);
  }

  /** Ends the session, which the server left: what it took or refused before, it did. */
  #leave(reason: string): void {
    const { transaction } = this.#underWay ?? {};
    if (transaction?.taken || transaction?.refusal) this.#settle(transaction.refusal);
    this.#lose(reason);
  }

  /** Ends the message under way; the session stays. */
  #settle(refusal?: MailFailure): void {
    const { resolve, reject } = this.#underWay ?? {};
    this.#underWay = undefined;
    if (refusal) reject?.(refusal);
    else resolve?.();
  }

  /** Ends the message under way, which the server refused, and makes the session ready for the next. */
  #refuse({ refusal, isAwaited }: SmtpTransaction): void {
    this.#settle(refusal);
    if (isAwaited) this.#lose('EDATA');
    // What went along with it has begun another transaction.
    else if (!this.#ahead) this.#reset();
  }

  #reset(): void {
    const timer = setTimeout(() => this.#lose('ETIMEDOUT'), RESET_PATIENCE).unref();
    this.#say('RSET', (code) => {
      clearTimeout(timer);
      if (code !== undefined && code !== DONE) this.#lose('EPROTOCOL');
    });
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
    const hear = this.#hearers.shift();
    if (hear) hear(code);
    else if (transaction?.isDue) {
      if (!transaction.take(code)) this.#lose(REFUSED_BY_REPLY, code);
    } else if (this.#ahead?.transaction.isDue) this.#takeAhead(this.#ahead, code);
    // A reply to what was not sent yet was made up.
    else this.#leave('EPROTOCOL');
  }

  /** Takes a reply to the envelope that went along. */
  #takeAhead({ transaction }: Ahead, code: number): void {
    if (transaction.take(code)) return;
    if (code === CLOSING) this.#leave(REFUSED_BY_REPLY);
    // One of the replies is missing; it may be the one to the message.
    else this.#lose(OUT_OF_ORDER);
  }

  /** Sends what is to be sent at this point. A message is taken when the whole group is answered. */
  #goOn(): void {
    const { transaction, takeNext } = this.#underWay ?? {};
    if (!transaction || !takeNext || this.#hearers.length > 0) return;
    const toSend = transaction.advance();
    if (toSend !== undefined) {
      const envelope = transaction.handedOver ? this.#beginNext(takeNext) : '';
      this.#socket.write(toSend + envelope, 'latin1');
    } else if (transaction.isDue || this.#ahead?.transaction.isDue) return;
    else if (transaction.refusal) this.#refuse(transaction);
    else if (transaction.taken) this.#settle();
  }

  /** The envelope of the next message, to go along with this one; empty where none can. */
  #beginNext(takeNext: () => Outgoing | undefined): string {
    const outgoing = this.extensions.pipelining ? takeNext() : undefined;
    if (!outgoing) return '';
    let transaction: SmtpTransaction;
    try {
      transaction = new SmtpTransaction(outgoing.compose(), this.extensions);
    } catch {
      // It is told when the message is delivered, and fails again; this one is not to fail with it.
      return '';
    }
    this.#ahead = { outgoing, transaction };
    return transaction.advance() ?? '';
  }
}
