import { MailFailure } from '../mail/mailer.ts';
import { Deadline } from './deadline.ts';
import type { SmtpServer } from './smtp-connect.ts';
import { SmtpIdleSessions } from './smtp-idle-sessions.ts';
import { OUT_OF_ORDER, SmtpSession, StaleSession, type Outgoing } from './smtp-session.ts';
import type { Letter } from './smtp-transaction.ts';

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

/** A message in the pool, and who waits for its outcome. */
interface Job extends Outgoing {
  resolve(): void;
  reject(error: unknown): void;
}

/** Waits for a place; a check of the server has no job. */
interface Waiter {
  job: Job | undefined;
  proceed(): void;
  refuse(error: MailFailure): void;
}

/** One of the sessions that may be open at the same time. */
interface Place {
  session: SmtpSession | undefined;
}

/**
 * Persistent sessions to one mail server. One attempt per message: a second one is made only on a
 * fresh session, when a reused one turned out closed before the message began.
 */
export class SmtpPool {
  readonly #server: SmtpServer;
  readonly #options: SmtpPoolOptions;
  readonly #idle: SmtpIdleSessions;
  readonly #waiting = new Set<Waiter>();
  /** Messages that wait for the one before them, on its session; their envelopes went along with it. */
  readonly #ahead = new Set<Job>();
  readonly #deadlines = new Set<Deadline>();
  /** Messages with room that are not sent yet; they count as waiting. */
  #claimed = 0;
  #busy = 0;
  /** When the server last took a message. */
  #accepted = -Infinity;
  #stopping = false;
  /** The server does not reply in order: nothing is sent ahead any more. */
  #oneByOne = false;
  #onIdle = (): void => undefined;

  constructor(server: SmtpServer, options: Partial<SmtpPoolOptions> = {}) {
    this.#server = server;
    this.#options = { ...DEFAULTS, ...options };
    this.#idle = new SmtpIdleSessions(this.#options.idle);
  }

  /** Takes room for a message that is sent a moment later. Throws MailFailure `overloaded`. */
  claim(): void {
    this.#requireRoom();
    this.#claimed += 1;
  }

  /** Gives back what was claimed, also right before the message is sent. */
  unclaim(): void {
    this.#claimed -= 1;
  }

  /**
   * Resolves when the server has answered 250 to the message; else throws MailFailure. It is
   * composed when a session is free, so that what waits is small.
   */
  async send(compose: () => Letter): Promise<void> {
    this.#requireRoom();
    const deadline = new Deadline(this.#options.deadline);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const job: Job = { compose, deadline, resolve, reject };
    this.#deadlines.add(deadline);
    this.#enter({ job, proceed: () => void this.#serve(job), refuse: reject }, deadline);
    try {
      await promise;
    } finally {
      deadline.clear();
      this.#deadlines.delete(deadline);
    }
  }

  /** Sessions that carry a message, sessions that are kept for one, and messages without one. */
  get usage(): { busy: number; idle: number; waiting: number } {
    const waiting = this.#claimed + this.#waiting.size + this.#ahead.size;
    return { busy: this.#busy, idle: this.#idle.size, waiting };
  }

  /**
   * Resolves when the server would take a message: it took one a moment ago, or within `patience`
   * milliseconds it greets a session of its own for this and logs it in. Sends no message; throws
   * MailFailure.
   */
  async check(patience: number): Promise<void> {
    if (performance.now() - this.#accepted < this.#options.proof) return;
    this.#requireRoom();
    const deadline = new Deadline(patience);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#enter({ job: undefined, proceed: resolve, refuse: reject }, deadline);
    try {
      await promise;
      try {
        // The server may allow no more sessions than the pool has places.
        if (this.#busy + this.#idle.size > this.#options.connections) this.#idle.take()?.quit();
        const session = await SmtpSession.open(this.#server, deadline);
        session.quit();
      } finally {
        this.#leave();
      }
    } finally {
      deadline.clear();
    }
  }

  /** Refuses what waits for a session, from now on. */
  refuseWaiting(): void {
    this.#stopping = true;
    const stopping = new MailFailure('overloaded', 'stopping');
    for (const { refuse } of this.#waiting) refuse(stopping);
    this.#waiting.clear();
    for (const { reject, deadline } of this.#ahead) {
      reject(stopping);
      deadline.pass();
    }
  }

  /** Ends the messages under way as if their deadline had passed. */
  abort(): void {
    this.refuseWaiting();
    for (const deadline of this.#deadlines) deadline.pass();
  }

  /** Refuses what waits, lets the messages under way finish, then says QUIT. */
  async close(): Promise<void> {
    this.refuseWaiting();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onIdle = resolve;
    if (this.#busy === 0) resolve();
    await promise;
    this.#idle.quit();
  }

  /** Carries a message in its place, and then those that wait, for as long as any do. */
  async #serve(first: Job): Promise<void> {
    const place: Place = { session: this.#idle.take() };
    let next: Job | undefined = undefined;
    const takeNext = () => (next = this.#takeAhead());
    for (let job: Job | undefined = first; job; job = next ?? this.#nextJob()) {
      next = undefined;
      this.#ahead.delete(job);
      try {
        await this.#deliver(job, place, takeNext);
        job.resolve();
      } catch (error) {
        this.#oneByOne ||= error instanceof MailFailure && error.reason === OUT_OF_ORDER;
        job.reject(error);
      }
    }
    if (place.session) this.#idle.keep(place.session);
    this.#leave();
  }

  async #deliver(job: Job, place: Place, takeNext: () => Job | undefined): Promise<void> {
    const open = () => SmtpSession.open(this.#server, job.deadline);
    if (!place.session?.usable) place.session = this.#idle.take() ?? (await open());
    try {
      await place.session.deliver(job, takeNext);
    } catch (error) {
      if (!(error instanceof StaleSession)) throw error;
      place.session = await open();
      await place.session.deliver(job, takeNext);
    }
    this.#accepted = performance.now();
  }

  /** The message whose envelope goes along with the one that is sent; it waits all the same. */
  #takeAhead(): Job | undefined {
    const job = this.#oneByOne ? undefined : this.#nextJob();
    if (!job) return undefined;
    this.#ahead.add(job);
    job.deadline.notify(() => job.reject(new MailFailure('overloaded', 'queue timeout')));
    return job;
  }

  #requireRoom(): void {
    const { connections, maxWaiting } = this.#options;
    if (this.#stopping) throw new MailFailure('overloaded', 'stopping');
    if (this.#busy + this.usage.waiting >= connections + maxWaiting)
      throw new MailFailure('overloaded', 'queue full');
  }

  /** Gives the waiter one of the places, now or when it is its turn; first come, first served. */
  #enter(waiter: Waiter, deadline: Deadline): void {
    if (this.#busy < this.#options.connections) {
      this.#busy += 1;
      waiter.proceed();
    } else {
      this.#waiting.add(waiter);
      deadline.notify(() => {
        this.#waiting.delete(waiter);
        waiter.refuse(new MailFailure('overloaded', 'queue timeout'));
      });
    }
  }

  /** The message whose turn it is; undefined when nothing waits, or a check does. */
  #nextJob(): Job | undefined {
    const [waiter] = this.#waiting;
    if (!waiter?.job) return undefined;
    this.#waiting.delete(waiter);
    waiter.job.deadline.notify(undefined);
    return waiter.job;
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
