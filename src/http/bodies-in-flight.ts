import { getHeapStatistics } from 'node:v8';
import { LIMITS } from '../contract/limits.ts';

/** Heap for each byte of a body that is held: as text, as fields, and as a mail on its way. */
const HEAP_SHARE = 48;

/** The part of the bound that bodies may fill which are not small. */
const LARGE_SHARE = 0.75;

/**
 * Bounds the bytes of bodies that requests hold, from when they are read until the answer is made: a
 * mail server that is slow must not fill the memory. The last part is kept for small bodies, so that
 * large ones shut nobody out.
 */
export class BodiesInFlight {
  readonly #bound: number;
  #held = 0;

  /** `largest` is the size in bytes that one body may have; twice that always fits. */
  constructor(largest: number, heap: number = getHeapStatistics().heap_size_limit) {
    const share = Math.floor(heap / HEAP_SHARE);
    const bound = Math.min(LIMITS.bodyBytesInFlight, share);
    this.#bound = Math.max(bound, (2 * largest) / LARGE_SHARE);
  }

  /** Bytes of all bodies that are held now. */
  get held(): number {
    return this.#held;
  }

  /** Makes a body of `size` bytes larger by `more`; false where there is no room for it. */
  take(size: number, more: number): boolean {
    const isSmall = size + more <= LIMITS.smallBodyBytes;
    if (this.#held + more > this.#bound * (isSmall ? 1 : LARGE_SHARE)) return false;
    this.#held += more;
    return true;
  }

  giveBack(bytes: number): void {
    this.#held -= bytes;
  }
}
