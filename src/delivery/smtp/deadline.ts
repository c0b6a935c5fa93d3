/**
 * The end of a wait. An AbortSignal for one listener at a time, which costs a message nothing but
 * its timer.
 */
export class Deadline {
  readonly #timer: NodeJS.Timeout;
  #passed = false;
  #tell: (() => void) | undefined = undefined;

  /** Passes after `milliseconds`, unless it is cleared before. */
  constructor(milliseconds: number) {
    this.#timer = setTimeout(() => this.pass(), milliseconds);
  }

  get passed(): boolean {
    return this.#passed;
  }

  /** Who is told when it passes, in the place of the one before; undefined for nobody. */
  notify(tell: (() => void) | undefined): void {
    this.#tell = tell;
  }

  /** Passes now. */
  pass(): void {
    this.clear();
    this.#passed = true;
    this.#tell?.();
  }

  /** Never passes by itself any more. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}
