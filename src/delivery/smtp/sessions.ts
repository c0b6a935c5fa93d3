import type { SmtpServer } from '../../platform/settings/smtp-url.ts';
import { MailFailure } from '../../mail/mailer.ts';
import { isSilence, NO_GREETING } from './connect.ts';
import type { Outgoing, Sender } from './outgoing.ts';
import { probe } from './probe.ts';
import type { SmtpOptions } from './smtp-options.ts';
import { SmtpSession } from './session.ts';
import { Deadline } from './transaction.ts';

/** How a connection ends when a server, or a firewall before it, has no room for another. */
const TURNED_AWAY: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNECTION',
  'EPIPE',
  'ETIMEDOUT',
  NO_GREETING,
]);

/** True if opening a session may succeed later, for example once the server has fewer of them. */
const mayPass = (error: unknown): boolean =>
  error instanceof MailFailure &&
  (error.replyCode === undefined ? TURNED_AWAY.has(error.reason) : error.replyCode < 500);

/** Milliseconds from which on a server is slow to greet. */
const SLOW = 1_000;

/** Milliseconds without use for which a slow server's last session is kept all the same. */
const WARM = 600_000;

/** Milliseconds for the reply to NOOP on an idle session. */
const NOOP_PATIENCE = 5_000;

/** Who uses the sessions. */
export interface User<Message extends Outgoing> extends Sender<Message, SmtpSession<Message>> {
  /** Takes a session that is free, unless nothing waits for it. */
  offer(session: SmtpSession<Message>): boolean;
  /** A session could not be opened; `mayPass` if a later try may work, as with fewer sessions. */
  failedToOpen(error: unknown, mayPass: boolean): void;
  /** No session was opened since then, by the monotonic clock, because the server said nothing. */
  foundSilent(failure: MailFailure, since: number): void;
}

/**
 * Opens sessions to one server and keeps idle ones for a while. A refusal while others work sets a
 * ceiling; later one more is tried.
 */
export class SmtpSessions<Message extends Outgoing> {
  readonly #server: SmtpServer;
  readonly #options: SmtpOptions;
  readonly #user: User<Message>;
  /** The latest idle session is at the end and is used next; `since` uses the monotonic clock. */
  readonly #idle: { session: SmtpSession<Message>; since: number }[] = [];
  /** Sessions being opened. They outlive their messages, because greetings may be slow. */
  readonly #openings = new Set<Deadline>();
  /** Sessions that carry a message or are checked. */
  busy = 0;
  /** Sessions that the server is known to allow. */
  #ceiling: number;
  /** When one more may be tried, in milliseconds of the monotonic clock. */
  #moreAt = 0;
  #timer: NodeJS.Timeout | undefined = undefined;
  /** When a session was asked for, or used, last. */
  #usedAt = -Infinity;
  #closed = false;
  /** Octets of the largest message (RFC 1870), according to the latest session. */
  size: number | undefined = undefined;
  /** The session that was opened last took long. */
  isSlow = false;
  /** When that was, by the monotonic clock, and how many milliseconds it took. */
  #openedAt = -Infinity;
  openedIn = 0;
  #probing: Deadline | undefined = undefined;

  constructor(server: SmtpServer, options: SmtpOptions, user: User<Message>) {
    this.#server = server;
    this.#options = options;
    this.#ceiling = options.connections;
    this.#user = user;
  }

  get idle(): number {
    return this.#idle.length;
  }

  get opening(): number {
    return this.#openings.size;
  }

  /** All that are open or being opened. */
  get open(): number {
    return this.busy + this.#idle.length + this.#openings.size;
  }

  get isFull(): boolean {
    return this.open >= this.#ceiling;
  }

