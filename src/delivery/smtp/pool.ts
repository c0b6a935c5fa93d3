import { MailFailure, STOPPING, TokenFailure } from '../../mail/mailer.ts';
import type { SmtpServer } from '../../platform/settings/smtp-url.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { StaleSession, type Message } from './outgoing.ts';
import type { SmtpSession } from './session.ts';
import { SmtpSessions, type User } from './sessions.ts';
import { DEFAULTS, type SmtpOptions } from './smtp-options.ts';
import { Deadline, DONE, OUT_OF_ORDER, type Letter } from './transaction.ts';
import { isMessage, OVERLOADED, REFUSED, WaitingList, type Check } from './waiting-list.ts';

/**
 * Persistent sessions to one mail server. One attempt per message; a second one only if a reused
 * session turned out closed, or refused the sender for now, before the message began.
 */
export class SmtpPool implements User<Message> {
  readonly #options: SmtpOptions;
  readonly #sessions: SmtpSessions<Message>;
  readonly #waiting: WaitingList;
  readonly #breaker: CircuitBreaker;
  /** Messages whose envelopes were sent with the message before them; they wait for its outcome. */
  readonly #ahead = new Set<Message>();
  /** All messages without an outcome. */
  readonly #messages = new Set<Message>();
  /** Claims without a message so far; they count as waiting. */
  #claimed = 0;
  /** When the server last accepted a message. */
  #accepted = -Infinity;
  #stopping = false;
  #onEmpty = (): void => undefined;
  /** The server does not reply in order: no envelope is sent ahead from now on. */
  #oneByOne = false;

