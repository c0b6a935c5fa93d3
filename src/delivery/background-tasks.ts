import type { RunInBackground, Share } from '../domain/submissions/delivery.ts';
import { within } from '../platform/waiting/within.ts';
import { Capacity } from './capacity.ts';

const DEFAULTS = { most: 256, atOnce: 16 };

interface Task {
  run: () => Promise<void>;
  shares: readonly Share[];
  label: string;
}

/**
 * A bounded queue of tasks that nobody waits for; a task writes its own failure to the log. Tasks
 * with a share in common get only a part of the queue and of what runs at once; others overtake them.
 */
export class BackgroundTasks {
  readonly #waiting = new Set<Task>();
  readonly #running = new Map<Task, Promise<void>>();
  readonly #room: Capacity;
  readonly #slots: Capacity;
  #closed = false;

  constructor({ most, atOnce } = DEFAULTS) {
    this.#room = new Capacity(most);
    this.#slots = new Capacity(atOnce);
  }

  /** Takes a task; false when the queue, or the part for one of its shares, is full. */
  readonly run: RunInBackground = (run, shares = [], label = '') => {
    if (this.#closed || !this.#room.take(shares)) return false;
    this.#waiting.add({ run, shares, label });
    this.#startNext();
    return true;
  };

  /** How many tasks run and wait. */
  get usage(): { running: number; waiting: number } {
    return { running: this.#running.size, waiting: this.#waiting.size };
  }

  /** Finishes what it can within `milliseconds`; returns the labels of the tasks that were dropped. */
  async drain(milliseconds: number): Promise<string[]> {
    this.#closed = true;
    const deadline = performance.now() + milliseconds;
    while (this.#running.size > 0 && performance.now() < deadline) {
      const next = Promise.race(this.#running.values());
      await within(deadline - performance.now(), next, () => undefined);
    }
    const dropped = [...this.#running.keys(), ...this.#waiting].map(({ label }) => label);
    this.#waiting.clear();
    return dropped;
  }

  #startNext(): void {
    for (const task of this.#waiting) if (this.#slots.take(task.shares)) this.#start(task);
  }

  #start(task: Task): void {
    this.#waiting.delete(task);
    const running = task
      .run()
      .catch(() => undefined)
      .then(() => {
        this.#running.delete(task);
        this.#slots.giveBack(task.shares);
        this.#room.giveBack(task.shares);
        this.#startNext();
      });
    this.#running.set(task, running);
  }
}
