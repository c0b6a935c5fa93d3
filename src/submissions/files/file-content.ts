import type { UploadedFile } from './uploaded-file.ts';

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