  constructor(server: SmtpServer, options: Partial<SmtpOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options };
    this.#sessions = new SmtpSessions(server, this.#options, this);
    this.#waiting = new WaitingList(this.#sessions, (...end) => this.#settle(...end));
    this.#breaker = new CircuitBreaker({
      probe: (milliseconds) => this.#sessions.probe(milliseconds),
      answeredIn: () => this.#sessions.openedIn,
      opened: (failure) => {
        this.#sessions.giveUp();
        this.#waiting.refuseAll(failure);
      },
      report: this.#options.report,
      times: this.#options,
    });
  }

  /** Takes room for a message that is sent later. Throws MailFailure. */
  claim(): void {
    this.#requireRoom();
    this.#claimed += 1;
  }

  /** Gives the room back, or up right before its message is sent. */
  unclaim(): void {
    this.#claimed -= 1;
  }

  /**
   * Resolves when the server has answered 250 to the message; else throws MailFailure. It is
   * composed when a session is free, so that waiting messages take little memory.
   */
  send(compose: () => Letter): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#requireRoom();
      const deadline = new Deadline(this.#options.deadline);
      const message: Message = { compose, deadline, resolve, reject };
      this.#messages.add(message);
      if (this.#breaker.isHalfOpen) this.#hurry(message);
      this.#enter(message);
    });
  }

  /** Octets of the largest message that the server takes, as far as it has said so. */
  get largestMessage(): number | undefined {
    return this.#sessions.size;
  }

  /** Sessions in use, idle sessions, and messages without a session. */
  get usage(): { busy: number; idle: number; waiting: number } {
    const waiting = this.#claimed + this.#waiting.length + this.#ahead.size;
    return { busy: this.#sessions.busy, idle: this.#sessions.idle, waiting };
  }

  /**
   * Resolves if the server would take a message: it just took one, or within `patience` ms it logs
   * in or, at its limit or slow to greet, answers on an idle session. Throws MailFailure.
   */
  async check(patience: number): Promise<void> {
    try {
      if (this.#breaker.fault) throw this.#breaker.fault;
      await this.#ask(patience);
      this.#breaker.report();
    } catch (error) {
      const isOfServer = error instanceof MailFailure && !(error instanceof TokenFailure);
      if (isOfServer) this.#breaker.report(error);
      throw error;
    }
  }

  /** Refuses messages that wait for a session, now and later. */
  refuseWaiting(): void {
    this.#stopping = true;
    this.#breaker.stop();
    const stopping = new MailFailure('overloaded', STOPPING);
    this.#waiting.refuseAll(stopping, 'unasked');
    for (const { reject, deadline } of this.#ahead) {
      reject(stopping);
      deadline.pass();
    }
  }

  /** Ends the messages in progress as if their deadline had passed. */
  abort(): void {
    this.refuseWaiting();
    for (const { deadline } of this.#messages) deadline.pass();
  }

  /** Refuses waiting messages, lets those in progress finish, then says QUIT. */
  async close(): Promise<void> {
    this.refuseWaiting();
    if (this.#messages.size > 0) await new Promise<void>((resolve) => (this.#onEmpty = resolve));
    this.#sessions.quit();
  }

  nextOf(): Message | undefined {
    const next = this.#oneByOne ? undefined : this.#waiting.takeMessage();
    if (!next) return undefined;
    this.#ahead.add(next);
    next.deadline.notify(() => next.reject(OVERLOADED()));
    return next;
  }

  ended(session: SmtpSession<Message>, message: Message, fault?: Error, next?: Message): void {
    if (next) this.#ahead.delete(next);
    const isStale = fault instanceof StaleSession;
    if (!fault) this.#accepted = performance.now();
    this.#hear(message, fault);
    this.#oneByOne ||= fault instanceof MailFailure && fault.reason === OUT_OF_ORDER;
    if (!isStale) this.#settle(message, fault);
    if (next && session.usable) return session.carry(next);
    if (next?.deadline.passed) this.#settle(next, OVERLOADED());
    else if (next) this.#waiting.add(next, true);
    if (isStale) this.#waiting.add(message, true);
    this.#leave(session);
  }

  offer(session: SmtpSession<Message>): boolean {
    const seeker = this.#waiting.takeFor(session);
    if (seeker) this.#give(session, seeker);
    return seeker !== undefined;
  }

  failedToOpen(error: unknown, mayPass: boolean): void {
    this.#waiting.failedToOpen(error, mayPass && !this.#stopping);
  }

  foundSilent(failure: MailFailure, since: number): void {
    this.#breaker.silent(failure, since);
  }

  /** Tells the breaker what an outcome says of the server. */
  #hear({ deadline }: Message, fault: Error | undefined): void {
    if (!fault) return this.#breaker.answered();
    if (!(fault instanceof MailFailure)) return;
    if (fault.replyCode !== undefined) this.#breaker.answered();
    else if (deadline.passed && !deadline.isLate) this.#breaker.unanswered(fault, deadline.began);
  }

  /** Its visitor waits only a moment; the message has all of its time. */
  #hurry(message: Message): void {
    const { hurry, deadline, connections } = this.#options;
    this.#breaker.tried(Math.max(hurry, deadline / connections));
    const tell = () => {
      if (this.#waiting.has(message)) this.#waiting.refuse(message, OVERLOADED());
      else message.reject(new MailFailure('doubtful', 'ETIMEDOUT'));
    };
    setTimeout(tell, hurry).unref();
  }

  #enter(seeker: Message | Check): void {
    this.#sessions.touch();
    const idle = isMessage(seeker) || !seeker.wantsFresh ? this.#sessions.takeIdle() : undefined;
    if (idle) return this.#give(idle, seeker);
    this.#waiting.add(seeker, false);
    this.#waiting.openMore();
  }

  #give(session: SmtpSession<Message>, seeker: Message | Check): void {
    this.#sessions.busy += 1;
    seeker.isAsked = false;
    seeker.deadline.notify(undefined);
    if (isMessage(seeker)) session.carry(seeker);
    else seeker.resolve(session);
  }

  #leave(session: SmtpSession<Message>): void {
    this.#sessions.busy -= 1;
    this.#sessions.keep(session);
    if (!session.usable) this.#waiting.openMore();
  }

  async #ask(patience: number): Promise<void> {
    if (performance.now() - this.#accepted < this.#options.proof) return;
    this.#requireRoom();
    const deadline = new Deadline(patience);
    try {
      const wantsFresh = !this.#sessions.isSlow && !this.#sessions.isFull;
      let session = await this.#seek(deadline, wantsFresh);
      while (!(await this.#answers(session, deadline))) session = await this.#seek(deadline, true);
    } finally {
      deadline.clear();
    }
  }

  #seek(deadline: Deadline, wantsFresh: boolean): Promise<SmtpSession<Message>> {
    return new Promise((resolve, reject) => {
      if (deadline.passed) throw REFUSED();
      this.#enter({ deadline, wantsFresh, resolve, reject });
    });
  }

  /** True if a session works, as a fresh one does. */
  async #answers(session: SmtpSession<Message>, deadline: Deadline): Promise<boolean> {
    const isFresh = !session.mayBeStale;
    const answers = isFresh || (await session.ask('NOOP', deadline)) === DONE;
    if (!answers || (isFresh && !this.#sessions.isSlow)) session.quit();
    this.#leave(session);
    return answers;
  }

  #settle(message: Message, fault: unknown): void {
    message.deadline.clear();
    this.#messages.delete(message);
    if (fault === undefined) message.resolve();
    else message.reject(fault);
    if (this.#messages.size === 0) this.#onEmpty();
  }

  #requireRoom(): void {
    const { connections, maxWaiting } = this.#options;
    if (this.#stopping) throw new MailFailure('overloaded', STOPPING);
    if (this.#breaker.isOpen) throw this.#breaker.refusal();
    const most = connections + (this.#breaker.isHalfOpen ? 0 : maxWaiting);
    if (this.#breaker.isResting || this.#sessions.busy + this.usage.waiting >= most)
      throw new MailFailure('overloaded', 'queue full');
  }
}
