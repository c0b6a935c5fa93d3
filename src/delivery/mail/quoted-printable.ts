/** Characters of an encoded line, at most: one less than allowed, so that a soft break always fits. */
export const LINE = 75;

/** Ends an encoded line, but not the line of the text. */
export const SOFT_BREAK = '=\r\n';

/** Text in quoted-printable. */
export type QuotedPrintable = string & { readonly __brand: 'QuotedPrintable' };

/** Lines without a character that has to be encoded wherever it stands: found with one quick test. */
const PLAIN_LINES = /^[\t\n -<>-~]*$/;

/** Such characters; a carriage return is one if no line ends there. */
const FORBIDDEN = /(?:[^\t\r\n -~]|\r(?!\n))+/g;

const toOctets = (text: string) =>
  Buffer.from(text).toString('hex').toUpperCase().replace(/../g, '=$&');

/** ASCII in one byte a character: V8 keeps the two of the text that it was made from. */
const compact = (text: string) => Buffer.from(text, 'latin1').toString('latin1');

function encodeCharacters(text: string): string {
  if (PLAIN_LINES.test(text)) return text;
  return compact(text.replaceAll('=', '=3D').replace(FORBIDDEN, toOctets));
}

const isBlank = (character: string) => character === ' ' || character === '\t';

/** Cuts an encoded line into lines, between its octets; encodes what mail servers change. */
function encodeLine(encoded: string): string {
  const last = encoded.slice(-1);
  const line = isBlank(last) ? encoded.slice(0, -1) + toOctets(last) : encoded;
  let folded = '';
  for (let at = 0; ;) {
    const first = line.charAt(at);
    const isFragile = first === '.' || (first === 'F' && line.startsWith('From ', at));
    const start = isFragile ? toOctets(first) : first;
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
  const lines = encoded.includes('\n')
    ? encoded.split(/\r?\n/).map(encodeLine).join('\r\n')
    : encodeLine(encoded);
  return lines as QuotedPrintable;
}
