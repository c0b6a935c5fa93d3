import { isAscii, isUtf8 } from 'node:buffer';
import { ServiceError } from '../../contract/service-error.ts';
import { GAPPY } from './asian-charsets.ts';
import { unreadable } from './field-collector.ts';
import { withReferences } from './references.ts';

/** The name of a charset in the Encoding Standard, in lower case. */
export type Charset = string & { readonly __brand: 'Charset' };

/** Longer texts are no labels: the longest of the standard has 19 characters. */
const LONGEST_LABEL = 64;

/** The charset of a label as the Encoding Standard reads it; undefined for an unknown label. */
export function findCharset(label: string | undefined): Charset | undefined {
  if (label === undefined || label.length > LONGEST_LABEL) return undefined;
  try {
    return new TextDecoder(label).encoding as Charset;
  } catch {
    return undefined;
  }
}

const UTF_8 = 'utf-8' as Charset;
const WINDOWS_1252 = 'windows-1252' as Charset;

/** True if octets of ASCII are not ASCII in this charset. */
export const isUtf16 = (charset: Charset | undefined): boolean =>
  charset?.startsWith('utf-16') ?? false;

/** The charset that a byte order mark of UTF-16 tells. */
function markedCharset(octets: Buffer): Charset | undefined {
  if (octets[0] === 0xff && octets[1] === 0xfe) return 'utf-16le' as Charset;
  return octets[0] === 0xfe && octets[1] === 0xff ? ('utf-16be' as Charset) : undefined;
}

const decodeUtf8 = (octets: Buffer) => (isUtf8(octets) ? octets.toString() : undefined);

const ESCAPE = 0x1b;

/** True if octets mean the same in each charset but UTF-16; an escape switches ISO-2022-JP. */
export const isSame = (octets: Buffer): boolean => isAscii(octets) && !octets.includes(ESCAPE);

/** The text of octets; undefined if they are not in this charset. */
export function decodeAs(octets: Buffer, charset: Charset): string | undefined {
  if (charset === UTF_8) return decodeUtf8(octets);
  // A mark in front wins over the label (Encoding Standard, "decode").
  const marked = isUtf16(charset) ? (markedCharset(octets) ?? charset) : charset;
  try {
    const decode = GAPPY.get(marked);
    return decode ? decode(octets) : new TextDecoder(marked, { fatal: true }).decode(octets);
  } catch {
    return undefined;
  }
}

/** JSON in UTF-8 or UTF-16, with a byte order mark or not; undefined for other octets. */
export const decodeMarked = (octets: Buffer): string | undefined => {
  const text = decodeAs(octets, markedCharset(octets) ?? UTF_8);
  return text?.startsWith('\ufeff') ? text.slice(1) : text;
};

const isLegacy = (charset: Charset | undefined) => charset !== undefined && charset !== UTF_8;

const NOT_IN_IT = {
  message:
    'A text is not in the charset that is named for it. Send UTF-8, or name the charset that it is in.',
};

/** Non-ASCII UTF-8 characters (RFC 3629), or single octets, one character for each octet. */
const SEQUENCES =
  /((?:[\xc2-\xdf][\x80-\xbf]|(?:\xe0[\xa0-\xbf]|\xed[\x80-\x9f]|[\xe1-\xec\xee\xef][\x80-\xbf])[\x80-\xbf]|(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]{2})+)|[\x80-\xff]/g;

/** The characters of windows-1252 from 0x80 on. */
const UPPER = new TextDecoder(WINDOWS_1252).decode(
  Uint8Array.from({ length: 0x80 }, (_, at) => 0x80 + at),
);

/** Characters of UTF-8 to a stray octet from which on chance does not explain them. */
const CLEARLY = 4;

/** True if what is not UTF-8 is a few octets among many characters that are. */
function isClearlyUtf8(octets: Buffer): boolean {
  let [characters, strays] = [0, 0];
  const text = octets.toString();
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) strays += 1;
    else if (code >= 0x80) characters += 1;
  }
  return characters > strays * CLEARLY;
}

/** Decodes octets outside UTF-8 as windows-1252: all, or only strays in clear UTF-8. */
function decodeOther(octets: Buffer): string {
  if (isClearlyUtf8(octets)) {
    return octets
      .toString('latin1')
      .replace(SEQUENCES, (found, run?: string) =>
        run === undefined
          ? UPPER.charAt(found.charCodeAt(0) - 0x80)
          : Buffer.from(run, 'latin1').toString(),
      );
  }
  return withReferences(new TextDecoder(WINDOWS_1252).decode(octets), WINDOWS_1252);
}

/** A body's charset declarations. */
interface Named {
  /** By its Content-Type. */
  request?: Charset | undefined;
  /** By its field `_charset_`, which browsers fill in. */
  field?: Charset | undefined;
}

/**
 * Decides the charset of a body's text: from the part, the request, the field `_charset_`, or
 * UTF-8. Invalid UTF-8 is windows-1252 unless another charset was named.
 */
export class Charsets {
  readonly #named: Named;
  /** True if each text is in UTF-8 unless its octets say otherwise. */
  readonly isUsual: boolean;

  constructor(named: Named = {}) {
    const { request = UTF_8, field = UTF_8 } = named;
    this.#named = named;
    this.isUsual = request === UTF_8 && field === UTF_8;
  }

  /** The text of a value. Throws if it is not in a charset that was named for it. */
  decode(octets: Buffer, part?: Charset): string {
    const { request, field } = this.#named;
    const ofPart = part && decodeAs(octets, part);
    if (ofPart !== undefined) return ofPart;
    const ofRequest = request && decodeAs(octets, request);
    if (ofRequest !== undefined) return ofRequest;
    if (isLegacy(request)) throw new ServiceError('unsupported_media_type', undefined, NOT_IN_IT);
    // A page in UTF-16 posts UTF-8 (HTML, "encoding from").
    const isAsPage = isUtf16(field) && isUtf8(octets) && !octets.includes(0);
    const ofField = isAsPage || !field ? undefined : decodeAs(octets, field);
    if (field && ofField !== undefined) return withReferences(ofField, field);
    const unnamed = decodeUtf8(octets);
    if (unnamed !== undefined) return unnamed;
    if (isLegacy(part) || isLegacy(field)) throw unreadable(NOT_IN_IT.message);
    return decodeOther(octets);
  }

  /** The text of a name, or of headers, which have ASCII in them in every charset. */
  decodeName(octets: Buffer, part?: Charset): string {
    if (isSame(octets)) return octets.toString('latin1');
    const { request, field } = this.#named;
    for (const charset of [request, field, UTF_8, part]) {
      const text = charset && !isUtf16(charset) ? decodeAs(octets, charset) : undefined;
      if (charset && text !== undefined)
        return charset === field ? withReferences(text, charset) : text;
    }
    return decodeOther(octets);
  }
}
