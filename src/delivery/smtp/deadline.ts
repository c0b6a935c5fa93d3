/** Ends a wait. Like an AbortSignal with one listener at a time, but it costs only its timer. */
export class Deadline {
  #timer: NodeJS.Timeout;
  #at: number;
  #passed = false;
  #listener: (() => void) | undefined = undefined;

  /** Passes after `milliseconds`, unless it is cleared before that. */
  constructor(milliseconds: number) {
    this.#at = performance.now() + milliseconds;
    this.#timer = setTimeout(() => this.pass(), milliseconds);
  }

  get passed(): boolean {
    return this.#passed;
  }

  /** Sets the one listener, which replaces the one before; undefined removes it. */
  notify(listener: (() => void) | undefined): void {
    this.#listener = listener;
  }

  /** Lets it pass this many milliseconds later. */
  extend(milliseconds: number): void {
    if (this.#passed) return;
    this.clear();
    this.#at += milliseconds;
    this.#timer = setTimeout(() => this.pass(), this.#at - performance.now());
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
