import { LIMITS } from '../../contract/limits.ts';
import { unreadable } from './field-collector.ts';

/** Called with the parts of a body, in their order. Buffers may be parts of what was written. */
export interface MultipartSink {
  /** A part begins; its header block, without the blank line after it. */
  part(headers: Buffer): void;
  /** Some of the content of the part that began last. */
  content(bytes: Buffer): void;
}

const NOTHING = Buffer.alloc(0);
const CRLF = Buffer.from('\r\n');
const BLANK = Buffer.from('\r\n\r\n');
const DASHES = Buffer.from('--');
const CR = 13;

/** Appends; what is empty costs no copy. */
const join = (one: Buffer, other: Buffer) =>
  one.length === 0 ? other : Buffer.concat([one, other]);

const malformed = () => unreadable('The body is not valid multipart/form-data.');

/**
 * Finds the parts of an arriving multipart body (RFC 2046, 5.1.1) in linear time, without storing
 * content. Ambiguous bodies, also with text before the first boundary, throw `invalid_json`.
 */
export class MultipartScanner {
  readonly #delimiter: Buffer;
  readonly #sink: MultipartSink;
  #state: 'content' | 'delimiter' | 'headers' | 'end' = 'content';
  /** The first delimiter needs no line break before it. */
  #rest: Buffer = CRLF;
  #begun = false;

  constructor(boundary: string, sink: MultipartSink) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
    this.#sink = sink;
  }

  write(chunk: Buffer): void {
    for (let at = 0; at < chunk.length && this.#state !== 'end';) {
      if (this.#state === 'content') at = this.#readContent(chunk, at);
      else if (this.#state === 'delimiter') at = this.#readDelimiter(chunk, at);
      else at = this.#readHeaders(chunk, at);
    }
  }

  /** Throws where the last boundary is missing: the body was cut off. */
  end(): void {
    if (this.#state !== 'end') throw malformed();
  }

  #tell(bytes: Buffer): void {
    if (bytes.length === 0) return;
    if (this.#begun) this.#sink.content(bytes);
    // Some programs begin with an empty line.
    else if (!bytes.equals(CRLF)) throw malformed();
  }

  #foundDelimiter(end: number): number {
    this.#state = 'delimiter';
    this.#rest = NOTHING;
    return end;
  }

  #readContent(chunk: Buffer, at: number): number {
    const { length } = this.#delimiter;
    const before = this.#rest.length;
    if (before > 0) {
      // A delimiter that began in an earlier chunk ends within this window.
      const window = join(this.#rest, chunk.subarray(at, at + length));
      const found = window.indexOf(this.#delimiter);
      if (found >= 0) {
        this.#tell(window.subarray(0, found));
        return this.#foundDelimiter(at + found + length - before);
      }
      if (chunk.length - at < length) {
        this.#keepTail(window, 0);
        return chunk.length;
      }
      this.#tell(this.#rest);
      this.#rest = NOTHING;
    }
    const found = chunk.indexOf(this.#delimiter, at);
    if (found < 0) {
      this.#keepTail(chunk, at);
      return chunk.length;
    }
    this.#tell(chunk.subarray(at, found));
    return this.#foundDelimiter(found + length);
  }

  /** Tells the bytes from `at` on, but for the beginning of a delimiter that may follow. */
  #keepTail(bytes: Buffer, at: number): void {
    // A delimiter has one CR, its first byte: the last one is where a delimiter can begin.
    const cr = bytes.lastIndexOf(CR);
    const tail = bytes.subarray(cr);
    const isBegun =
      cr >= at &&
      tail.length < this.#delimiter.length &&
      tail.equals(this.#delimiter.subarray(0, tail.length));
    this.#tell(bytes.subarray(at, isBegun ? cr : bytes.length));
    this.#rest = isBegun ? Buffer.from(tail) : NOTHING;
  }

  #readDelimiter(chunk: Buffer, at: number): number {
    const end = at + 2 - this.#rest.length;
    this.#rest = Buffer.from(join(this.#rest, chunk.subarray(at, end)));
    if (this.#rest.length < 2) return chunk.length;
    if (this.#rest.equals(CRLF)) this.#state = 'headers';
    else if (this.#rest.equals(DASHES)) this.#state = 'end';
    else throw malformed();
    this.#rest = NOTHING;
    return end;
  }

  #readHeaders(chunk: Buffer, at: number): number {
    const before = this.#rest.length;
    const most = LIMITS.partHeaderBytes + BLANK.length;
    const window = join(this.#rest, chunk.subarray(at, at + most));
    // The earlier text was searched.
    const found = window.indexOf(BLANK, Math.max(0, before - BLANK.length));
    const isLong = found < 0 ? window.length >= most : found > LIMITS.partHeaderBytes;
    if (isLong || (window.length > 1 && window.subarray(0, 2).equals(CRLF))) {
      throw unreadable('A part of the multipart body has malformed headers.');
    }
    if (found < 0) {
      this.#rest = before > 0 ? window : Buffer.from(window);
      return chunk.length;
    }
    this.#begun = true;
    this.#state = 'content';
    this.#rest = NOTHING;
    this.#sink.part(Buffer.from(window.subarray(0, found)));
    return at + found + BLANK.length - before;
  }
}
