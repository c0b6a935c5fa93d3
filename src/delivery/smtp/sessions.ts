import { MailFailure } from '../../mail/mailer.ts';
import { NO_GREETING } from './connect.ts';
import type { SmtpServer } from '../../platform/settings/smtp-url.ts';
import { Deadline } from './deadline.ts';
import { DONE } from './replies.ts';
import { SmtpOpenings } from './openings.ts';
import { SmtpSession } from './session.ts';

/** How a connection ends when a server, or a firewall before it, has no room for another. */
const TURNED_AWAY: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNECTION',
  'EPIPE',
  'ETIMEDOUT',
  NO_GREETING,
]);

/** Whether opening a session may succeed later, for example once the server has fewer of them. */
function mayPass({ reason, replyCode }: MailFailure): boolean {
  return replyCode === undefined ? TURNED_AWAY.has(reason) : replyCode < 500;
}

/** The server opened no session for now; nothing of the message was sent. */
export class NoSession extends Error {
  readonly refusal: MailFailure;

  constructor(refusal: MailFailure) {
    super('no session');
    this.refusal = refusal;
  }
}

interface IdleSession {
  session: SmtpSession;
  /** Milliseconds of the monotonic clock. */
  since: number;
}

interface SmtpSessionsOptions {
  /** Milliseconds that an idle session stays open. */
  idle: number;
  /** Milliseconds that opening a session may take. */
  opening: number;
}

/** Milliseconds from which on a server is slow to greet. */
const SLOW = 1_000;

/** Milliseconds without use for which a slow server's last session is kept all the same. */
const WARM = 600_000;

/** Milliseconds for the reply to NOOP on an idle session. */
const NOOP_PATIENCE = 5_000;

/** Opens sessions to one server, and keeps those without a message for a while. */
export class SmtpSessions {
  readonly #server: SmtpServer;
  readonly #options: SmtpSessionsOptions;
  /** The one that became idle last is at the end and is used next. */
  readonly #idle: IdleSession[] = [];
  readonly #openings: SmtpOpenings;
  #timer: NodeJS.Timeout | undefined = undefined;
  #size: number | undefined = undefined;
  /** The session that was opened last took long. */
  #isSlow = false;
  /** When a session was asked for, or used, last. */
  #usedAt = -Infinity;
  #closed = false;

  constructor(server: SmtpServer, options: SmtpSessionsOptions) {
    this.#server = server;
    this.#options = options;
    this.#openings = new SmtpOpenings({
      open: (deadline) => this.#open(deadline),
      patience: options.opening,
      keep: (session) => this.#store(session),
    });
  }

  /** Octets of the largest message, as the server said in the session that was opened last (RFC 1870). */
  get size(): number | undefined {
    return this.#size;
  }

  /** How many are idle. */
  get idle(): number {
    return this.#idle.length;
  }

  /** How many are idle, or being opened without a message that waits for them. */
  get spare(): number {
    return this.#idle.length + this.#openings.spare;
  }

  /** A message waits for a session to open. */
  get isSought(): boolean {
    return this.#openings.firstSeeker !== undefined;
  }

  /** An idle session that still works, if there is one. */
  takeIdle(): SmtpSession | undefined {
    for (;;) {
      const { session } = this.#idle.pop() ?? {};
      if (!session || session.usable) return session;
    }
  }

  /**
   * The first session that is ready: a fresh one, or one that its message left. Where no more may be
   * open (`isFull`), or the server opens no more, one that is being opened for no message. Throws
   * NoSession when one may be opened later, else MailFailure.
   */
  async open(deadline: Deadline, isFull: boolean): Promise<SmtpSession> {
    this.#usedAt = performance.now();
    let refusal = new MailFailure('refused', 'ETIMEDOUT');
    let begun = false;
    let mayBegin = !isFull;
    while (!deadline.passed) {
      const spare = mayBegin ? undefined : this.#openings.findSpare();
      if (begun && !spare) break;
      begun ||= !spare;
      try {
        return await this.#openings.seek(spare ?? this.#openings.begin(), deadline);
      } catch (error) {
        if (!(error instanceof MailFailure && mayPass(error))) throw error;
        refusal = error;
      }
      const idle = deadline.passed ? undefined : this.takeIdle();
      if (idle) return idle;
      mayBegin = !begun;
    }
    throw new NoSession(refusal);
  }

  /**
   * Resolves when the server would take a message: it logs a fresh session in or, when `isFull`, it
   * allows no more of them or is slow to greet, answers on an idle one. Throws MailFailure.
   */
  async greet(deadline: Deadline, isFull: boolean): Promise<void> {
    const idle = isFull || this.#isSlow ? this.takeIdle() : undefined;
    if (idle && (await this.#answers(idle, deadline))) return this.keep(idle);
    try {
      const session = await this.open(deadline, isFull);
      if (!session.mayBeStale && !this.#isSlow) return session.quit();
      if (session.mayBeStale && !(await this.#answers(session, deadline)))
        throw new MailFailure('refused', 'ETIMEDOUT');
      this.keep(session);
    } catch (error) {
      throw error instanceof NoSession ? error.refusal : error;
    }
  }

  /** Gives a session to the message that has waited longest for one to open; false if none does. */
  handOver(session: SmtpSession): boolean {
    const seeker = session.usable ? this.#openings.firstSeeker : undefined;
    seeker?.take(session);
    return seeker !== undefined;
  }

  /** Keeps a session without a message. */
  keep(session: SmtpSession): void {
    this.#usedAt = performance.now();
    this.#store(session);
  }

  /** Says QUIT to all that are idle, and gives up those that are being opened. */
  quit(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { session } of this.#idle.splice(0)) session.quit();
    this.#openings.end();
  }

  async #open(deadline: Deadline): Promise<SmtpSession> {
    const session = await SmtpSession.open(this.#server, deadline);
    this.#size = session.extensions.size;
    this.#isSlow = session.greetedAfter >= SLOW;
    return session;
  }

  #store(session: SmtpSession): void {
    if (this.#closed) session.quit();
    else if (!session.usable) this.#openAhead();
    else if (!this.handOver(session)) this.#rest(session);
  }

  /** The next message shall find a session, because the server is slow to greet, and there are messages. */
  #isWarm(): boolean {
    return this.#isSlow && !this.#closed && performance.now() - this.#usedAt < WARM;
  }

  #openAhead(): void {
    const isReady = this.#openings.size > 0 || this.#idle.some(({ session }) => session.usable);
    if (this.#isWarm() && !isReady) this.#openings.begin();
  }

  async #answers(session: SmtpSession, deadline: Deadline): Promise<boolean> {
    return (await session.ask('NOOP', deadline)) === DONE;
  }

  #rest(session: SmtpSession): void {
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
    const next = oldest && setTimeout(() => this.#quitOld(), oldest.since - bound).unref();
    this.#timer = next;
    if (last) void this.#keepWarm(last.session);
  }

  /** Keeps a session open beyond its time; a message may use it before the reply. */
  async #keepWarm(session: SmtpSession): Promise<void> {
    this.#rest(session);
    const deadline = new Deadline(NOOP_PATIENCE);
    await this.#answers(session, deadline);
    deadline.clear();
    if (!session.usable) this.#openAhead();
  }
}