  /** True if one more may be opened, to try also whether the server allows it by now. */
  mayOpen(): boolean {
    if (!this.isFull) return true;
    const isMost = this.#ceiling === this.#options.connections;
    if (isMost || this.#openings.size > 0 || performance.now() < this.#moreAt) return false;
    this.#ceiling += 1;
    return !this.isFull;
  }

  /** The server has refused a session to a message. */
  lowerCeiling(): void {
    if (this.open === 0) return;
    this.#ceiling = Math.min(this.#ceiling, this.open);
    this.#moreAt = performance.now() + this.#options.retry;
  }

  /** An idle session that still works, if there is one. */
  takeIdle(): SmtpSession<Message> | undefined {
    for (;;) {
      const { session } = this.#idle.pop() ?? {};
      if (!session || session.usable) return session;
    }
  }

  /** Opens one more. */
  begin(): void {
    const began = performance.now();
    const deadline = new Deadline(this.#options.opening);
    this.#openings.add(deadline);
    const end = () => {
      deadline.clear();
      this.#openings.delete(deadline);
    };
    SmtpSession.open(this.#server, deadline, this.#user).then(
      (session) => {
        end();
        this.#opened(session, began);
        this.keep(session);
      },
      (error: unknown) => {
        end();
        if (this.open === 0) this.#ceiling = this.#options.connections;
        const isOnly = this.busy + this.#idle.length === 0 && this.#openedAt < began;
        const isSilent = isSilence(error) && !deadline.isLate;
        if (isOnly && !this.#closed && isSilent) this.#user.foundSilent(error, began);
        this.#user.failedToOpen(error, mayPass(error));
      },
    );
  }

  /** Resolves when the server answers a probe, whose session is kept. Throws MailFailure. */
  async probe(patience: number): Promise<void> {
    const began = performance.now();
    const deadline = new Deadline(patience);
    this.#probing = deadline;
    try {
      const { address } = this.#options;
      const session = await probe(this.#server, { address, deadline }, this.#user);
      if (!session) return;
      this.#opened(session, began);
      if (this.isFull) session.quit();
      else this.keep(session);
    } finally {
      deadline.clear();
      this.#probing = undefined;
    }
  }

  #opened({ extensions, greetedAfter }: SmtpSession<Message>, began: number): void {
    this.size = extensions.size;
    this.isSlow = greetedAfter >= SLOW;
    this.#openedAt = performance.now();
    this.openedIn = this.#openedAt - began;
  }

  /** Notes that a session is used. */
  touch(): void {
    this.#usedAt = performance.now();
  }

  /** Offers a session without a message to what waits, else keeps it. */
  keep(session: SmtpSession<Message>): void {
    if (this.#closed) session.quit();
    else if (!session.usable) this.#openAhead();
    else if (!this.#user.offer(session)) this.#rest(session);
  }

  /** Says QUIT to all that are idle, and gives up those that are being opened. */
  giveUp(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { session } of this.#idle.splice(0)) session.quit();
    for (const deadline of this.#openings) deadline.pass();
  }

  /** The same, and keeps none from now on. */
  quit(): void {
    this.#closed = true;
    this.giveUp();
    this.#probing?.pass();
  }

  /** True if the next message should find a session, because the server greets slowly. */
  #isWarm(): boolean {
    return this.isSlow && !this.#closed && performance.now() - this.#usedAt < WARM;
  }

  #openAhead(): void {
    const isReady = this.#openings.size > 0 || this.#idle.some(({ session }) => session.usable);
    if (this.#isWarm() && !isReady) this.begin();
  }

  #rest(session: SmtpSession<Message>): void {
    session.mayBeStale = true;
    this.#idle.push({ session, since: performance.now() });
    this.#timer ??= setTimeout(() => this.#quitOld(), this.#options.idle).unref();
  }

  /** One timer serves all sessions, so that a message costs none. */
  #quitOld(): void {
    const bound = performance.now() - this.#options.idle;
    const kept = this.#idle.findIndex(({ since }) => since > bound);
    const old = this.#idle.splice(0, kept < 0 ? this.#idle.length : kept);
    const last = kept < 0 && this.#isWarm() ? old.pop() : undefined;
    for (const { session } of old) session.quit();
    const [oldest] = this.#idle;
    this.#timer = oldest && setTimeout(() => this.#quitOld(), oldest.since - bound).unref();
    if (last) void this.#keepWarm(last.session);
  }

  /** Keeps a session open beyond its time; a message may use it before the reply. */
  async #keepWarm(session: SmtpSession<Message>): Promise<void> {
    this.#rest(session);
    const deadline = new Deadline(NOOP_PATIENCE);
    await session.ask('NOOP', deadline);
    deadline.clear();
    if (!session.usable) this.#openAhead();
  }
}
