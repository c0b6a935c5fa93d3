/** A file as it is attached. Its name and type are clean: `domain/files/accept-files.ts`. */
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

/** Octets of a file in one line of base64 (RFC 2045, 6.8), and of that line with its end. */
const [IN_LINE, LINE] = [57, 78];

/** Octets of a file in one piece: 43,776 characters of base64, which wait in the socket. */
const IN_PIECE = 576 * IN_LINE;

/** Octets of a file of this size in base64, in lines. */
function base64Octets(size: number): number {
  if (size === 0) return '\r\n'.length;
  const rest = size % IN_LINE;
  const last = rest === 0 ? 0 : Math.ceil(rest / 3) * 4 + '\r\n'.length;
  return Math.floor(size / IN_LINE) * LINE + last;
}

function toLines(octets: Buffer): string {
  let lines = '';
  for (let at = 0; at < octets.length; at += IN_LINE) {
    lines += `${octets.toString('base64', at, at + IN_LINE)}\r\n`;
  }
  return lines;
}

/** A file in base64, in lines; its chunks are read where they are. */
function* encodeBase64(chunks: readonly Buffer[]): Generator<string> {
  let rest: Buffer = Buffer.alloc(0);
  let isEmpty = true;
  for (const chunk of chunks) {
    let at = 0;
    isEmpty &&= chunk.length === 0;
    if (rest.length > 0) {
      at = Math.min(IN_LINE - rest.length, chunk.length);
      rest = Buffer.concat([rest, chunk.subarray(0, at)]);
      if (rest.length < IN_LINE) continue;
      yield toLines(rest);
    }
    const whole = chunk.length - ((chunk.length - at) % IN_LINE);
    for (; at < whole; at += IN_PIECE) {
      yield toLines(chunk.subarray(at, Math.min(at + IN_PIECE, whole)));
    }
    rest = chunk.subarray(whole);
  }
  if (rest.length > 0) yield toLines(rest);
  // The line end before a boundary belongs to it, so that a part without lines needs one more.
  if (isEmpty) yield '\r\n';
}

type Segment = string | AttachedFile | LongMessage;

function octetsOf(segment: Segment): number {
  if (typeof segment === 'string') return segment.length;
  return 'octets' in segment ? segment.octets : base64Octets(segment.size);
}

function* piecesOf(segment: Segment): Generator<string> {
  if (typeof segment === 'string') yield segment;
  else if ('pieces' in segment) yield* segment.pieces();
  else yield* encodeBase64(segment.chunks);
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
