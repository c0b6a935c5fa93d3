import { MailFailure } from '../mail/mailer.ts';
import type { SmtpServer } from './connect.ts';
import type { Deadline } from './deadline.ts';
import { DONE } from './replies.ts';
import { SmtpSession } from './session.ts';

/** How a connection ends when a server, or a firewall before it, has no room for another. */
const TURNED_AWAY: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNECTION',
  'EPIPE',
  'ETIMEDOUT',
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

/** Opens sessions to one server, and keeps those without a message for a while. */
export class SmtpSessions {
  readonly #server: SmtpServer;
  readonly #milliseconds: number;
  /** The one that became idle last is at the end and is used next. */
  readonly #idle: IdleSession[] = [];
  #timer: NodeJS.Timeout | undefined = undefined;
  #size: number | undefined = undefined;

  /** `milliseconds` that an idle session is kept. */
  constructor(server: SmtpServer, milliseconds: number) {
    this.#server = server;
    this.#milliseconds = milliseconds;
  }

  /** Octets of the largest message, as the server said in the session that was opened last (RFC 1870). */
  get size(): number | undefined {
    return this.#size;
  }

  async #open(deadline: Deadline): Promise<SmtpSession> {
    const session = await SmtpSession.open(this.#server, deadline);
    this.#size = session.extensions.size;
    return session;
  }

  /** How many are idle. */
  get idle(): number {
    return this.#idle.length;
  }

  /** An idle session that still works, if there is one. */
  takeIdle(): SmtpSession | undefined {
    for (;;) {
      const { session } = this.#idle.pop() ?? {};
      if (!session || session.usable) return session;
    }
  }

  /**
   * A fresh session, or an idle one where the server allows no more. Throws NoSession when one may
   * be opened later, else MailFailure.
   */
  async open(deadline: Deadline): Promise<SmtpSession> {
    try {
      return await this.#open(deadline);
    } catch (error) {
      if (!(error instanceof MailFailure && mayPass(error))) throw error;
      const idle = this.takeIdle();
      if (idle) return idle;
      throw new NoSession(error);
    }
  }

  /**
   * Resolves when the server would take a message: it logs a fresh session in or, when `isFull` or it
   * allows no more of them, answers on an idle one. Throws MailFailure.
   */
  async greet(deadline: Deadline, isFull: boolean): Promise<void> {
    if (isFull && (await this.#idleAnswers(deadline))) return;
    try {
      const session = await this.#open(deadline);
      session.quit();
    } catch (error) {
      const mayBeFull = error instanceof MailFailure && mayPass(error);
      if (!mayBeFull || !(await this.#idleAnswers(deadline))) throw error;
    }
  }

  keep(session: SmtpSession): void {
    if (!session.usable) return;
    this.#idle.push({ session, since: performance.now() });
    this.#timer ??= setTimeout(() => this.#quitOld(), this.#milliseconds).unref();
  }

  /** Says QUIT to all that are idle. */
  quit(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { session } of this.#idle.splice(0)) session.quit();
  }

  async #idleAnswers(deadline: Deadline): Promise<boolean> {
    const session = this.takeIdle();
    if (!session || (await session.ask('NOOP', deadline)) !== DONE) return false;
    this.keep(session);
    return true;
  }

  /** One timer serves all sessions, so that a message costs none. */
  #quitOld(): void {
    const bound = performance.now() - this.#milliseconds;
    const kept = this.#idle.findIndex(({ since }) => since > bound);
    const old = this.#idle.splice(0, kept < 0 ? this.#idle.length : kept);
    for (const { session } of old) session.quit();
    const [oldest] = this.#idle;
    const next = oldest && setTimeout(() => this.#quitOld(), oldest.since - bound).unref();
    this.#timer = next;
  }
}
