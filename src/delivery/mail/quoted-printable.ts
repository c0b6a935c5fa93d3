const LINE_LIMIT = 76;

const [CR, LF, TAB, SPACE, EQUALS, DOT, CAPITAL_F] = [0x0d, 0x0a, 0x09, 0x20, 0x3d, 0x2e, 0x46];

const HEX = Buffer.from('0123456789ABCDEF');

/** Octets that need no encoding inside a line. */
const isLiteral = (octet: number) =>
  (octet >= 0x21 && octet <= 0x7e && octet !== EQUALS) || octet === SPACE || octet === TAB;

/**
 * Text with CRLF line ends in quoted-printable (RFC 2045, 6.7), in lines of at most 76. Also encodes
 * what mail servers may change: white space at the end of a line, and a dot or an F at its start.
 */
export function encodeQuotedPrintable(text: string): string {
  const input = Buffer.from(text, 'utf8');
  // Three octets for each, and a soft line break for every 24 encoded ones.
  const output = Buffer.allocUnsafe(input.length * 3 + Math.ceil(input.length / 24) * 3 + 3);
  let [at, column] = [0, 0];
  for (let index = 0; index < input.length; index += 1) {
    const octet = input[index] ?? 0;
    const next = input[index + 1];
    if (octet === CR && next === LF) {
      output[at++] = CR;
      output[at++] = LF;
      column = 0;
      index += 1;
      continue;
    }
    const endsLine = next === undefined || (next === CR && input[index + 2] === LF);
    const blankAtEnd = endsLine && (octet === SPACE || octet === TAB);
    const width = !isLiteral(octet) || blankAtEnd ? 3 : 1;
    // A soft break needs the last column of a line that continues.
    if (column + width > (endsLine ? LINE_LIMIT : LINE_LIMIT - 1)) {
      output[at++] = EQUALS;
      output[at++] = CR;
      output[at++] = LF;
      column = 0;
    }
    const startsLine = column === 0 && (octet === DOT || octet === CAPITAL_F);
    if (width === 1 && !startsLine) {
      output[at++] = octet;
      column += 1;
    } else {
      output[at++] = EQUALS;
      output[at++] = HEX[octet >> 4] ?? 0;
      output[at++] = HEX[octet & 15] ?? 0;
      column += 3;
    }
  }
  return output.toString('latin1', 0, at);
}
