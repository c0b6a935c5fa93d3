import { setTimeout as wait } from 'node:timers/promises';
import type { Background, Pause } from '../submissions/ports.ts';
import {
  Capacity,
  type Claim,
  type Shares,
  Turns,
  type Waiting,
} from '../platform/waiting/turns.ts';
import { within } from '../platform/waiting/within.ts';

interface Bounds {
  /** Tasks that run or wait. */
  places: Shares;
  /** Tasks that run at once. */
  turns: Shares;
}

type Work = Parameters<Background['run']>[0];

interface Task {
  claim: Claim;
  label: string;
  /** It has a turn, not only a place. */
  isOn: boolean;
  dropped: (() => void) | undefined;
}

/**
 * A bounded queue of tasks that nobody waits for; tasks log their own failures. Owners take turns.
 * In a full queue, the owner with the most tasks loses the latest to one with fewer.
 */
export class BackgroundTasks implements Background {
  readonly #waiting = new Map<Waiting, Task>();
  readonly #running = new Map<Task, Promise<void>>();
  readonly #room: Capacity;
  readonly #turns: Turns;
  #closed = false;

  constructor({ places, turns }: Bounds) {
    this.#room = new Capacity(places);
    this.#turns = new Turns(turns);
  }

  /** Takes a task; false when the queue, or the part for its claim, is full. */
  run(
    work: Work,
    claim: Claim = {},
    { label = '', dropped }: { label?: string; dropped?: () => void } = {},
  ): boolean {
    if (this.#closed || !this.#room.allows(claim)) return false;
    if (this.#room.free === 0) this.#pushOut(this.#room.of(claim.owner));
    if (!this.#room.admit(claim)) return false;
    const task = { claim, label, dropped, isOn: false };
    const one: Waiting = { claim, begin: () => this.#start(one, task, work) };
    this.#waiting.set(one, task);
    this.#turns.wait(one);
    return true;
  }

  /** How many tasks run and wait. */
  get usage(): { running: number; waiting: number } {
    return { running: this.#turns.running, waiting: this.#room.total - this.#turns.running };
  }

  /** Finishes what it can in `milliseconds`; returns the labels of the tasks it dropped. */
  async drain(milliseconds: number): Promise<string[]> {
    this.#closed = true;
    const deadline = performance.now() + milliseconds;
    while (this.#running.size > 0 && performance.now() < deadline) {
      const next = Promise.race(this.#running.values());
      await within(deadline - performance.now(), next, () => undefined);
    }
    const dropped = [...this.#running.keys(), ...this.#waiting.values()].map(({ label }) => label);
    for (const one of this.#waiting.keys()) this.#turns.leave(one);
    this.#waiting.clear();
    return dropped;
  }

  /** Frees a place for an owner who has so many. */
  #pushOut(own: number): void {
    const one = this.#turns.lastOfMost();
    const task = one && this.#waiting.get(one);
    if (!task || this.#room.of(task.claim.owner) <= own + 1) return;
    this.#turns.leave(one);
    this.#waiting.delete(one);
    this.#room.giveBack(task.claim);
    task.dropped?.();
  }

  #start(one: Waiting, task: Task, work: Work): void {
    this.#waiting.delete(one);
    task.isOn = true;
    const running = work((...pause) => this.#pause(task, ...pause))
      .catch(() => undefined)
      .then(() => {
        this.#running.delete(task);
        this.#room.giveBack(task.claim);
        if (task.isOn) this.#turns.end(task.claim);
      });
    this.#running.set(task, running);
  }

  /** Others have the turn in the meantime. */
  async #pause(task: Task, ...[milliseconds, signal]: Parameters<Pause>): Promise<void> {
    const { claim } = task;
    task.isOn = false;
    this.#turns.end(claim);
    await wait(milliseconds, undefined, { signal });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one = {
      claim,
      begin() {
        task.isOn = true;
        signal.removeEventListener('abort', giveUp);
        resolve();
      },
    };
    const giveUp = () => {
      this.#turns.leave(one);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', giveUp);
    this.#turns.wait(one, true);
    return promise;
  }
}
