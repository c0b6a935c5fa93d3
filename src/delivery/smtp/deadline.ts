/** Ends a wait. Like an AbortSignal with one listener at a time, but it costs only its timer. */
export class Deadline {
  readonly #timer: NodeJS.Timeout;
  #passed = false;
  #listener: (() => void) | undefined = undefined;

  /** Passes after `milliseconds`, unless it is cleared before that. */
  constructor(milliseconds: number) {
    this.#timer = setTimeout(() => this.pass(), milliseconds);
  }

  get passed(): boolean {
    return this.#passed;
  }

  /** Sets the one listener, which replaces the one before; undefined removes it. */
  notify(listener: (() => void) | undefined): void {
    this.#listener = listener;
  }

  /** Passes now. */
  pass(): void {
    this.clear();
    this.#passed = true;
    this.#listener?.();
  }

  /** Stops the timer. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
