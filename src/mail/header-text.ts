/** Octets of text in one encoded word at most: 52 characters of base64, 64 with their frame. */
const WORD_OCTETS = 39;

/** Characters of a line with encoded words, at most (RFC 2047, 2). */
const LINE = 76;

const hexOf = (octet: number) => octet.toString(16).toUpperCase().padStart(2, '0');

const isPrintableAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);

/**
 * A value that stands in a header as it is. Throws if it could end its line; values are checked
 * when they come in, so this only notices mistakes.
 */
export function printable(value: string): string {
  if (!isPrintableAscii(value)) throw new Error('a header can hold printable ASCII only');
  return value;
}

const toBase64Word = (piece: string) => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`;

/** In the encoding for few characters, which has no padding (RFC 2047, 4.2). */
const toQuotedWord = (piece: string) =>
  `=?UTF-8?Q?${Array.from(Buffer.from(piece), (octet) => `=${hexOf(octet)}`).join('')}?=`;

/**
 * The end of the longest piece from `start` that fits an encoded word. It is between characters
 * and, since some readers drop text after padding, unpadded unless last. `start` if nothing fits.
 */
function endOfWord(characters: readonly string[], start: number): number {
  let [octets, end] = [0, start];
  for (let at = start; at < characters.length; at += 1) {
    octets += Buffer.byteLength(characters[at] ?? '');
    if (octets > WORD_OCTETS) return end;
    if (octets % 3 === 0) end = at + 1;
  }
  return characters.length;
}

/** Encoded words (RFC 2047), one per line. */
function encodeWords(text: string): string {
  if (Buffer.byteLength(text) <= WORD_OCTETS) return toBase64Word(text);
  const characters = Array.from(text);
  const words: string[] = [];
  for (let start = 0; start < characters.length;) {
    const end = endOfWord(characters, start);
    const piece = characters.slice(start, Math.max(end, start + 1)).join('');
    words.push(end > start ? toBase64Word(piece) : toQuotedWord(piece));
    start = Math.max(end, start + 1);
  }
  return words.join('\r\n ');
}

/**
 * An unstructured header value of one clean line. ASCII that fits stays; everything else is
 * encoded, so that folding keeps spaces and readers find no encoded word in the text.
 */
export function encodeUnstructured(name: string, text: string): string {
  const fits = isPrintableAscii(text) && name.length + 2 + text.length <= LINE;
  const asItIs = fits && !text.includes('=?') && text === text.trim();
  return `${name}: ${asItIs ? text : encodeWords(text)}\r\n`;
}

/** A word that a phrase may have as it is (RFC 5322, 3.2.3). */
const ATOM = /^[\w!#$%&'*+/^`{|}~-]+$/;

/**
 * Encodes a name up to its last non-ASCII word as one encoded word: some readers show a space
 * between two (Python before 3.13.2), some a line break within a name (JavaMail).
 */
function encodeStart(name: string): string {
  const words = name.split(' ');
  const end = words.findLastIndex((word) => !ATOM.test(word)) + 1;
  return [toBase64Word(words.slice(0, end).join(' ')), ...words.slice(end)].join(' ');
}

/** A display name: quoted if it is ASCII, else encoded; on one line if that is possible. */
function encodePhrase(header: string, name: string): string {
  const fits = (phrase: string) => header.length + 2 + phrase.length <= LINE;
  const quoted = `"${name.replace(/["\\]/g, '\\$&')}"`;
  if (isPrintableAscii(name) && !name.includes('=?') && fits(quoted)) return quoted;
  if (Buffer.byteLength(name) <= WORD_OCTETS || name.includes('=?')) return encodeWords(name);
  const started = encodeStart(name);
  return fits(started) ? started : encodeWords(name);
}

/** A mailbox with a display name (RFC 5322, 3.4). */
export function encodeMailbox(header: string, name: string, address: string): string {
  if (name === '') return `${header}: ${printable(address)}\r\n`;
  return `${header}: ${encodePhrase(header, name)}\r\n <${printable(address)}>\r\n`;
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
  return ATTRIBUTE.test(character) ? character : `%${hexOf(octet)}`;
};

/**
 * The file name parameter: quoted, or encoded (RFC 2231, 4) if it is not ASCII or programs unquote
 * it differently. Never both: GMime and Python would take the one that lost letters.
 */
export function encodeFileName(name: string): string {
  if (isPrintableAscii(name) && !/["\\%]/.test(name)) return `;\r\n filename="${name}"`;
  return `;\r\n filename*=UTF-8''${Array.from(Buffer.from(name), toOctet).join('')}`;
}
