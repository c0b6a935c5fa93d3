/** Deliveries that must fail in a row before calls are paused. */
const FAILURES = 5;

/** Milliseconds without calls; the pause doubles with every failed call that ends one. */
const PAUSE = { first: 30_000, longest: 480_000 };

/** Milliseconds for the call that ends a pause: more than the longest delivery takes. */
const TRIAL = 15_000;

/** Most keys kept, so that memory stays bounded; then the oldest failure is forgotten. */
const MAX_KEYS = 10_000;

interface Fault {
  failures: number;
  /** The latest pause; 0 while calls are made. */
  pause: number;
  /** When the next call may be made. */
  until: number;
  /** True if the trial call is in progress. */
  onTrial: boolean;
}

/**
 * Pauses calls to what fails every time: after some failures in a row there is a pause, then one
 * trial call, whose success ends the pause and whose failure starts a longer one.
 */
export class ReceiverBreaker {
  readonly #faults = new Map<string, Fault>();
  readonly #now: () => number;
  readonly #maxKeys: number;

  /** `now`: milliseconds of a clock that is never set back. */
  constructor(now: () => number = () => performance.now(), maxKeys = MAX_KEYS) {
    this.#now = now;
    this.#maxKeys = maxKeys;
  }

  /** True if a call that concerns all of these keys may be made. */
  allows(keys: readonly string[]): boolean {
    return this.wait(keys) === 0;
  }

  /** Milliseconds until then. */
  wait(keys: readonly string[]): number {
    const ends = keys.map((key) => this.#faults.get(key)?.until ?? 0);
    return Math.max(0, Math.max(...ends) - this.#now());
  }

  /** The same for a call that is made now; after a pause it is the trial call. */
  enter(keys: readonly string[]): boolean {
    if (!this.allows(keys)) return false;
    for (const key of keys) {
      const fault = this.#faults.get(key);
      if (!fault?.pause) continue;
      fault.onTrial = true;
      fault.until = this.#now() + TRIAL;
    }
    return true;
  }

  /** Forgets the failures; returns whether that ends a pause. */
  succeeded(key: string): boolean {
    const wasPaused = (this.#faults.get(key)?.pause ?? 0) > 0;
    this.#faults.delete(key);
    return wasPaused;
  }

  /** Counts a failure; returns the milliseconds of the pause that it starts, 0 for none. */
  failed(key: string): number {
    const fault = this.#faults.get(key) ?? { failures: 0, pause: 0, until: 0, onTrial: false };
    fault.failures += 1;
    this.#remember(key, fault);
    // A call that began before the pause says nothing about its end.
    const isNews = fault.pause === 0 ? fault.failures >= FAILURES : fault.onTrial;
    if (!isNews) return 0;
    fault.pause = Math.min(fault.pause * 2 || PAUSE.first, PAUSE.longest);
    fault.until = this.#now() + fault.pause;
    fault.onTrial = false;
    return fault.pause;
  }

  /** Pauses calls as the other side asks, up to the longest pause; returns the milliseconds. */
  pause(key: string, milliseconds: number): number {
    const fault = this.#faults.get(key) ?? { failures: 0, pause: 0, until: 0, onTrial: false };
    fault.pause = Math.min(milliseconds, PAUSE.longest);
    fault.until = this.#now() + fault.pause;
    fault.onTrial = false;
    this.#remember(key, fault);
    return fault.pause;
  }

  #remember(key: string, fault: Fault): void {
    this.#faults.delete(key);
    this.#faults.set(key, fault);
    if (this.#faults.size <= this.#maxKeys) return;
    for (const oldest of this.#faults.keys()) {
      this.#faults.delete(oldest);
      return;
    }
  }
}
