import { MailFailure, STOPPING } from '../../mail/mailer.ts';
import type { SmtpServer } from '../../platform/settings/smtp-url.ts';
import { StaleSession, type Message, type Seeker } from './outgoing.ts';
import type { SmtpSession } from './session.ts';
import { DEFAULTS, SmtpSessions, type SmtpOptions, type User } from './sessions.ts';
import { Deadline, DONE, OUT_OF_ORDER, type Letter } from './transaction.ts';

type Check = Seeker<SmtpSession<Message>>;
const isMessage = (seeker: Message | Check): seeker is Message => seeker.compose !== undefined;
const REFUSED = () => new MailFailure('refused', 'ETIMEDOUT');
const OVERLOADED = () => new MailFailure('overloaded', 'queue timeout');

/**
 * Persistent sessions to one mail server. One attempt per message; a second one only if a reused
 * session turned out closed, or refused the sender for now, before the message began.
 */
export class SmtpPool implements User<Message> {
  readonly #options: SmtpOptions;
  readonly #sessions: SmtpSessions<Message>;
  readonly #waiting: (Message | Check)[] = [];
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
  }

  /** Reserves room for a message that is sent later. Throws MailFailure `overloaded`. */
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
   * Resolves when the server would take a message: it took one a moment ago, or within `patience` milliseconds it logs in
   * a fresh session or, if it allows no more or greets slowly, answers on an idle one. Throws MailFailure.
   */
  async check(patience: number): Promise<void> {
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

  /** Refuses messages that wait for a session, now and later. */
  refuseWaiting(): void {
    this.#stopping = true;
    const stopping = new MailFailure('overloaded', STOPPING);
    const unasked = this.#waiting.filter(({ isAsked }) => !isAsked);
    for (const seeker of unasked) this.#refuse(seeker, stopping);
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
    const next = this.#waiting[0];
    // A session that is being opened for it may be ready before the outcome of the message before it.
    if (this.#oneByOne || !next || !isMessage(next) || next.isAsked) return undefined;
    this.#waiting.shift();
    this.#ahead.add(next);
    next.deadline.notify(() => next.reject(OVERLOADED()));
    return next;
  }

  ended(session: SmtpSession<Message>, message: Message, fault?: Error, next?: Message): void {
    if (next) this.#ahead.delete(next);
    const isStale = fault instanceof StaleSession;
    if (!fault) this.#accepted = performance.now();
    this.#oneByOne ||= fault instanceof MailFailure && fault.reason === OUT_OF_ORDER;
    if (!isStale) this.#settle(message, fault);
    if (next && session.usable) return session.carry(next);
    if (next?.deadline.passed) this.#settle(next, OVERLOADED());
    else if (next) this.#wait(next, true);
    if (isStale) this.#wait(message, true);
    this.#leave(session);
  }

  offer(session: SmtpSession<Message>): boolean {
    const at = this.#waiting.findIndex(
      (seeker) => isMessage(seeker) || !seeker.wantsFresh || seeker.refusal || !session.mayBeStale,
    );
    const seeker = at < 0 ? undefined : this.#waiting.splice(at, 1)[0];
    if (seeker) this.#give(session, seeker);
    return seeker !== undefined;
  }

  failedToOpen(error: unknown, mayPass: boolean): void {
    const asked = this.#waiting.filter(({ isAsked }) => isAsked);
    // Of more sessions than are asked for, those that fail were for messages that are gone.
    const [seeker] = asked.length > this.#sessions.opening ? asked : [];
    if (seeker && mayPass && !this.#stopping) {
      seeker.isAsked = false;
      seeker.refusal = error as MailFailure;
      if (isMessage(seeker)) this.#sessions.lowerCeiling();
      const idle = this.#sessions.takeIdle();
      if (idle) this.#sessions.keep(idle);
      // A check has its answer; a message waits for a session of the others.
      else if (!isMessage(seeker)) this.#refuse(seeker, error);
    } else if (seeker) this.#refuse(seeker, error);
    const isAlone = this.#sessions.open === 0;
    const refused = isAlone ? this.#waiting.filter(({ refusal }) => refusal) : [];
    for (const other of refused) this.#refuse(other, other.refusal);
    this.#openMore();
  }

  #enter(seeker: Message | Check): void {
    this.#sessions.touch();
    const idle = isMessage(seeker) || !seeker.wantsFresh ? this.#sessions.takeIdle() : undefined;
    if (idle) return this.#give(idle, seeker);
    this.#wait(seeker, false);
    this.#openMore();
  }

  #wait(seeker: Message | Check, isFirst: boolean): void {
    if (isFirst) this.#waiting.unshift(seeker);
    else this.#waiting.push(seeker);
    seeker.deadline.notify(() => {
      const late = seeker.isAsked ? REFUSED : OVERLOADED;
      this.#refuse(seeker, seeker.refusal ?? late());
    });
  }

  /** Opens a session for each that waits, as long as more may be open. */
  #openMore(): void {
    let { opening } = this.#sessions;
    for (const seeker of this.#waiting) {
      if (seeker.isAsked && opening > 0) opening -= 1;
      else if (!this.#sessions.mayOpen()) return;
      else {
        seeker.isAsked = true;
        this.#sessions.begin();
      }
    }
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
    if (!session.usable) this.#openMore();
  }

  #seek(deadline: Deadline, wantsFresh: boolean): Promise<SmtpSession<Message>> {
    return new Promise((resolve, reject) => {
      if (deadline.passed) throw REFUSED();
      this.#enter({ deadline, wantsFresh, resolve, reject });
    });
  }

  /** Whether a session works, as a fresh one does. */
  async #answers(session: SmtpSession<Message>, deadline: Deadline): Promise<boolean> {
    const isFresh = !session.mayBeStale;
    const answers = isFresh || (await session.ask('NOOP', deadline)) === DONE;
    if (!answers || (isFresh && !this.#sessions.isSlow)) session.quit();
    this.#leave(session);
    return answers;
  }

  #refuse(seeker: Message | Check, failure: unknown): void {
    const at = this.#waiting.indexOf(seeker);
    if (at >= 0) this.#waiting.splice(at, 1);
    seeker.deadline.notify(undefined);
    if (isMessage(seeker)) this.#settle(seeker, failure);
    else seeker.reject(failure);
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
    if (this.#sessions.busy + this.usage.waiting >= connections + maxWaiting)
      throw new MailFailure('overloaded', 'queue full');
  }
}
