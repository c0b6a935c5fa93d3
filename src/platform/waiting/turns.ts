interface Bounds {
  /** Tasks that run at the same time. */
  most: number;
  /** Milliseconds that a task waits for its turn. */
  patience: number;
  /** The error of a task that waited for longer. */
  overloaded: () => Error;
}

/**
 * Runs a task when it is its turn; those who wait, for example forms, take turns among them. Throws
 * `overloaded` where that takes too long; then the task was not started.
 */
export type TakeTurn = <T>(who: string, task: () => Promise<T>) => Promise<T>;

/** What waits, by whom it is for: the first of each in its turn. */
class FairQueue {
  /** The one whose turn is next comes first. */
  readonly #waiting = new Map<string, Set<() => void>>();

  add(who: string, begin: () => void): void {
    const own = this.#waiting.get(who) ?? new Set();
    this.#waiting.set(who, own.add(begin));
  }

  remove(who: string, begin: () => void): void {
    const own = this.#waiting.get(who);
    own?.delete(begin);
    if (own?.size === 0) this.#waiting.delete(who);
  }

  take(): (() => void) | undefined {
    const [next] = this.#waiting;
    if (!next) return undefined;
    const [who, own] = next;
    const [begin] = own;
    this.#waiting.delete(who);
    if (!begin) return undefined;
    own.delete(begin);
    if (own.size > 0) this.#waiting.set(who, own);
    return begin;
  }
}

/** Lets some tasks run at the same time; the others wait. */
export function createTurns({ most, patience, overloaded }: Bounds): TakeTurn {
  const waiting = new FairQueue();
  let busy = 0;

  function wait(who: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.remove(who, begin);
      reject(overloaded());
    }, patience);
    waiting.add(who, begin);
    return promise;
  }

  /** The next one takes over, so that the number stays. */
  function end(): void {
    const next = waiting.take();
    if (next) next();
    else busy -= 1;
  }

  return async (who, task) => {
    if (busy >= most) await wait(who);
    else busy += 1;
    try {
      return await task();
    } finally {
      end();
    }
  };
}
