import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LIMITS } from '../../contract/limits.ts';
import type { Connections } from './connections.ts';

/** How much memory something may take. */
interface Room {
  /** Bytes of heap for each of its bytes. */
  heap: number;
  /** Bytes of all of it, however large the heap is. */
  most: number;
  /** The part of it that may be filled unless what comes is small and arrived in one piece. */
  large: number;
}

/** A body exists as text, as fields, and as a mail being sent. */
const BODIES: Room = { heap: 48, most: LIMITS.bodyBytesInFlight, large: 0.75 };

/** Bytes of files are outside the heap, and exist once. */
const FILES: Room = { heap: 4, most: LIMITS.fileBytesInFlight, large: 1 };

/** The part of the limit that the unfinished uploads of one caller may fill. */
const CALLER_SHARE = 0.25;

/**
 * Limits the bytes of bodies in memory, in case the mail server is slow. The last part is for small
 * bodies that arrived in one piece, so that large or slow uploads block nobody.
 */
export class BodiesInFlight {
  readonly #bound: number;
  /** The part of it that is not reserved. */
  readonly #large: number;
  readonly #share: number;
  #held = 0;
  /** Bytes of unfinished uploads by caller. */
  readonly #uploads = new Map<string, number>();

  /** `largest` is the size in bytes that one body may have; twice that always fits. */
  constructor(
    largest: number,
    heap: number = getHeapStatistics().heap_size_limit,
    room: Room = BODIES,
  ) {
    const bound = Math.min(room.most, Math.floor(heap / room.heap));
    this.#bound = Math.max(bound, (2 * largest) / room.large);
    this.#large = this.#bound * room.large;
    this.#share = Math.max(this.#bound * CALLER_SHARE, largest);
  }

  /** Bytes of all bodies in memory now. */
  get held(): number {
    return this.#held;
  }

  /** True if there is room for `bytes` of a caller now; they are not taken. */
  fits(bytes: number, caller: string): boolean {
    const uploading = this.#uploads.get(caller) ?? 0;
    return this.#held + bytes <= this.#large && uploading + bytes <= this.#share;
  }

  /**
   * Grows a body of `size` bytes by `more`; false without room. `caller` is the uploader, undefined
   * for a body in one piece.
   */
  take(size: number, more: number, caller?: string): boolean {
    const isSmall = caller === undefined && size + more <= LIMITS.smallBodyBytes;
    if (this.#held + more > (isSmall ? this.#bound : this.#large)) return false;
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

declare module 'fastify' {
  interface FastifyInstance {
    /** The bytes of bodies in memory. */
    bodies: BodiesInFlight;
    /** The bytes of files in memory. */
    files: BodiesInFlight;
  }
  interface FastifyRequest {
    /** Bytes of the request's body that are in memory, without its files. */
    heldBytes: number;
    /** Bytes of its files that are in memory. */
    heldFileBytes: number;
  }
}

/** Bytes of the largest body, and of the files of one submission. */
interface Largest {
  largestBody: number;
  largestFiles?: number;
}

/** Releases the bytes of a request's body and of its files. */
export function giveBack(request: FastifyRequest): void {
  request.server.bodies.giveBack(request.heldBytes);
  request.server.files.giveBack(request.heldFileBytes);
  request.heldBytes = 0;
  request.heldFileBytes = 0;
}

/** A streamed answer is made while its client reads it. */
const STREAMED = 65_536;

const sizeOf = (payload: unknown): number => {
  if (typeof payload === 'string' || payload instanceof Uint8Array) return payload.length;
  return payload === null || payload === undefined ? 0 : STREAMED;
};

/** Counts the bytes of a body and its files until its answer exists, then those of the answer. */
export function boundMemory(
  app: FastifyInstance,
  connections: Connections,
  { largestBody, largestFiles = 0 }: Largest,
): void {
  const bodies = new BodiesInFlight(largestBody);
  const files = new BodiesInFlight(largestFiles, undefined, FILES);
  app.decorate('bodies', bodies).decorate('files', files);
  app.decorateRequest('heldBytes', 0).decorateRequest('heldFileBytes', 0);
  app.addHook('onSend', (request, _reply, payload, done) => {
    giveBack(request);
    connections.answer(sizeOf(payload));
    done(null, payload);
  });
}
