import { unreadable } from './field-collector.ts';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The octets that base64 stands for, whatever blanks are in it; undefined for other text. */
export function decodeBase64(text: string): Buffer | undefined {
  const plain = text.replace(/[ \t\r\n]+/g, '');
  const padding = plain.length - (plain.match(/={1,2}$/)?.index ?? plain.length);
  if (!BASE64.test(plain) || (plain.length - padding) % 4 === 1) return undefined;
  return Buffer.from(plain, 'base64');
}

/** Decodes quoted-printable (RFC 2045, 6.7); a sign that escapes nothing stays. */
export function decodeQuotedPrintable(encoded: Buffer): Buffer {
  const text = encoded
    .toString('latin1')
    // Each run of blanks is looked at once.
    .replace(/[ \t]+(\r\n|$)?/g, (blanks, end?: string) => (end === undefined ? blanks : end))
    .replace(/=\r?\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  return Buffer.from(text, 'latin1');
}

/** The encodings that change nothing. */
const PLAIN: ReadonlySet<string> = new Set(['', '7bit', '8bit', 'binary']);

/** True if a Content-Transfer-Encoding leaves octets as they are. */
export const isPlain = (encoding: string): boolean => PLAIN.has(encoding);

/** The octets of a text that came in a Content-Transfer-Encoding. Throws `invalid_json`. */
export function undoEncoding(octets: Buffer, encoding: string): Buffer {
  if (isPlain(encoding)) return octets;
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(octets);
  if (encoding !== 'base64') {
    const known = 'quoted-printable, base64, or nothing';
    throw unreadable(`A part has an unknown Content-Transfer-Encoding. Use ${known}.`);
  }
  const decoded = decodeBase64(octets.toString('latin1'));
  if (!decoded) throw unreadable('A part says that it is base64, and is not.');
  return decoded;
}
