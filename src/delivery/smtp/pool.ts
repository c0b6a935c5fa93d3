import { MailFailure } from '../mail/mailer.ts';
import { Deadline } from './deadline.ts';
import { mayPass, type SmtpServer } from './connect.ts';
import { greet } from './greet.ts';
import { SmtpIdleSessions } from './idle-sessions.ts';
import { SmtpPlaces } from './places.ts';
import { OUT_OF_ORDER, SmtpSession, StaleSession, type Outgoing } from './session.ts';
import type { Letter } from './transaction.ts';

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
  /** Milliseconds after which one session more is tried than the server allowed. */
  retry: number;
}

const DEFAULTS: SmtpPoolOptions = {
  connections: 10,
  maxWaiting: 200,
  deadline: 25_000,
  idle: 20_000,
  proof: 5_000,
  retry: 60_000,
};

/** A message in the pool, and who waits for its outcome. */
interface Job extends Outgoing {
  resolve(): void;
  reject(error: unknown): void;
}

/** One of the sessions that may be open at the same time. */
interface Place {
  session: SmtpSession | undefined;
}

/** No session was opened, which may pass; nothing of the message was sent. */
class NoSession extends Error {
  readonly refusal: MailFailure;

  constructor(refusal: MailFailure) {
    super('no session');
    this.refusal = refusal;
  }
}

/**
 * Persistent sessions to one mail server. One attempt per message: a second one is made only on a
 * fresh session, when a reused one turned out closed before the message began.
 */
export class SmtpPool {
  readonly #server: SmtpServer;
  readonly #options: SmtpPoolOptions;
  readonly #idle: SmtpIdleSessions;
  readonly #places: SmtpPlaces<Job>;
  /** Messages that wait for the one before them, on its session; their envelopes went along with it. */
  readonly #ahead = new Set<Job>();
  readonly #deadlines = new Set<Deadline>();
  /** Messages with room that are not sent yet; they count as waiting. */
  #claimed = 0;
  /** When the server last took a message. */
  #accepted = -Infinity;
  #stopping = false;
  /** The server does not reply in order: nothing is sent ahead any more. */
  #oneByOne = false;

  constructor(server: SmtpServer, options: Partial<SmtpPoolOptions> = {}) {
    this.#server = server;
    this.#options = { ...DEFAULTS, ...options };
    this.#idle = new SmtpIdleSessions(this.#options.idle);
    this.#places = new SmtpPlaces(this.#options);
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
    this.#places.enter(this.#waiterOf(job));
    try {
      await promise;
    } finally {
      deadline.clear();
      this.#deadlines.delete(deadline);
    }
  }

  /** Sessions that carry a message, sessions that are kept for one, and messages without one. */
  get usage(): { busy: number; idle: number; waiting: number } {
    const waiting = this.#claimed + this.#places.waiting + this.#ahead.size;
    return { busy: this.#places.busy, idle: this.#idle.size, waiting };
  }

  /**
   * Resolves when the server would take a message: it took one a moment ago, or within `patience`
   * milliseconds it greets a session of its own for this and logs it in, or, where it allows no more of
   * them, answers on an idle one. Sends no message; throws MailFailure.
   */
  async check(patience: number): Promise<void> {
    if (performance.now() - this.#accepted < this.#options.proof) return;
    this.#requireRoom();
    const deadline = new Deadline(patience);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#places.enter({ job: undefined, deadline, proceed: resolve, refuse: reject });
    try {
      await promise;
      try {
        const isFull = this.usage.busy + this.#idle.size > this.#places.ceiling;
        await greet(this.#server, deadline, { idle: this.#idle, isFull });
      } finally {
        this.#places.leave();
      }
    } finally {
      deadline.clear();
    }
  }

  /** Refuses what waits for a session, from now on. */
  refuseWaiting(): void {
    this.#stopping = true;
    const stopping = new MailFailure('overloaded', 'stopping');
    this.#places.refuseAll(stopping);
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
    await this.#places.empty();
    this.#idle.quit();
  }

  /** Carries a message in its place, and then those that wait, for as long as any do. */
  async #serve(first: Job): Promise<void> {
    const place: Place = { session: this.#idle.take() };
    let next: Job | undefined = undefined;
    const takeNext = () => (next = this.#takeAhead());
    for (let job: Job | undefined = first; job; job = next ?? this.#places.nextJob()) {
      next = undefined;
      this.#ahead.delete(job);
      try {
        await this.#deliver(job, place, takeNext);
        job.resolve();
      } catch (error) {
        if (error instanceof NoSession) {
          if (this.#waitForSession(job, error.refusal)) return;
          job.reject(error.refusal);
          continue;
        }
        this.#oneByOne ||= error instanceof MailFailure && error.reason === OUT_OF_ORDER;
        job.reject(error);
      }
    }
    if (place.session) this.#idle.keep(place.session);
    this.#places.leave();
  }

  async #deliver(job: Job, place: Place, takeNext: () => Job | undefined): Promise<void> {
    const open = () => this.#open(job.deadline);
    if (!place.session?.usable) place.session = this.#idle.take() ?? (await open());
    while (!(await this.#isTaken(job, place.session, takeNext))) place.session = await open();
    this.#accepted = performance.now();
  }

  /** Whether the server took the message; false when the session turned out closed before. */
  async #isTaken(job: Job, session: SmtpSession, takeNext: () => Job | undefined) {
    try {
      await session.deliver(job, takeNext);
      return true;
    } catch (error) {
      if (error instanceof StaleSession) return false;
      throw error;
    }
  }

  /** A fresh session, or an idle one where the server allows no more. Throws NoSession, MailFailure. */
  async #open(deadline: Deadline): Promise<SmtpSession> {
    try {
      return await SmtpSession.open(this.#server, deadline);
    } catch (error) {
      if (!(error instanceof MailFailure && mayPass(error))) throw error;
      const idle = this.#idle.take();
      if (idle) return idle;
      throw new NoSession(error);
    } finally {
      this.#places.tried();
    }
  }

  #waiterOf(job: Job) {
    const { deadline, reject } = job;
    return { job, deadline, proceed: () => void this.#serve(job), refuse: reject };
  }

  /** Whether a message that got no session may wait for one that works. */
  #waitForSession(job: Job, refusal: MailFailure): boolean {
    if (this.#stopping || job.deadline.passed) return false;
    return this.#places.retreat({ ...this.#waiterOf(job), refusal });
  }

  /** The message whose envelope goes along with the one that is sent; it waits all the same. */
  #takeAhead(): Job | undefined {
    const job = this.#oneByOne ? undefined : this.#places.nextJob();
    if (!job) return undefined;
    this.#ahead.add(job);
    job.deadline.notify(() => job.reject(new MailFailure('overloaded', 'queue timeout')));
    return job;
  }

  #requireRoom(): void {
    const { connections, maxWaiting } = this.#options;
    if (this.#stopping) throw new MailFailure('overloaded', 'stopping');
    if (this.#places.busy + this.usage.waiting >= connections + maxWaiting)
      throw new MailFailure('overloaded', 'queue full');
  }
}
