import { setImmediate as nextTurn } from 'node:timers/promises';

/** Groups under way at the same time; further calls wait for one of them to end. */
const LANES = 2;

/** Most calls in one group: a group must not hold the locks of its rows for long. */
const MOST_CALLS = 100;

export type Group<Item> = readonly [Item, ...Item[]];

interface Waiting<Call, Answer> {
  call: Call;
  resolve(answer: Answer | Promise<Answer>): void;
  reject(error: unknown): void;
}

/** Runs a group of calls; the answer of each is asked for once, in their order. */
type RunGroup<Call, Answer> = (
  calls: Group<Call>,
) => Promise<(call: Call) => Answer | Promise<Answer>>;

/** Runs calls that arrive together, or while others are under way, in groups. */
export class GroupedCalls<Call, Answer> {
  readonly #run: RunGroup<Call, Answer>;
  readonly #keyOf: (call: Call) => unknown;
  readonly #waiting = new Map<unknown, Waiting<Call, Answer>[]>();
  readonly #lanes = new Set<Promise<void>>();

  /** Only calls with equal keys share a group. */
  constructor(run: RunGroup<Call, Answer>, keyOf: (call: Call) => unknown = () => undefined) {
    this.#run = run;
    this.#keyOf = keyOf;
  }

  ask(call: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const key = this.#keyOf(call);
      const waiting = { call, resolve, reject };
      const alike = this.#waiting.get(key);
      if (alike) alike.push(waiting);
      else this.#waiting.set(key, [waiting]);
      if (this.#lanes.size < LANES) this.#openLane();
    });
  }

  /** Resolves when nothing waits or is under way any more. */
  async settled(): Promise<void> {
    while (this.#lanes.size > 0) await Promise.all(this.#lanes);
  }

  #openLane(): void {
    const lane = this.#runGroups().finally(() => this.#lanes.delete(lane));
    this.#lanes.add(lane);
  }

  async #runGroups(): Promise<void> {
    // Other requests that are read in this turn of the event loop share the first group.
    await nextTurn();
    for (let group = this.#next(); group; group = this.#next()) {
      const [first, ...others] = group;
      try {
        const answerOf = await this.#run([first.call, ...others.map(({ call }) => call)]);
        for (const { call, resolve } of group) resolve(answerOf(call));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
  }

  /** The calls of the oldest key; those that do not fit queue behind the other keys. */
  #next(): Group<Waiting<Call, Answer>> | undefined {
    for (const [key, waiting] of this.#waiting) {
      this.#waiting.delete(key);
      const [first, ...others] = waiting.splice(0, MOST_CALLS);
      if (waiting.length > 0) this.#waiting.set(key, waiting);
      if (first) return [first, ...others];
    }
    return undefined;
  }
}
