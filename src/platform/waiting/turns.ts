interface Bounds {
  /** Tasks that run at the same time. */
  most: number;
  /** Milliseconds that a task waits for its turn. */
  patience: number;
  /** The error of a task that waited for longer. */
  overloaded: () => Error;
}

/** Runs a task when it is its turn. Throws `overloaded` where that takes too long; then the task was not started. */
export type TakeTurn = <T>(task: () => Promise<T>) => Promise<T>;

/** Lets some tasks run at the same time; the others wait, the first of them first. */
export function createTurns({ most, patience, overloaded }: Bounds): TakeTurn {
  const waiting = new Set<() => void>();
  let busy = 0;

  function wait(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(begin);
      reject(overloaded());
    }, patience);
    waiting.add(begin);
    return promise;
  }

  /** The next one takes over, so that the number stays. */
  function end(): void {
    const [next] = waiting;
    if (!next) {
      busy -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return async (task) => {
    if (busy >= most) await wait();
    else busy += 1;
    try {
      return await task();
    } finally {
      end();
    }
  };
}
