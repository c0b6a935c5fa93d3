import { toLongMessage, type LongMessage } from './long-message.ts';

/** Binary data between two lines, in base64. */
interface Armor {
  name: 'PGP MESSAGE' | 'AGE ENCRYPTED FILE';
  /** Octets of data in one line. */
  inLine: number;
  /** What stands between the first line and the data. */
  gap: string;
  /** A line with a checksum follows the data. */
  hasChecksum: boolean;
}

export const ARMORS = {
  // RFC 9580, 6.2: a blank line ends the headers. GnuPG 2.2 cannot read data that ends without `=`.
  openpgp: { name: 'PGP MESSAGE', inLine: 57, gap: '\r\n', hasChecksum: true },
  // age-encryption.org/v1: lines of exactly 64 characters.
  age: { name: 'AGE ENCRYPTED FILE', inLine: 48, gap: '', hasChecksum: false },
} as const satisfies Record<string, Armor>;

/** Lines of one piece, so that it has some 50,000 characters. */
const LINES = 700;

const charactersOf = (octets: number) => Math.ceil(octets / 3) * 4;

function lengthOf(octets: number, inLine: number): number {
  const rest = octets % inLine;
  const whole = Math.floor(octets / inLine) * (charactersOf(inLine) + 2);
  return whole + (rest === 0 ? 0 : charactersOf(rest) + 2);
}

function* linesOf(chunks: readonly Buffer[], inLine: number): Generator<string> {
  const toLine = (octets: Buffer) => `${octets.toString('base64')}\r\n`;
  let rest: Buffer = Buffer.alloc(0);
  let [piece, lines] = ['', 0];
  for (const chunk of chunks) {
    let octets = chunk;
    if (rest.length > 0) {
      const missing = inLine - rest.length;
      octets = Buffer.concat([rest, chunk.subarray(0, missing)]);
      if (octets.length < inLine) {
        rest = octets;
        continue;
      }
      piece += toLine(octets);
      octets = chunk.subarray(missing);
    }
    let at = 0;
    for (; at + inLine <= octets.length; at += inLine) {
      piece += toLine(octets.subarray(at, at + inLine));
      lines += 1;
      if (lines % LINES > 0) continue;
      yield piece;
      piece = '';
    }
    rest = octets.subarray(at);
  }
  yield rest.length > 0 ? piece + toLine(rest) : piece;
}

/** The remainders of CRC-24 for each octet (RFC 9580, 6.1). */
const REMAINDERS = Int32Array.from({ length: 256 }, (_none, octet) => {
  let remainder = octet << 16;
  for (let bit = 0; bit < 8; bit += 1) {
    remainder <<= 1;
    if (remainder & 0x1000000) remainder ^= 0x1864cfb;
  }
  return remainder;
});

/** The line of the checksum. */
function checksumOf(chunks: readonly Buffer[]): string {
  let sum = 0xb704ce;
  for (const chunk of chunks) {
    for (const octet of chunk) {
      sum = ((sum << 8) & 0xffffff) ^ (REMAINDERS[((sum >> 16) ^ octet) & 0xff] ?? 0);
    }
  }
  const octets = Buffer.alloc(3);
  octets.writeUIntBE(sum, 0, 3);
  return `=${octets.toString('base64')}\r\n`;
}

/** Octets as an armor. */
export function armor(
  { name, inLine, gap, hasChecksum }: Armor,
  chunks: readonly Buffer[],
): LongMessage {
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return toLongMessage([
    `-----BEGIN ${name}-----\r\n${gap}`,
    { octets: lengthOf(size, inLine), pieces: () => linesOf(chunks, inLine) },
    `${hasChecksum ? checksumOf(chunks) : ''}-----END ${name}-----\r\n`,
  ]);
}
