import type { SmtpSession } from './session.ts';

interface IdleSession {
  session: SmtpSession;
  /** Milliseconds of the monotonic clock. */
  since: number;
}

/** Sessions without a message, each kept for a while. */
export class SmtpIdleSessions {
  readonly #milliseconds: number;
  /** The one that became idle last is at the end, and is used next. */
  readonly #sessions: IdleSession[] = [];
  #timer: NodeJS.Timeout | undefined = undefined;

  /** `milliseconds` that a session is kept. */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  get size(): number {
    return this.#sessions.length;
  }

  /** One that may be used, if there is any. */
  take(): SmtpSession | undefined {
    for (;;) {
      const { session } = this.#sessions.pop() ?? {};
      if (!session || session.usable) return session;
    }
  }

  keep(session: SmtpSession): void {
    if (!session.usable) return;
    this.#sessions.push({ session, since: performance.now() });
    this.#timer ??= setTimeout(() => this.#quitOld(), this.#milliseconds).unref();
  }

  /** Says QUIT to all. */
  quit(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { session } of this.#sessions.splice(0)) session.quit();
  }

  /** One timer for all costs a message none. */
  #quitOld(): void {
    const bound = performance.now() - this.#milliseconds;
    const kept = this.#sessions.findIndex(({ since }) => since > bound);
    const old = this.#sessions.splice(0, kept < 0 ? this.#sessions.length : kept);
    for (const { session } of old) session.quit();
    const [oldest] = this.#sessions;
    const next = oldest && setTimeout(() => this.#quitOld(), oldest.since - bound).unref();
    this.#timer = next;
  }
}
