import { MailFailure } from '../../mail/mailer.ts';
import type { Deadline } from './deadline.ts';

/** What waits for a place; a check of the server has no job. */
export interface Waiter<Job> {
  job: Job | undefined;
  deadline: Deadline;
  proceed(): void;
  refuse(error: MailFailure): void;
  /** How the server refused it a session while others worked. */
  refusal?: MailFailure;
}

interface SmtpPlacesOptions {
  /** Number of sessions that may be open at the same time. */
  connections: number;
  /** Milliseconds until one more session is tried than the server allowed. */
  retry: number;
}

/**
 * Places for the sessions that may be open at the same time. When the server refuses one while others
 * work, their number becomes the ceiling; later one more is tried.
 */
export class SmtpPlaces<Job> {
  readonly #options: SmtpPlacesOptions;
  readonly #waiting = new Set<Waiter<Job>>();
  #busy = 0;
  #ceiling: number;
  /** When one more may be tried, in milliseconds of the monotonic clock. */
  #moreAt = 0;
  /** One more is being tried. */
  #trying = false;
  #onIdle = (): void => undefined;

  constructor(options: SmtpPlacesOptions) {
    this.#options = options;
    this.#ceiling = options.connections;
  }

  get busy(): number {
    return this.#busy;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Sessions that the server is known to allow. */
  get ceiling(): number {
    return this.#ceiling;
  }

  /** Gives the waiter a place, now or when it is its turn; first come, first served. */
  enter(waiter: Waiter<Job>): void {
    if (this.#busy >= this.#ceiling && !this.#mayTryMore()) return this.#wait(waiter);
    this.#busy += 1;
    waiter.proceed();
  }

  /** A session was opened or refused. */
  tried(): void {
    this.#trying = false;
  }

  /**
   * Gives up a place for which the server has no session; its message waits, before all others, for
   * another session. False when no other works: the place stays, and messages that waited for this
   * reason are refused as the server refused them.
   */
  retreat(waiter: Waiter<Job> & { refusal: MailFailure }): boolean {
    if (this.#busy === 1) {
      this.#ceiling = this.#options.connections;
      this.#refuseIf(({ refusal }) => refusal);
      return false;
    }
    this.#busy -= 1;
    this.#ceiling = this.#busy;
    this.#moreAt = performance.now() + this.#options.retry;
    const later = [...this.#waiting];
    this.#waiting.clear();
    this.#wait(waiter);
    for (const other of later) this.#waiting.add(other);
    return true;
  }

  /** The message whose turn it is; undefined when nothing waits, or when a check is next. */
  nextJob(): Job | undefined {
    const [waiter] = this.#waiting;
    if (!waiter?.job) return undefined;
    this.#waiting.delete(waiter);
    waiter.deadline.notify(undefined);
    return waiter.job;
  }

  /** Passes the place to the next waiter, or frees it. */
  leave(): void {
    this.#trying = false;
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      next.proceed();
      return;
    }
    this.#busy -= 1;
    if (this.#busy === 0) this.#onIdle();
  }

  /** Refuses all waiters. */
  refuseAll(failure: MailFailure): void {
    this.#refuseIf(() => failure);
  }

  /** Resolves when no place is taken. */
  async empty(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onIdle = resolve;
    if (this.#busy === 0) resolve();
    await promise;
  }

  #mayTryMore(): boolean {
    const isFull = this.#ceiling === this.#options.connections;
    if (isFull || this.#trying || performance.now() < this.#moreAt) return false;
    this.#ceiling += 1;
    this.#trying = true;
    return true;
  }

  #wait(waiter: Waiter<Job>): void {
    this.#waiting.add(waiter);
    waiter.deadline.notify(() => {
      this.#waiting.delete(waiter);
      waiter.refuse(waiter.refusal ?? new MailFailure('overloaded', 'queue timeout'));
    });
  }

  #refuseIf(failureOf: (waiter: Waiter<Job>) => MailFailure | undefined): void {
    for (const waiter of this.#waiting) {
      const failure = failureOf(waiter);
      if (failure && this.#waiting.delete(waiter)) waiter.refuse(failure);
    }
  }
}
