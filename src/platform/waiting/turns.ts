/** The owner for whom something runs or waits, and the domain of a receiver, or a form. */
export interface Claim {
  owner?: string;
  domain?: string;
}

/**
 * The most that may be under way, in total and of one claim; without a number, as many as `most`.
 *
 * With `{ most: 64, ofOwner: 8, kept: 32, few: 1 }` one owner has at most 8 under way. 32 of the 64
 * are kept for owners with nothing under way: once 32 are taken, only these get one, and one domain
 * gets at most half of the rest.
 */
export interface Shares {
  most: number;
  ofOwner?: number;
  /** Of one owner for one domain. */
  ofOwnerAndDomain?: number;
  /** Places of `most` for owners with fewer than `few` under way. */
  kept?: number;
  few?: number;
}

/** Counts what is under way, so that owners with much work leave room to the others. */
export class Capacity {
  readonly #shares: Required<Shares>;
  readonly #admitted = new Map<string, number>();
  #total = 0;

  constructor({ most, ofOwner = most, ofOwnerAndDomain = most, kept = 0, few = 0 }: Shares) {
    this.#shares = { most, ofOwner, ofOwnerAndDomain, kept, few };
  }

  get total(): number {
    return this.#total;
  }

  get free(): number {
    return this.#shares.most - this.#total;
  }

  /** The number that an owner has under way. */
  of(owner: string | undefined): number {
    return owner === undefined ? 0 : this.#count(`owner ${owner}`);
  }

  /** The number that an owner has under way for one domain. */
  ofBoth({ owner = '', domain = '' }: Claim): number {
    return this.#count(`both ${owner} ${domain}`);
  }

  /** True if a claim is below its own shares. */
  allows(claim: Claim): boolean {
    const { ofOwner, ofOwnerAndDomain } = this.#shares;
    return this.of(claim.owner) < ofOwner && this.ofBoth(claim) < ofOwnerAndDomain;
  }

  /** True if there is room for a claim. */
  fits(claim: Claim): boolean {
    const { kept, few } = this.#shares;
    if (this.of(claim.owner) < few) return this.free > this.#count(`domain ${claim.domain ?? ''}`);
    return this.free > kept && this.allows(claim);
  }

  /** Gives room to a claim; false if it is full. */
  admit(claim: Claim): boolean {
    if (!this.fits(claim)) return false;
    this.#total += 1;
    for (const key of keysOf(claim)) this.#admitted.set(key, this.#count(key) + 1);
    return true;
  }

  /** Frees the room of a claim. */
  giveBack(claim: Claim): void {
    this.#total -= 1;
    for (const key of keysOf(claim)) {
      const left = this.#count(key) - 1;
      if (left > 0) this.#admitted.set(key, left);
      else this.#admitted.delete(key);
    }
  }

  #count(key: string): number {
    return this.#admitted.get(key) ?? 0;
  }
}

function* keysOf({ owner, domain }: Claim): Generator<string> {
  if (owner !== undefined) yield `owner ${owner}`;
  if (domain !== undefined) yield `domain ${domain}`;
  if (owner !== undefined && domain !== undefined) yield `both ${owner} ${domain}`;
}

/** A task that waits for its turn. */
export interface Waiting {
  claim: Claim;
  /** Called when it is its turn; the turn lasts until `end`. */
  begin: () => void;
}

/**
 * Turns of tasks that may run at the same time. The owner with the least under way is next, with
 * its least busy domain; among equals, the one whose last turn is longest ago. A task beyond its
 * shares is overtaken.
 */
export class Turns {
  readonly #room: Capacity;
  /** Waiting tasks by owner; an owner who had a turn goes to the end. */
  readonly #waiting = new Map<string, Set<Waiting>>();

  constructor(shares: Shares) {
    this.#room = new Capacity(shares);
  }

  /** The number of turns that last. */
  get running(): number {
    return this.#room.total;
  }

  /** Begins a turn at once; false if it has to wait. */
  take(claim: Claim): boolean {
    return this.#room.admit(claim);
  }

  /** Waits for a turn, which may begin at once. `isFirst`: before all others of the owner. */
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

  /** The last task of the owner with the most waiting tasks. */
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
      this.#room.admit(next.claim);
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

  /** The next task of an owner: of the domain with the least under way. */
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

/** Lets some tasks run at the same time; the others wait, with patience. */
export class PatientTurns {
  readonly #turns: Turns;
  readonly #bounds: Pick<Bounds, 'patience' | 'overloaded'>;

  constructor({ patience, overloaded, ...shares }: Bounds) {
    this.#turns = new Turns(shares);
    this.#bounds = { patience, overloaded };
  }

  /**
   * Runs a task when it is its turn, by the name or claim of its owner. Throws `overloaded` if that
   * takes too long; then the task was not started.
   */
  async run<T>(who: string | Claim, task: () => Promise<T>): Promise<T> {
    const claim = typeof who === 'string' ? { owner: who } : who;
    if (!this.#turns.take(claim)) await this.#wait(claim);
    try {
      return await task();
    } finally {
      this.#turns.end(claim);
    }
  }

  #wait(claim: Claim): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one = {
      claim,
      begin() {
        clearTimeout(timer);
        resolve();
      },
    };
    const { patience, overloaded } = this.#bounds;
    const timer = setTimeout(() => {
      this.#turns.leave(one);
      reject(overloaded());
    }, patience);
    this.#turns.wait(one);
    return promise;
  }
}
