import { getHeapStatistics } from 'node:v8';
import { LIMITS } from '../../contract/limits.ts';

/** Bytes of heap for each byte of a body: as text, as fields, and as a mail being sent. */
const HEAP_SHARE = 48;

/** The part of the limit that bodies may fill unless they are small and arrived in one piece. */
const LARGE_SHARE = 0.75;

/** The part of the limit that the unfinished uploads of one caller may fill. */
const CALLER_SHARE = 0.25;

/**
 * Limits the bytes of bodies in memory: a slow mail server must not fill it. The last part is reserved
 * for small bodies that arrived in one piece, so that large ones and slow uploads block nobody.
 */
export class BodiesInFlight {
  readonly #bound: number;
  readonly #share: number;
  #held = 0;
  /** Bytes of unfinished uploads by caller. */
  readonly #uploads = new Map<string, number>();

  /** `largest` is the size in bytes that one body may have; twice that always fits. */
  constructor(largest: number, heap: number = getHeapStatistics().heap_size_limit) {
    const share = Math.floor(heap / HEAP_SHARE);
    const bound = Math.min(LIMITS.bodyBytesInFlight, share);
    this.#bound = Math.max(bound, (2 * largest) / LARGE_SHARE);
    this.#share = Math.max(this.#bound * CALLER_SHARE, largest);
  }

  /** Bytes of all bodies in memory now. */
  get held(): number {
    return this.#held;
  }

  /**
   * Lets a body of `size` bytes grow by `more`; false when there is no room. `caller` is the uploader;
   * undefined when the whole body arrived in one piece.
   */
  take(size: number, more: number, caller?: string): boolean {
    const isSmall = caller === undefined && size + more <= LIMITS.smallBodyBytes;
    if (this.#held + more > this.#bound * (isSmall ? 1 : LARGE_SHARE)) return false;
    if (caller !== undefined) {
      const uploading = (this.#uploads.get(caller) ?? 0) + more;
      if (uploading > this.#share) return false;
      this.#uploads.set(caller, uploading);
    }
    this.#held += more;
    return true;
  }

  /** An upload of `bytes` is complete or was cut off; they still count until they are released. */
  endUpload(caller: string, bytes: number): void {
    const left = (this.#uploads.get(caller) ?? 0) - bytes;
    if (left > 0) this.#uploads.set(caller, left);
    else this.#uploads.delete(caller);
  }

  giveBack(bytes: number): void {
    this.#held -= bytes;
  }
}
