import { base64Length, base64Lines, toLongMessage, type LongMessage } from './long-message.ts';

const NAME = 'PGP MESSAGE';

/** How an armor begins. */
export const ARMOR_BEGIN = `-----BEGIN ${NAME}-----`;

/** The generator of CRC-24, and where it starts (RFC 9580, 6.1). */
const [GENERATOR, START] = [0x1864cfb, 0xb704ce];

/** A remainder after one more octet of zeros. */
function shift(remainder: number): number {
  let shifted = remainder;
  for (let bit = 0; bit < 8; bit += 1) {
    shifted <<= 1;
    if (shifted & 0x1000000) shifted ^= GENERATOR;
  }
  return shifted;
}

/** The remainders of each octet, with no, one and two octets behind it. */
const LAST = Int32Array.from({ length: 256 }, (_none, octet) => shift(octet << 16));
const MIDDLE = LAST.map(shift);
const FIRST = MIDDLE.map(shift);

const at = (table: Int32Array, index: number) => table[index & 0xff] ?? 0;

/** The checksum of octets behind others; three at once take a third of the time. */
function addTo(sum: number, octets: Buffer): number {
  let remainder = sum;
  const { length } = octets;
  const end = length - (length % 3);
  for (let next = 0; next < end; next += 3) {
    const mixed = remainder ^ octets.readUIntBE(next, 3);
    remainder = at(FIRST, mixed >> 16) ^ at(MIDDLE, mixed >> 8) ^ at(LAST, mixed);
  }
  for (const octet of octets.subarray(end)) {
    remainder = ((remainder << 8) & 0xffffff) ^ at(LAST, (remainder >> 16) ^ octet);
  }
  return remainder;
}

/** The line of a checksum. */
function toLine(sum: number): string {
  const octets = Buffer.alloc(3);
  octets.writeUIntBE(sum, 0, 3);
  return `=${octets.toString('base64')}\r\n`;
}

/** Data in lines, and its checksum, which is computed on the way. */
function* linesWithChecksum(chunks: readonly Buffer[]): Generator<string> {
  let sum = START;
  function* summedUp() {
    for (const chunk of chunks) {
      sum = addTo(sum, chunk);
      yield chunk;
    }
  }
  yield* base64Lines(summedUp());
  yield toLine(sum);
}

/**
 * Octets as an armored message (RFC 9580, 6.2): a blank line ends its headers. GnuPG 2.2 needs the
 * checksum, because it cannot read data that ends without `=`.
 */
export function armor(chunks: readonly Buffer[]): LongMessage {
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const data = {
    octets: base64Length(size) + toLine(0).length,
    pieces: () => linesWithChecksum(chunks),
  };
  return toLongMessage([`${ARMOR_BEGIN}\r\n\r\n`, data, `-----END ${NAME}-----\r\n`]);
}
