import { createHash, type Hash } from 'node:crypto';
import type { UploadedFile } from '../files/file-content.ts';

/** Slices from this size on are kept; smaller ones are combined, since each buffer has a cost. */
const WHOLE = 16_384;

/** Bytes of a block for small slices; it grows with its file, so that small files stay small. */
const BLOCK = { least: 512, most: 65_536 };

/** Gathers bytes while they arrive, in few buffers; each is copied once at most. */
export class GatheredBytes {
  readonly #chunks: Buffer[] = [];
  #block = Buffer.alloc(0);
  #used = 0;
  size = 0;

  add(slice: Buffer): void {
    this.size += slice.length;
    // A slice keeps all of its buffer in memory.
    if (slice.length >= WHOLE && slice.length * 2 >= slice.buffer.byteLength) {
      this.#endBlock();
      this.#chunks.push(slice);
    } else for (let rest = slice; rest.length > 0;) rest = this.#gather(rest);
  }

  /** Puts what fits into the block; returns the rest. */
  #gather(slice: Buffer): Buffer {
    if (this.#used === this.#block.length) {
      this.#endBlock();
      const length = Math.min(BLOCK.most, Math.max(BLOCK.least, this.size));
      this.#block = Buffer.allocUnsafeSlow(length);
    }
    const copied = slice.copy(this.#block, this.#used);
    this.#used += copied;
    return slice.subarray(copied);
  }

  #endBlock(): void {
    if (this.#used > 0) this.#chunks.push(this.#block.subarray(0, this.#used));
    this.#block = Buffer.alloc(0);
    this.#used = 0;
  }

  /** All of them; nothing may be added afterwards. */
  end(): readonly Buffer[] {
    this.#endBlock();
    return this.#chunks;
  }
}

/** The bytes of one file, with their digest. */
export class FileBytes {
  /** Made by the first bytes: unused file inputs have none. */
  #hash: Hash | undefined;
  readonly #bytes = new GatheredBytes();

  get size(): number {
    return this.#bytes.size;
  }

  add(slice: Buffer): void {
    this.#hash ??= createHash('sha256');
    this.#hash.update(slice);
    this.#bytes.add(slice);
  }

  /** All of it; nothing may be added afterwards. */
  end(): Pick<UploadedFile, 'chunks' | 'size' | 'sha256'> {
    const hash = this.#hash ?? createHash('sha256');
    return { chunks: this.#bytes.end(), size: this.size, sha256: hash.digest('hex') };
  }
}
