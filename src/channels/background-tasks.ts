import type { RunInBackground } from '../submissions/delivery.ts';

const DEFAULTS = { most: 256, atOnce: 16 };

/** A bounded queue of tasks that nobody waits for; a task that throws has told the log itself. */
export class BackgroundTasks {
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #most: number;
  readonly #atOnce: number;
  #closed = false;

  constructor({ most, atOnce } = DEFAULTS) {
    this.#most = most;
    this.#atOnce = atOnce;
  }

  /** Takes a task, unless as many wait and run as may. */
  readonly run: RunInBackground = (task) => {
    if (this.#closed || this.#waiting.length + this.#running.size >= this.#most) return false;
    this.#waiting.push(task);
    this.#startNext();
    return true;
  };

  /** How many tasks run and wait. */
  get usage(): { running: number; waiting: number } {
    return { running: this.#running.size, waiting: this.#waiting.length };
  }

  /** Finishes what it can within `milliseconds`; returns how many tasks were dropped. */
  async drain(milliseconds: number): Promise<number> {
    this.#closed = true;
    const deadline = performance.now() + milliseconds;
    while (this.#running.size > 0 && performance.now() < deadline) {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, deadline - performance.now());
      await Promise.race([...this.#running, late]);
      clearTimeout(timer);
    }
    const dropped = this.#waiting.length + this.#running.size;
    this.#waiting.length = 0;
    return dropped;
  }

  #startNext(): void {
    if (this.#running.size >= this.#atOnce) return;
    const task = this.#waiting.shift();
    if (!task) return;
    const running = task()
      .catch(() => undefined)
      .then(() => {
        this.#running.delete(running);
        this.#startNext();
      });
    this.#running.add(running);
  }
}
