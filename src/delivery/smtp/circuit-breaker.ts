import { MailFailure, MailServerSilent } from '../../mail/mailer.ts';
import { isSilence } from './connect.ts';

/** Messages in a row without an answer, until visitors no longer wait for one. */
const MOST_UNANSWERED = 3;

/** Milliseconds after the last of them for which that holds. */
const HALF_OPEN = 120_000;

/** Seconds after which visitors may come back: as long as the silence has lasted, within these. */
const BACK_AFTER = { least: 5, most: 60 };

export interface Probing {
  /** Resolves when the server answers, whatever it says. Throws MailFailure. */
  probe(patience: number): Promise<void>;
  /** Milliseconds that the server took to answer last, if it has answered. */
  answeredIn(): number;
  /** Called when it opens, with the failure of everything that waits. */
  opened(failure: MailFailure): void;
  /** Called with the reason when the server stops accepting mail; without one when it resumes. */
  report(failure: MailFailure | undefined): void;
  /** Milliseconds that a probe waits at least and at most, and between two of them. */
  times: { probe: number; deadline: number; pause: number };
}

const isPowerOfTwo = (count: number) => (count & (count - 1)) === 0;

/**
 * Stops waiting for a silent mail server (docs/decisions/0062). Open: only probes are sent.
 * Half-open: probes get replies but messages do not, so few messages are tried, briefly.
 */
export class CircuitBreaker {
  readonly #parts: Probing;
  isOpen = false;
  /** Why it opened, and since when it is open, by the monotonic clock. */
  #failure = new MailFailure('refused', 'ETIMEDOUT');
  #since = 0;
  /** Messages in a row without an answer. */
  #unanswered = 0;
  #unansweredAt = -Infinity;
  /** When a message was answered last. */
  #answeredAt = -Infinity;
  #nextTrial = -Infinity;
  #isAsking = false;
  #isReported = false;
  #isStopped = false;
  #endPause = (): void => undefined;

  constructor(parts: Probing) {
    this.#parts = parts;
  }

  get isHalfOpen(): boolean {
    if (this.#unanswered < MOST_UNANSWERED) return false;
    return performance.now() - this.#unansweredAt < HALF_OPEN;
  }

  /** It is half-open, and a message was tried a moment ago. */
  get isResting(): boolean {
    return this.isHalfOpen && performance.now() < this.#nextTrial;
  }

  /** Why the server takes no mail now; undefined while the circuit is closed. */
  get fault(): MailFailure | undefined {
    return this.isOpen || this.isHalfOpen ? this.#failure : undefined;
  }

  /** The failure of what is not tried while it is open. */
  refusal(): MailFailure {
    const { least, most } = BACK_AFTER;
    const seconds = Math.ceil((performance.now() - this.#since) / 1_000);
    return new MailServerSilent(this.#failure.reason, Math.min(Math.max(seconds, least), most));
  }

  /** Notes a tried message; the next one is late enough for a session to be free after recovery. */
  tried(milliseconds: number): void {
    this.#nextTrial = performance.now() + milliseconds;
  }

  /** The server has accepted or refused a message. */
  answered(): void {
    this.#answeredAt = performance.now();
    if (this.isOpen || this.#unanswered > 0) this.#close();
  }

  /** A message got no answer in its time, which began at `since` of the monotonic clock. */
  unanswered(failure: MailFailure, since: number): void {
    // Others were answered in that time: it was about this message.
    if (this.isOpen || this.#isStopped || this.#answeredAt > since) return;
    this.#unanswered += 1;
    this.#unansweredAt = performance.now();
    if (this.#unanswered >= MOST_UNANSWERED) {
      this.#failure = failure;
      this.report(failure);
    }
    void this.#ask();
  }

  /** No session could be opened since then, as the server said nothing. */
  silent(failure: MailFailure, since: number): void {
    if (this.isOpen || this.#isStopped || this.#answeredAt > since) return;
    this.#open(failure);
    void this.#ask();
  }

  /** Notes whether the server takes mail; `failure` says why not. */
  report(failure?: MailFailure): void {
    if (this.#isReported === (failure !== undefined) || this.#isStopped) return;
    this.#isReported = failure !== undefined;
    this.#parts.report(failure);
  }

  /** Ends the probes. */
  stop(): void {
    this.#isStopped = true;
    this.#endPause();
  }

  #open(failure: MailFailure): void {
    this.#failure = failure;
    this.report(failure);
    if (this.isOpen) return;
    this.isOpen = true;
    this.#since = performance.now();
    this.#parts.opened(this.refusal());
  }

  #close(): void {
    this.isOpen = false;
    this.#unanswered = 0;
    this.report();
    this.#endPause();
  }

  /** Asks until the server answers; opens when it does not. */
  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    for (let count = 1; ; count += 1) {
      const failure = await this.#probe(count);
      if (this.#isStopped || failure === undefined) break;
      this.#open(failure);
      await this.#pause();
      if (this.#isStopped || !this.isOpen) break;
    }
    this.#isAsking = false;
  }

  /** The failure of a probe; undefined if nothing more has to be asked. */
  async #probe(count: number): Promise<MailFailure | undefined> {
    const began = performance.now();
    try {
      await this.#parts.probe(this.#patienceOf(count));
      if (this.isOpen) this.#close();
      return undefined;
    } catch (error) {
      // A server that hangs up or refuses connections keeps nobody waiting.
      const isNews = this.isOpen || isSilence(error);
      if (!isNews || this.#answeredAt > began) return undefined;
      return error instanceof MailFailure ? error : this.#failure;
    }
  }

  /**
   * Milliseconds for a probe. Short ones find a server that is back at once; a longer one now and
   * then finds one that has become slow.
   */
  #patienceOf(count: number): number {
    const { probe, deadline } = this.#parts.times;
    const usual = Math.max(probe, 2 * this.#parts.answeredIn());
    const some = isPowerOfTwo(count) ? Math.max(usual, (count * probe) / 4) : usual;
    return Math.min(this.isOpen ? some : 3 * usual, deadline);
  }

  #pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#parts.times.pause).unref();
    this.#endPause = () => {
      clearTimeout(timer);
      resolve();
    };
    return promise;
  }
}
