import { MailFailure } from '../mail/mailer.ts';
import { SmtpSession, StaleSession, type Envelope, type SmtpServer } from './smtp-session.ts';

export interface SmtpPoolOptions {
  /** Sessions open at the same time; opened on demand. */
  connections: number;
  /** Messages that may wait for a session; one more is refused at once. */
  maxWaiting: number;
  /** Milliseconds for one message, from the call to the server's last reply. */
  deadline: number;
  /** Milliseconds that an idle session is kept, shorter than mail servers usually allow. */
  idle: number;
  /** Milliseconds for which an accepted message shows that the server takes more. */
  proof: number;
}

const DEFAULTS: SmtpPoolOptions = {
  connections: 10,
  maxWaiting: 200,
  deadline: 25_000,
  idle: 20_000,
  proof: 5_000,
};

interface Waiter {
  proceed(): void;
  refuse(error: MailFailure): void;
}

/**
 * Persistent sessions to one mail server. One attempt per message: a second one is made only on a
 * fresh session, when a reused one turned out closed before the message began.
 */
export class SmtpPool {
  readonly #server: SmtpServer;
  readonly #options: SmtpPoolOptions;
  readonly #idle: { session: SmtpSession; timer: NodeJS.Timeout }[] = [];
  readonly #waiting = new Set<Waiter>();
  readonly #deadlines = new Set<AbortController>();
  #busy = 0;
  /** When the server last took a message. */
  #accepted = -Infinity;
  #stopping = false;
  #onIdle = (): void => undefined;

  constructor(server: SmtpServer, options: Partial<SmtpPoolOptions> = {}) {
    this.#server = server;
    this.#options = { ...DEFAULTS, ...options };
  }

  /** Resolves when the server has answered 250 to the message; else throws MailFailure. */
  async send(envelope: Envelope, message: Buffer): Promise<void> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.#options.deadline);
    this.#deadlines.add(deadline);
    try {
      await this.#enter(deadline.signal);
      await this.#deliver(envelope, message, deadline.signal).finally(() => this.#leave());
    } finally {
      clearTimeout(timer);
      this.#deadlines.delete(deadline);
    }
  }

  /** Sessions that carry a message, sessions that are kept for one, and messages without one. */
  get usage(): { busy: number; idle: number; waiting: number } {
    return { busy: this.#busy, idle: this.#idle.length, waiting: this.#waiting.size };
  }

  /**
   * Resolves when the server would take a message: it took one a moment ago, or it greets a session
   * of its own for this and logs it in. Sends no message; throws MailFailure.
   */
  async check(deadline: AbortSignal): Promise<void> {
    if (performance.now() - this.#accepted < this.#options.proof) return;
    await this.#enter(deadline);
    try {
      // The server may allow no more sessions than the pool has places.
      if (this.#busy + this.#idle.length > this.#options.connections) this.#takeIdle()?.quit();
      const session = await SmtpSession.open(this.#server, deadline);
      session.quit();
    } finally {
      this.#leave();
    }
  }

  /** Refuses what waits for a session, from now on. */
  refuseWaiting(): void {
    this.#stopping = true;
    for (const { refuse } of this.#waiting) refuse(new MailFailure('overloaded', 'stopping'));
    this.#waiting.clear();
  }

  /** Ends the messages under way as if their deadline had passed. */
  abort(): void {
    this.refuseWaiting();
    for (const deadline of this.#deadlines) deadline.abort();
  }

  /** Refuses what waits, lets the messages under way finish, then says QUIT. */
  async close(): Promise<void> {
    this.refuseWaiting();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onIdle = resolve;
    if (this.#busy === 0) resolve();
    await promise;
    for (const { session, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      session.quit();
    }
  }

  async #deliver(envelope: Envelope, message: Buffer, deadline: AbortSignal): Promise<void> {
    try {
      await this.#sendOnce(this.#takeIdle(), envelope, message, deadline);
    } catch (error) {
      if (!(error instanceof StaleSession)) throw error;
      await this.#sendOnce(undefined, envelope, message, deadline);
    }
  }

  async #sendOnce(
    idle: SmtpSession | undefined,
    envelope: Envelope,
    message: Buffer,
    deadline: AbortSignal,
  ): Promise<void> {
    const session = idle ?? (await SmtpSession.open(this.#server, deadline));
    await session.deliver(envelope, message, deadline);
    this.#accepted = performance.now();
    this.#keep(session);
  }

  #takeIdle(): SmtpSession | undefined {
    for (;;) {
      const idle = this.#idle.pop();
      if (!idle) return undefined;
      clearTimeout(idle.timer);
      if (idle.session.usable) return idle.session;
    }
  }

  #keep(session: SmtpSession): void {
    if (!session.usable) return;
    const timer = setTimeout(() => {
      const place = this.#idle.findIndex((idle) => idle.session === session);
      if (place >= 0) this.#idle.splice(place, 1);
      session.quit();
    }, this.#options.idle);
    timer.unref();
    this.#idle.push({ session, timer });
  }

  /** Waits for one of the places; first come, first served. */
  async #enter(deadline: AbortSignal): Promise<void> {
    if (this.#stopping) throw new MailFailure('overloaded', 'stopping');
    if (this.#busy < this.#options.connections) {
      this.#busy += 1;
      return;
    }
    if (this.#waiting.size >= this.#options.maxWaiting) {
      throw new MailFailure('overloaded', 'queue full');
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = { proceed: resolve, refuse: reject };
    const onDeadline = () => {
      this.#waiting.delete(waiter);
      reject(new MailFailure('overloaded', 'queue timeout'));
    };
    this.#waiting.add(waiter);
    deadline.addEventListener('abort', onDeadline, { once: true });
    await promise;
    deadline.removeEventListener('abort', onDeadline);
  }

  /** Hands the place to the next waiter, or gives it up. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next.proceed();
      return;
    }
    this.#busy -= 1;
    if (this.#busy === 0) this.#onIdle();
  }
}
