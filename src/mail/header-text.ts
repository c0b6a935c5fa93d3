/** Octets of text in one encoded word: 52 characters of base64, 64 with their frame. */
const WORD_OCTETS = 39;

/** Characters of a line with encoded words, at most (RFC 2047, 2). */
const LINE = 76;

const isPrintableAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);

/**
 * A value that stands in a header as it is. Throws if it could end its line; values are checked
 * when they come in, so this only notices mistakes.
 */
export function printable(value: string): string {
  if (!isPrintableAscii(value)) throw new Error('a header can hold printable ASCII only');
  return value;
}

/** Cuts text into pieces for one encoded word each, between code points. */
function cutForWords(text: string): string[] {
  const pieces: string[] = [];
  let [piece, octets] = ['', 0];
  for (const character of text) {
    const size = Buffer.byteLength(character);
    if (octets + size > WORD_OCTETS) {
      pieces.push(piece);
      [piece, octets] = ['', 0];
    }
    piece += character;
    octets += size;
  }
  return piece === '' ? pieces : [...pieces, piece];
}

const toWord = (piece: string) => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`;

/** Encoded words (RFC 2047), one per line. */
const encodeWords = (text: string) =>
  Buffer.byteLength(text) <= WORD_OCTETS
    ? toWord(text)
    : cutForWords(text).map(toWord).join('\r\n ');

/**
 * An unstructured header value of one clean line. ASCII that fits one line stays; all else is encoded,
 * so that folding changes no spaces and readers find no encoded word in the text.
 */
export function encodeUnstructured(name: string, text: string): string {
  const fits = isPrintableAscii(text) && name.length + 2 + text.length <= LINE;
  const asItIs = fits && !text.includes('=?') && text === text.trim();
  return `${name}: ${asItIs ? text : encodeWords(text)}\r\n`;
}

/** A mailbox with a display name (RFC 5322, 3.4): quoted if it is ASCII, else encoded. */
export function encodeMailbox(header: string, name: string, address: string): string {
  if (name === '') return `${header}: ${printable(address)}\r\n`;
  const quotable = isPrintableAscii(name) && !name.includes('=?') && name.length <= LINE / 2;
  const phrase = quotable ? `"${name.replace(/["\\]/g, '\\$&')}"` : encodeWords(name);
  return `${header}: ${phrase}\r\n <${printable(address)}>\r\n`;
}

/** An ASCII token of any length, without spaces; readers remove the white space of the folds. */
export function encodeToken(name: string, token: string): string {
  const width = LINE - name.length - 2;
  const text = printable(token);
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += width) pieces.push(text.slice(at, at + width));
  return `${name}: ${pieces.join('\r\n ')}\r\n`;
}

/** A character that a parameter may have unencoded (RFC 2231, 7). */
const ATTRIBUTE = /^[A-Za-z0-9!#$&+.^_`{|}~-]$/;

const toOctet = (octet: number) => {
  const character = String.fromCharCode(octet);
  return ATTRIBUTE.test(character)
    ? character
    : `%${octet.toString(16).toUpperCase().padStart(2, '0')}`;
};

/** The nearest ASCII: letters without their marks, and `_` for the others. */
function toAscii(name: string): string {
  const bare = name.normalize('NFKD').replace(/\p{M}+/gu, '');
  return bare.replace(/[^\x20-\x7e]+|["\\%]/gu, '_');
}

/**
 * The parameters with a file's name: in ASCII for programs that read no other, and whole if it is not
 * ASCII (RFC 2231, 4), which Outlook, Gmail and Apple Mail prefer.
 */
export function encodeFileName(name: string): string {
  const ascii = toAscii(name);
  const fallback = `;\r\n filename="${printable(ascii)}"`;
  if (ascii === name) return fallback;
  return `${fallback};\r\n filename*=UTF-8''${Array.from(Buffer.from(name), toOctet).join('')}`;
}
