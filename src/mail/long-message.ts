import { base64Length, base64Lines } from './base64-lines.ts';

/** A file as it is attached. Its name and type are clean: `submissions/files/accept-files.ts`. */
export interface AttachedFile {
  name: string;
  type: string;
  /** Its bytes in their order. */
  chunks: readonly Buffer[];
  /** Bytes of all chunks. */
  size: number;
}

/**
 * A message with files, which is written piece by piece and never one string: ASCII in short lines that
 * end with CRLF and start with no dot.
 */
export interface LongMessage {
  /** Of the whole message (RFC 1870, 3). */
  octets: number;
  /** From its beginning at each call. */
  pieces(): Iterable<string>;
}

/** Octets of a file in one line of base64 (RFC 2045, 6.8). */
const IN_LINE = 57;

/** The line end before a boundary belongs to it, so that a part without lines needs one more. */
const NOTHING = '\r\n';

type Segment = string | AttachedFile | LongMessage;

function octetsOf(segment: Segment): number {
  if (typeof segment === 'string') return segment.length;
  if ('octets' in segment) return segment.octets;
  return segment.size === 0 ? NOTHING.length : base64Length(segment.size, IN_LINE);
}

function* piecesOf(segment: Segment): Generator<string> {
  if (typeof segment === 'string') yield segment;
  else if ('pieces' in segment) yield* segment.pieces();
  else if (segment.size === 0) yield NOTHING;
  else yield* base64Lines(segment.chunks, IN_LINE);
}

/** Texts of the message, and the files or other long texts between them. */
export function toLongMessage(segments: readonly Segment[]): LongMessage {
  return {
    octets: segments.reduce((sum, segment) => sum + octetsOf(segment), 0),
    *pieces() {
      for (const segment of segments) yield* piecesOf(segment);
    },
  };
}
