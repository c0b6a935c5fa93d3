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
 * A message with files, written piece by piece and never one string: ASCII in short lines that end
 * with CRLF and start with no dot.
 */
export interface LongMessage {
  /** Of the whole message (RFC 1870, 3). */
  octets: number;
  /** From its beginning at each call. */
  pieces(): Iterable<string>;
}

/** Octets in one line of base64 (RFC 2045, 6.8). */
const IN_LINE = 57;

/** Octets that are encoded at once: whole lines. */
const AT_ONCE = 32_832;

const [CR, LF] = [0x0d, 0x0a];

const charactersOf = (octets: number) => Math.ceil(octets / 3) * 4;

/** Characters of a whole line, without its end. */
const WIDTH = charactersOf(IN_LINE);

/** Characters of the lines below. */
export function base64Length(octets: number): number {
  const rest = octets % IN_LINE;
  const whole = Math.floor(octets / IN_LINE) * (WIDTH + 2);
  return whole + (rest === 0 ? 0 : charactersOf(rest) + 2);
}

/**
 * Encodes once to the end of `room`, then moves the lines to its front. Strings for lines would
 * create garbage of twice the size.
 */
function toLines(octets: Buffer, room: Buffer): string {
  const size = base64Length(octets.length);
  let from = size - charactersOf(octets.length);
  room.write(octets.toString('base64'), from, 'latin1');
  for (let to = 0; to < size; to += 2) {
    const end = Math.min(from + WIDTH, size);
    room.copyWithin(to, from, end);
    to += end - from;
    room[to] = CR;
    room[to + 1] = LF;
    from = end;
  }
  return room.toString('latin1', 0, size);
}

/** Octets in base64, in lines that end with CRLF; a piece has some 44,000 characters. */
export function* base64Lines(chunks: Iterable<Buffer>): Generator<string> {
  const octets = Buffer.allocUnsafeSlow(AT_ONCE);
  const room = Buffer.allocUnsafeSlow(base64Length(AT_ONCE));
  let filled = 0;
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.copy(octets, filled, at);
      at += taken;
      filled += taken;
      if (filled < AT_ONCE) continue;
      yield toLines(octets, room);
      filled = 0;
    }
  }
  if (filled > 0) yield toLines(octets.subarray(0, filled), room);
}

/** The line end before a boundary belongs to it, so that a part without lines needs one more. */
const NOTHING = '\r\n';

type Segment = string | AttachedFile | LongMessage;

function octetsOf(segment: Segment): number {
  if (typeof segment === 'string') return segment.length;
  if ('octets' in segment) return segment.octets;
  return segment.size === 0 ? NOTHING.length : base64Length(segment.size);
}

function* piecesOf(segment: Segment): Generator<string> {
  if (typeof segment === 'string') yield segment;
  else if ('pieces' in segment) yield* segment.pieces();
  else if (segment.size === 0) yield NOTHING;
  else yield* base64Lines(segment.chunks);
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
