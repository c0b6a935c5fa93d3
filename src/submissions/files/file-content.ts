/** One file of a submission; it only exists in memory, until the delivery ends. */
export interface UploadedFile {
  /** Name of the form field that it was posted in. */
  field: string;
  /** The client's name for it, limited only by its part's header size; '' without a name. */
  name: string;
  /**
   * The client's media type in lower case, without parameters; `text/plain` by default (RFC 7578,
   * 4.4), '' if it is invalid.
   */
  type: string;
  /** Its bytes in their order, as they arrived: never put together. */
  chunks: readonly Buffer[];
  /** Bytes of all chunks. */
  size: number;
  /** SHA-256 of its bytes, in hex; taken while they arrived. */
  sha256: string;
}

/** How many files each field was sent. */
export function countByField(files: readonly UploadedFile[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { field } of files) counts.set(field, (counts.get(field) ?? 0) + 1);
  return counts;
}

/** The bytes of a file, where they are. */
export type FileContent = Pick<UploadedFile, 'chunks' | 'size'>;

/** Bytes in one piece, as the content of a file. */
export const contentOf = (bytes: Buffer): FileContent => ({ chunks: [bytes], size: bytes.length });

/** A copy of at most `length` bytes from `start`; fewer, or none, where the file has no more. */
export function bytesOf({ chunks, size }: FileContent, start: number, length: number): Buffer {
  if (start < 0 || start >= size) return Buffer.alloc(0);
  const parts: Buffer[] = [];
  let [at, left] = [start, length];
  for (const chunk of chunks) {
    if (left <= 0) break;
    if (at < chunk.length) {
      const part = chunk.subarray(at, at + left);
      parts.push(part);
      left -= part.length;
    }
    at = Math.max(0, at - chunk.length);
  }
  return Buffer.concat(parts);
}

/** The same as text with one character for each octet. */
export const octetsOf = (content: FileContent, start: number, length: number): string =>
  bytesOf(content, start, length).toString('latin1');
