/** Maximum characters of an encoded line: one below the limit leaves room for a soft break. */
const LINE = 75;

/** Ends an encoded line, but not the line of the text. */
const SOFT_BREAK = '=\r\n';

/** Text in quoted-printable. */
export type QuotedPrintable = string & { readonly __brand: 'QuotedPrintable' };

/** Quick test for lines in which no character needs encoding in any position. */
const PLAIN_LINES = /^[\t\n -<>-~]*$/;

const [TAB, LF, CR, SPACE, EQUALS, TILDE] = [0x09, 0x0a, 0x0d, 0x20, 0x3d, 0x7e];

const HEX = Buffer.from('0123456789ABCDEF');

/** True if an octet stands for itself; a carriage return does at the end of a line. */
const isLiteral = (octet: number, next: number | undefined) =>
  (octet >= SPACE && octet <= TILDE && octet !== EQUALS) ||
  octet === LF ||
  octet === TAB ||
  (octet === CR && next === LF);

function encodeCharacters(text: string): string {
  if (PLAIN_LINES.test(text)) return text;
  const octets = Buffer.from(text);
  const encoded = Buffer.allocUnsafe(octets.length * 3);
  let length = 0;
  for (let at = 0; at < octets.length; at += 1) {
    const octet = octets[at] ?? 0;
    if (isLiteral(octet, octets[at + 1])) {
      encoded[length++] = octet;
    } else {
      encoded[length++] = EQUALS;
      encoded[length++] = HEX[octet >> 4] ?? 0;
      encoded[length++] = HEX[octet & 15] ?? 0;
    }
  }
  // One byte a character, as the message is sent.
  return encoded.toString('latin1', 0, length);
}

/** An ASCII character as an octet. */
const toOctet = (character: string) =>
  `=${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`;

/** True if mail servers change a line that starts here. */
const isFragileAt = (line: string, at: number) =>
  line[at] === '.' || (line[at] === 'F' && line.startsWith('From ', at));

/** Cuts an encoded line into lines, between its octets; encodes what mail servers change. */
function encodeLine(encoded: string): string {
  const last = encoded.charCodeAt(encoded.length - 1);
  const isBlank = last === SPACE || last === TAB;
  const line = isBlank ? encoded.slice(0, -1) + toOctet(encoded.slice(-1)) : encoded;
  if (line.length <= LINE && !isFragileAt(line, 0)) return line;
  let folded = '';
  for (let at = 0; ;) {
    const first = line.charAt(at);
    const start = isFragileAt(line, at) ? toOctet(first) : first;
    const rest = at + 1;
    let end = rest + LINE - start.length;
    if (line.length <= end) return folded + start + line.slice(rest);
    if (line[end - 1] === '=') end -= 1;
    else if (line[end - 2] === '=') end -= 2;
    folded += start + line.slice(rest, end) + SOFT_BREAK;
    at = end;
  }
}

/**
 * Text in quoted-printable (RFC 2045, 6.7), in lines of at most 76. Also encodes what mail servers
 * may change: white space at the end of a line, a dot or "From " at its start.
 */
export function encodeQuotedPrintable(text: string): QuotedPrintable {
  const encoded = encodeCharacters(text);
  let [lines, start] = ['', 0];
  for (let end = encoded.indexOf('\n'); end >= 0; end = encoded.indexOf('\n', start)) {
    lines += `${encodeLine(encoded.slice(start, encoded[end - 1] === '\r' ? end - 1 : end))}\r\n`;
    start = end + 1;
  }
  return (lines + encodeLine(encoded.slice(start))) as QuotedPrintable;
}

/** Encoded text between blanks. */
interface Literal {
  text: string;
  /** Characters of its first line, and of its last one. */
  first: number;
  last: number;
  isOneLine: boolean;
}

const lengthOfLast = (text: string) => text.length - (text.lastIndexOf('\n') + 1);

function toLiteral(words: string, isEnd: boolean): Literal {
  // If a blank follows, a space at the end is not at the end of a line.
  const encoded = isEnd
    ? encodeQuotedPrintable(words)
    : encodeQuotedPrintable(`${words}|`).slice(0, -1);
  // A slice of a wide string uses two bytes a character, and so would each message with it.
  const text = Buffer.from(encoded, 'latin1').toString('latin1');
  const end = text.indexOf('\r\n');
  const first = end < 0 ? text.length : end;
  return { text, first, last: lengthOfLast(text), isOneLine: end < 0 };
}

/** Stands before and after the number of a blank; clean text has none. */
const MARK = '\0';

type Values<Blank extends string> = Readonly<Partial<Record<Blank, QuotedPrintable | undefined>>>;

/** A part of a mail with blanks. What all such mails share is laid out and encoded once. */
export class PartTemplate<Blank extends string> {
  readonly #start: Literal;
  readonly #rest: readonly { blank: Blank; after: Literal }[];

  /** `layOut` writes the part with marks instead of values. */
  constructor(
    blanks: readonly Blank[],
    layOut: (marks: Readonly<Record<Blank, string>>) => string,
  ) {
    const marks = blanks.map((blank, number) => [blank, `${MARK}${number}${MARK}`] as const);
    const pieces = layOut(Object.fromEntries(marks) as Record<Blank, string>).split(MARK);
    const literalAt = (at: number) => toLiteral(pieces[at] ?? '', at === pieces.length - 1);
    this.#start = literalAt(0);
    this.#rest = pieces.flatMap((piece, at) => {
      const blank = at % 2 === 1 ? blanks[Number(piece)] : undefined;
      return blank === undefined ? [] : [{ blank, after: literalAt(at + 1) }];
    });
  }

  /** The part in lines of at most 76; a blank without a value of its own has the shared one. */
  write(own: Values<Blank>, shared?: Values<Blank>): QuotedPrintable {
    let [text, column] = [this.#start.text, this.#start.last];
    for (const { blank, after } of this.#rest) {
      const value = own[blank] ?? shared?.[blank] ?? '';
      const isOneLine = !value.includes('\n');
      // An empty value leaves a space before it at the end of a line.
      const fits = value !== '' && isOneLine && column + value.length <= LINE;
      if (column > 0 && !fits) {
        text += SOFT_BREAK;
        column = 0;
      }
      text += value;
      column = isOneLine ? column + value.length : lengthOfLast(value);
      if (column > 0 && column + after.first > LINE) {
        text += SOFT_BREAK;
        column = 0;
      }
      text += after.text;
      column = after.isOneLine ? column + after.first : after.last;
    }
    return text as QuotedPrintable;
  }
}
