import { LIMITS } from '../../contract/limits.ts';
import { type Charset, decodeAs, findCharset } from './charsets.ts';
import { unreadable } from './field-collector.ts';
import { decodeBase64, decodeQuotedPrintable } from './part-encodings.ts';

/** The facts in a part's headers (RFC 7578). */
export interface PartHeaders {
  name: string;
  /** Present for files; '' for an unused file input. */
  fileName?: string;
  /** Media type in lower case, no parameters; `text/plain` by default, '' if invalid. */
  type: string;
  charset?: Charset;
  /** Content-Transfer-Encoding in lower case. */
  encoding: string;
}

const malformed = () => unreadable('A part of the multipart body has malformed headers.');

const HEADER = /^([!-9;-~]+)[ \t]*:(.*)$/s;

/** Headers by their names in lower case: the first of each, since programs repeat them. */
function splitHeaders(block: string): ReadonlyMap<string, string> {
  // A line that begins with a blank continues the one before (RFC 5322, 2.2.3).
  const unfolded = block.replace(/\r\n[ \t]+/g, ' ');
  const headers = new Map<string, string>();
  for (const line of unfolded.split('\r\n')) {
    const [, name = '', value = ''] = HEADER.exec(line) ?? [];
    if (name === '' || /[\r\n]/.test(line)) throw malformed();
    const key = name.toLowerCase();
    const before = headers.get(key);
    // Two that differ would be another field, or another file, to another parser.
    if (key === 'content-disposition' && (before ?? value) !== value) throw malformed();
    headers.set(key, before ?? value);
  }
  return headers;
}

/** The text after a closing quotation mark. */
const ENDS = /[ \t]*(?:$|;[ \t]*(?:$|[\w*-]+[ \t]*=))/y;

/** True if an odd number of backslashes stands before this character. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

/** The end of a value quoted before `at`. Browsers do not escape a backslash. */
function endOfQuoted(text: string, at: number): number {
  for (let quote = text.indexOf('"', at); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    ENDS.lastIndex = quote + 1;
    if (!isEscaped(text, quote) || ENDS.test(text)) return quote;
  }
  throw malformed();
}

/** A quoted value: escapes of Go, Ruby and curl, unless a backslash in it escapes nothing. */
const unescapeQuoted = (text: string) =>
  /^(?:[^\\]|\\["\\])*$/s.test(text) ? text.replace(/\\(["\\])/g, '$1') : text;

const PARAMETER = /[ \t]*([^\s=;"]+)[ \t]*=[ \t]*("|[^;"][^;]*|(?=;|$))/y;
const REST = /[ \t]*(?:;|$)/y;

/** The parameters of a header, by their names in lower case. */
function readParameters(text: string, from: number): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (let at = from; at < text.length;) {
    PARAMETER.lastIndex = at;
    const [whole, spelled, written = ''] = PARAMETER.exec(text) ?? [];
    if (whole === undefined || spelled === undefined) {
      REST.lastIndex = at;
      if (!REST.test(text)) throw malformed();
      at = REST.lastIndex;
      continue;
    }
    at += whole.length;
    let value = written.trimEnd();
    if (written === '"') {
      const end = endOfQuoted(text, at);
      value = unescapeQuoted(text.slice(at, end));
      at = end + 1;
    }
    const name = spelled.toLowerCase();
    if ((parameters.get(name) ?? value) !== value) throw malformed();
    parameters.set(name, value);
    REST.lastIndex = at;
    if (!REST.test(text)) throw malformed();
    at = REST.lastIndex;
  }
  return parameters;
}

const EXTENDED = /^([^']*)'[^']*'(.*)$/s;

/** The octets of text, of which some are percent-encoded. */
const unescapePercent = (text: string) =>
  Buffer.concat(
    text
      .split(/((?:%[\da-f]{2})+)/i)
      .map((piece, at) =>
        at % 2 === 1 ? Buffer.from(piece.replaceAll('%', ''), 'hex') : Buffer.from(piece),
      ),
  );

/** An extended value (RFC 8187); undefined if its charset is unknown or not the one it is in. */
function readExtended(text: string): string | undefined {
  const [, label, value] = EXTENDED.exec(text) ?? [];
  if (label === undefined || value === undefined) return text;
  const octets = unescapePercent(value);
  if (label !== '') {
    const charset = findCharset(label);
    return charset && decodeAs(octets, charset);
  }
  return decodeAs(octets, 'utf-8' as Charset) ?? decodeAs(octets, 'windows-1252' as Charset);
}

const WORD =
  /=\?([\w-]+)(?:\*[\w-]*)?\?([bq])\?([^?]*)\?=(?:[ \t]+(?==\?[\w-]+(?:\*[\w-]*)?\?[bq]\?))?/gi;

/** Encoded words (RFC 2047) as text: programs that are made for mail write file names so. */
const readWords = (text: string) =>
  text.replace(WORD, (word, label: string, how: string, encoded: string) => {
    const charset = findCharset(label);
    const octets =
      how.toLowerCase() === 'b'
        ? decodeBase64(encoded)
        : decodeQuotedPrintable(Buffer.from(encoded.replaceAll('_', '=20')));
    return (charset && octets && decodeAs(octets, charset)) ?? word;
  });

/** Decodes browsers' quotes and line breaks (HTML, "multipart/form-data encoding algorithm"). */
const readPercent = (text: string) =>
  text.replace(/%(?:22|0d|0a)/gi, (escape) =>
    String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
  );

/** A parameter, which may be there in two ways; undefined if it is not there. */
function textOf(parameters: ReadonlyMap<string, string>, name: string): string | undefined {
  const extended = parameters.get(`${name}*`);
  const plain = parameters.get(name);
  const text = extended === undefined ? undefined : readExtended(extended);
  if (text !== undefined) return text;
  if (extended !== undefined && plain === undefined) {
    throw unreadable(`A part of the multipart body has a ${name} in an unknown charset.`);
  }
  return plain === undefined ? undefined : readPercent(plain);
}

const DISPOSITION = /^[ \t]*form-data[ \t]*(?:;|$)/i;
const TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;
const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*"?([^";]*)/i;

/** Parses a part's headers, without the blank line after them. Throws `invalid_json`. */
export function parsePartHeaders(block: string): PartHeaders {
  if (block.length > LIMITS.partHeaderBytes) throw malformed();
  const headers = splitHeaders(block);
  const disposition = headers.get('content-disposition') ?? '';
  const [start] = DISPOSITION.exec(disposition) ?? [];
  if (start === undefined) throw malformed();
  const parameters = readParameters(disposition, start.length);
  const name = textOf(parameters, 'name');
  if (name === undefined) throw unreadable('A part of the multipart body has no name.');
  const fileName = textOf(parameters, 'filename');
  const contentType = headers.get('content-type') ?? 'text/plain';
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const charset = findCharset(CHARSET.exec(contentType)?.[1]);
  return {
    name,
    ...(fileName !== undefined && { fileName: readWords(fileName) }),
    type: TYPE.test(type) ? type : '',
    ...(charset && { charset }),
    encoding: (headers.get('content-transfer-encoding') ?? '').trim().toLowerCase(),
  };
}
