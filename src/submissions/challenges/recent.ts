/** Values of this span of time and of the one before it, in the memory of this process. */
export class Recent<V> {
  readonly #now: () => number;
  readonly #span: number;
  readonly #most: number;
  #index = 0;
  #current = new Map<string, V>();
  #former = new Map<string, V>();

  /** `span`: milliseconds; values are forgotten after one or two. `most`: keys in a span. */
  constructor(now: () => number, span: number, most: number) {
    this.#now = now;
    this.#span = span;
    this.#most = most;
  }

  get(key: string): readonly [current: V | undefined, former: V | undefined] {
    this.#turn();
    return [this.#current.get(key), this.#former.get(key)];
  }

  /** Sets the value of this span; a new key is left out when there are too many. */
  set(key: string, value: V): void {
    this.#turn();
    const isKept = this.#current.size < this.#most || this.#current.has(key);
    if (isKept) this.#current.set(key, value);
  }

  #turn(): void {
    const at = Math.floor(this.#now() / this.#span);
    if (at === this.#index) return;
    this.#former = at === this.#index + 1 ? this.#current : new Map();
    this.#current = new Map();
    this.#index = at;
  }
}
