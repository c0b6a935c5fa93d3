import { setTimeout as sleep } from 'node:timers/promises';
import { MailFailure, MailServerSilent, STOPPING, TokenFailure } from '../../mail/mailer.ts';
import { PatientTurns } from '../../platform/waiting/turns.ts';
import { Deadline, patienceFor, type Letter } from '../smtp/transaction.ts';
import type { Credentials } from './credentials.ts';
import { ApiRefusal, contentOf, toSeconds, type MailApi } from './mail-api.ts';

const DEFAULTS = {
  /** Requests at the same time, as far as the provider takes so many. */
  connections: 10,
  /** Messages that wait for their turn, and milliseconds for which one does. */
  maxWaiting: 200,
  patience: 10_000,
  /** Milliseconds for one message, from the call to the provider's answer. */
  deadline: 25_000,
  /** Milliseconds for which an accepted message proves that the provider takes more. */
  proof: 5_000,
  /** Called with the reason when the provider stops answering; without one when it resumes. */
  report: (_failure?: MailFailure): void => undefined,
};

export type ApiPoolOptions = typeof DEFAULTS;

/** Messages to a provider by HTTPS: their turns, their deadline, and the pauses it asks for. */
export class ApiPool {
  readonly #api: MailApi;
  readonly #credentials: Credentials;
  readonly #options: ApiPoolOptions;
  readonly #most: number;
  readonly #turns: PatientTurns;
  readonly #deadlines = new Set<Deadline>();
  #claimed = 0;
  #busy = 0;
  #stopping = false;
  #isReported = false;
  /** By the monotonic clock, in milliseconds. */
  #acceptedAt = -Infinity;
  #pausedUntil = -Infinity;
  #nextAt = -Infinity;

  constructor(api: MailApi, credentials: Credentials, options: Partial<ApiPoolOptions> = {}) {
    this.#api = api;
    this.#credentials = credentials;
    this.#options = { ...DEFAULTS, ...options };
    this.#most = Math.min(this.#options.connections, api.connections);
    this.#turns = new PatientTurns({
      most: this.#most,
      patience: this.#options.patience,
      overloaded: () => new MailFailure('overloaded', 'queue full'),
    });
  }

  claim(): void {
    this.#requireRoom();
    this.#claimed += 1;
  }

  unclaim(): void {
    this.#claimed -= 1;
  }

  get largestMessage(): number {
    return this.#api.octets;
  }

  get usage(): { busy: number; idle: number; waiting: number } {
    const waiting = this.#claimed + this.#deadlines.size - this.#busy;
    return { busy: this.#busy, idle: 0, waiting };
  }

  /** Resolves when the provider has answered 2xx; else throws MailFailure. Never sends twice. */
  async send(compose: () => Letter): Promise<void> {
    this.#requireRoom();
    const deadline = new Deadline(this.#options.deadline);
    this.#deadlines.add(deadline);
    try {
      await this.#turns.run('', () => this.#submit(compose, deadline));
      this.#hear();
    } catch (error) {
      this.#hear(error);
      throw error;
    } finally {
      deadline.clear();
      this.#deadlines.delete(deadline);
    }
  }

  /** Resolves if the provider takes the credentials, as far as it says so without a message. */
  async check(patience: number): Promise<void> {
    if (performance.now() - this.#acceptedAt < this.#options.proof) return;
    try {
      await this.#api.open(AbortSignal.timeout(patience));
      this.#report();
    } catch (error) {
      this.#hear(error);
      throw error;
    }
  }

  refuseWaiting(): void {
    this.#stopping = true;
  }

  /** Ends the messages in progress as if their deadline had passed. */
  abort(): void {
    this.refuseWaiting();
    for (const deadline of this.#deadlines) deadline.pass();
  }

  /** Refuses waiting messages and lets those in progress finish. */
  async close(): Promise<void> {
    this.refuseWaiting();
    while (this.#deadlines.size > 0) await sleep(20);
  }

  async #submit(compose: () => Letter, deadline: Deadline): Promise<void> {
    const ending = new AbortController();
    this.#busy += 1;
    try {
      this.#requireOpen();
      const letter = compose();
      const { octets } = contentOf(letter);
      if (octets > this.#api.octets) throw new ApiRefusal(413);
      if (typeof letter.message !== 'string') deadline.extend(patienceFor(octets));
      deadline.notify(() => ending.abort());
      if (deadline.passed) ending.abort();
      await this.#pace(ending.signal);
      await this.#api.send(letter, ending.signal);
    } finally {
      this.#busy -= 1;
    }
  }

  /** Waits until one more message fits into the second. */
  async #pace(signal: AbortSignal): Promise<void> {
    const { perSecond } = this.#api;
    if (perSecond === undefined) return;
    const now = performance.now();
    const wait = Math.max(0, this.#nextAt - now);
    this.#nextAt = now + wait + 1_000 / perSecond;
    await sleep(wait, undefined, { signal }).catch(() => {
      throw new MailFailure('overloaded', 'queue full');
    });
  }

  /** Learns from an outcome. */
  #hear(error?: unknown): void {
    if (error === undefined) {
      this.#acceptedAt = performance.now();
      this.#credentials.accepted('mail');
      this.#report();
    } else if (error instanceof ApiRefusal) {
      if (error.blamesCredentials) this.#credentials.refused('mail', error.replyCode ?? 0);
      if (error.wait !== undefined)
        this.#pausedUntil = performance.now() + toSeconds(error.wait) * 1_000;
    } else if (error instanceof MailFailure && error.kind !== 'overloaded') this.#report(error);
  }

  #report(failure?: MailFailure): void {
    if (this.#isReported === (failure !== undefined) || this.#stopping) return;
    // A token server that is away is not a mail server that is away.
    if (failure instanceof TokenFailure) return;
    this.#isReported = failure !== undefined;
    this.#options.report(failure);
  }

  #requireRoom(): void {
    this.#requireOpen();
    if (this.usage.waiting + this.#busy >= this.#most + this.#options.maxWaiting)
      throw new MailFailure('overloaded', 'queue full');
  }

  #requireOpen(): void {
    if (this.#stopping) throw new MailFailure('overloaded', STOPPING);
    const left = this.#pausedUntil - performance.now();
    if (left > 0) throw new MailServerSilent('throttled', toSeconds(left));
  }
}
