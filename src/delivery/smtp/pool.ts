import { MailFailure, STOPPING } from '../../mail/mailer.ts';
import { Deadline } from './deadline.ts';
import type { SmtpServer } from '../../platform/settings/smtp-url.ts';
import { SmtpPlaces } from './places.ts';
import { StaleSession, type SmtpSession } from './session.ts';
import { OUT_OF_ORDER } from './replies.ts';
import { NoSession, SmtpSessions } from './sessions.ts';
import type { Letter, Outgoing } from './transaction.ts';

export interface SmtpPoolOptions {
  /** Maximum number of open sessions; opened on demand. */
  connections: number;
  /** Maximum number of messages that wait for a session; one more is refused at once. */
  maxWaiting: number;
  /** Milliseconds for one message, from the call to the server's last reply. */
  deadline: number;
  /** Milliseconds that an idle session stays open, less than mail servers usually allow. */
  idle: number;
  /** Milliseconds that opening a session may take, also when its message is gone. */
  opening: number;
  /** Milliseconds for which an accepted message proves that the server takes more. */
  proof: number;
  /** Milliseconds until one more session is tried than the server allowed. */
  retry: number;
}

const DEFAULTS: SmtpPoolOptions = {
  connections: 10,
  maxWaiting: 200,
  deadline: 25_000,
  idle: 20_000,
  opening: 30_000,
  proof: 5_000,
  retry: 60_000,
};

/** A message in the pool, and how its sender learns the outcome. */
interface Job extends Outgoing {
  resolve(): void;
  reject(error: unknown): void;
}

/** One of the sessions that may be open at the same time. */
interface Place {
  session: SmtpSession | undefined;
}

/**
 * Persistent sessions to one mail server. One attempt per message; a second one only if a reused
 * session turned out closed before the message began.
 */
export class SmtpPool {
  readonly #options: SmtpPoolOptions;
  readonly #sessions: SmtpSessions;
  readonly #places: SmtpPlaces<Job>;
  /** Messages whose envelopes were sent with the message before them; they wait for its outcome. */
  readonly #ahead = new Set<Job>();
  readonly #deadlines = new Set<Deadline>();
  /** Claims without a message so far; they count as waiting. */
  #claimed = 0;
  /** When the server last accepted a message. */
  #accepted = -Infinity;
  #stopping = false;
  /** The server does not reply in order: no envelope is sent ahead from now on. */
  #oneByOne = false;

  constructor(server: SmtpServer, options: Partial<SmtpPoolOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options };
    this.#sessions = new SmtpSessions(server, this.#options);
    this.#places = new SmtpPlaces(this.#options);
  }

  /** Reserves room for a message that is sent a moment later. Throws MailFailure `overloaded`. */
  claim(): void {
    this.#requireRoom();
    this.#claimed += 1;
  }

  /** Gives the claim back, or up, right before its message is sent. */
  unclaim(): void {
    this.#claimed -= 1;
  }

  /**
   * Resolves when the server has answered 250 to the message; else throws MailFailure. It is
   * composed when a session is free, so that waiting messages take little memory.
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

  /** Octets of the largest message that the server takes, as far as it has said so. */
  get largestMessage(): number | undefined {
    return this.#sessions.size;
  }

  /** Sessions that carry a message, idle sessions, and messages without a session. */
  get usage(): { busy: number; idle: number; waiting: number } {
    const waiting = this.#claimed + this.#places.waiting + this.#ahead.size;
    return { busy: this.#places.busy, idle: this.#sessions.idle, waiting };
  }

  /**
   * Resolves when the server would take a message: it took one a moment ago, or within `patience`
   * milliseconds it logs in a fresh session or, where it allows no more of them, answers on an idle one.
   * Sends no message; throws MailFailure.
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
        await this.#sessions.greet(deadline, this.#isFull());
      } finally {
        this.#places.leave();
      }
    } finally {
      deadline.clear();
    }
  }

  /** Refuses messages that wait for a session, now and later. */
  refuseWaiting(): void {
    this.#stopping = true;
    const stopping = new MailFailure('overloaded', STOPPING);
    this.#places.refuseAll(stopping);
    for (const { reject, deadline } of this.#ahead) {
      reject(stopping);
      deadline.pass();
    }
  }

  /** Ends the messages in progress as if their deadline had passed. */
  abort(): void {
    this.refuseWaiting();
    for (const deadline of this.#deadlines) deadline.pass();
  }

  /** Refuses waiting messages, lets those in progress finish, then says QUIT. */
  async close(): Promise<void> {
    this.refuseWaiting();
    await this.#places.empty();
    this.#sessions.quit();
  }

  /** Sends a message in its place, and then waiting ones until none are left. */
  async #serve(first: Job): Promise<void> {
    const place: Place = { session: this.#sessions.takeIdle() };
    let next: Job | undefined = undefined;
    const takeNext = () => (next = this.#takeAhead());
    for (let job: Job | undefined = first; job; job = next ?? this.#nextJob(place)) {
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
    if (place.session) this.#sessions.keep(place.session);
    this.#places.leave();
  }

  async #deliver(job: Job, place: Place, takeNext: () => Job | undefined): Promise<void> {
    const open = () => this.#open(job.deadline);
    if (!place.session?.usable) place.session = this.#sessions.takeIdle() ?? (await open());
    while (!(await this.#isTaken(job, place.session, takeNext))) place.session = await open();
    this.#accepted = performance.now();
  }

  /** Whether the server accepted the message; false when the session turned out closed before it. */
  async #isTaken(job: Job, session: SmtpSession, takeNext: () => Job | undefined) {
    try {
      await session.deliver(job, takeNext);
      return true;
    } catch (error) {
      if (error instanceof StaleSession) return false;
      throw error;
    }
  }

  async #open(deadline: Deadline): Promise<SmtpSession> {
    try {
      return await this.#sessions.open(deadline, this.#isFull());
    } finally {
      this.#places.tried();
    }
  }

  /** No session may be opened besides those that are open, or are being opened for nobody. */
  #isFull(): boolean {
    return this.#places.busy + this.#sessions.spare > this.#places.ceiling;
  }

  /** The next message of this place. Its session goes to one that waits longer, for its own to open. */
  #nextJob(place: Place): Job | undefined {
    if (place.session && this.#sessions.handOver(place.session)) place.session = undefined;
    return this.#places.nextJob();
  }

  #waiterOf(job: Job) {
    const { deadline, reject } = job;
    return { job, deadline, proceed: () => void this.#serve(job), refuse: reject };
  }

  /** Whether a message that got no session now waits for one that works. */
  #waitForSession(job: Job, refusal: MailFailure): boolean {
    if (this.#stopping || job.deadline.passed) return false;
    return this.#places.retreat({ ...this.#waiterOf(job), refusal });
  }

  /** The next message, for its envelope to be sent along with the current one; it still waits. */
  #takeAhead(): Job | undefined {
    const isLast = this.#oneByOne || this.#sessions.isSought;
    const job = isLast ? undefined : this.#places.nextJob();
    if (!job) return undefined;
    this.#ahead.add(job);
    job.deadline.notify(() => job.reject(new MailFailure('overloaded', 'queue timeout')));
    return job;
  }

  #requireRoom(): void {
    const { connections, maxWaiting } = this.#options;
    if (this.#stopping) throw new MailFailure('overloaded', STOPPING);
    if (this.#places.busy + this.usage.waiting >= connections + maxWaiting)
      throw new MailFailure('overloaded', 'queue full');
  }
}
