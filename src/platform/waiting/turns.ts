import { Capacity, type Claim, type Shares } from './capacity.ts';

/** What waits for its turn. */
export interface Waiting {
  claim: Claim;
  /** Called when it is its turn; the turn lasts until `end`. */
  begin: () => void;
}

/**
 * Turns of what may run at the same time. The owner with the least under way is next, with what it has least
 * of; among equals the one whose last turn is longest ago. What has no room in its shares is overtaken.
 */
export class Turns {
  readonly #room: Capacity;
  /** What waits, by owner; who had a turn goes to the end. */
  readonly #waiting = new Map<string, Set<Waiting>>();

  constructor(shares: Shares) {
    this.#room = new Capacity(shares);
  }

  /** How many turns last. */
  get running(): number {
    return this.#room.total;
  }

  /** Begins a turn at once; false if it has to wait. */
  take(claim: Claim): boolean {
    return this.#room.take(claim);
  }

  /** Waits for a turn, which may begin at once. `isFirst`: before all that the same owner waits for. */
  wait(one: Waiting, isFirst = false): void {
    const { owner = '' } = one.claim;
    const own = this.#waiting.get(owner) ?? new Set();
    this.#waiting.set(owner, isFirst ? new Set([one, ...own]) : own.add(one));
    this.#beginNext();
  }

  /** Gives up waiting. */
  leave(one: Waiting): void {
    const { owner = '' } = one.claim;
    const own = this.#waiting.get(owner);
    own?.delete(one);
    if (own?.size === 0) this.#waiting.delete(owner);
  }

  /** Ends a turn; others that fit now begin. */
  end(claim: Claim): void {
    this.#room.giveBack(claim);
    this.#beginNext();
  }

  /** What came last of the owner for whom most waits. */
  lastOfMost(): Waiting | undefined {
    let most: Set<Waiting> | undefined;
    for (const [owner, own] of this.#waiting) {
      if (owner !== '' && own.size > (most?.size ?? 0)) most = own;
    }
    return most && [...most].at(-1);
  }

  #beginNext(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const { owner = '' } = next.claim;
      this.leave(next);
      const own = this.#waiting.get(owner);
      if (own) {
        this.#waiting.delete(owner);
        this.#waiting.set(owner, own);
      }
      this.#room.take(next.claim);
      next.begin();
    }
  }

  #next(): Waiting | undefined {
    let next: Waiting | undefined;
    let least = Infinity;
    if (this.#room.free === 0) return undefined;
    for (const [owner, own] of this.#waiting) {
      const running = this.#room.of(owner);
      if (running >= least) continue;
      const first = this.#firstOf(own);
      if (first) [next, least] = [first, running];
      if (least === 0) break;
    }
    return next;
  }

  /** What an owner has least of under way. */
  #firstOf(own: Iterable<Waiting>): Waiting | undefined {
    let first: Waiting | undefined;
    let least = Infinity;
    for (const one of own) {
      const running = this.#room.ofBoth(one.claim);
      if (running < least && this.#room.fits(one.claim)) [first, least] = [one, running];
      if (least === 0) break;
    }
    return first;
  }
}

interface Bounds extends Shares {
  /** Milliseconds that a task waits for its turn. */
  patience: number;
  /** The error of a task that waited for longer. */
  overloaded: () => Error;
}

/**
 * Runs a task when it is its turn; those who wait, by their name or claim, take turns. Throws `overloaded`
 * where that takes too long; then the task was not started.
 */
export type TakeTurn = <T>(who: string | Claim, task: () => Promise<T>) => Promise<T>;

/** Lets some tasks run at the same time; the others wait. */
export function createTurns({ patience, overloaded, ...shares }: Bounds): TakeTurn {
  const turns = new Turns(shares);

  function wait(claim: Claim): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one = {
      claim,
      begin() {
        clearTimeout(timer);
        resolve();
      },
    };
    const timer = setTimeout(() => {
      turns.leave(one);
      reject(overloaded());
    }, patience);
    turns.wait(one);
    return promise;
  }

  return async (who, task) => {
    const claim = typeof who === 'string' ? { owner: who } : who;
    if (!turns.take(claim)) await wait(claim);
    try {
      return await task();
    } finally {
      turns.end(claim);
    }
  };
}

/**
 * What a task resolves with; what `late` returns or throws where that takes longer. The task then goes on, and
 * nobody hears of its outcome.
 */
export async function within<Result, Late>(
  milliseconds: number,
  task: Promise<Result>,
  late: () => Late,
): Promise<Result | Late> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  try {
    return await Promise.race([task, promise.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
