import { LIMITS } from '../../contract/limits.ts';
import type { OPERATIONS } from '../../contract/operations.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Fields } from '../../fields/field-names.ts';
import { readMediaType } from '../../platform/text/http-headers.ts';
import { isTooDeep } from '../../platform/text/json.ts';
import { type Charset, Charsets, decodeMarked, findCharset, isUtf16 } from './charsets.ts';
import { expectSize, FieldCollector, tooManyTexts, unreadable } from './field-collector.ts';
import { CHARSET_FIELD, FormUpload } from './form-upload.ts';

const [PERCENT, AMPERSAND, PLUS, SPACE, EQUALS] = [0x25, 0x26, 0x2b, 0x20, 0x3d];

/** The values of hexadecimal digits by their codes; -1 for other octets. */
const DIGITS = Int8Array.from({ length: 256 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
);

/** Stands where octets are not UTF-8. */
const LOST = '\ufffd';

const digitAt = (body: Buffer, at: number) => DIGITS[body[at] ?? 0] ?? -1;

/** As the URL Standard says; in one pass, since each submission is read. */
function readPairs(body: Buffer, charsets: Charsets): Fields {
  const collector = new FieldCollector();
  const decoded = Buffer.allocUnsafe(body.length);
  const { isUsual } = charsets;
  let length = 0;
  let start = 0;
  let name: string | undefined;
  for (let at = 0; at <= body.length; at += 1) {
    const octet = body[at] ?? AMPERSAND;
    if (octet === AMPERSAND) {
      const usual = isUsual ? decoded.toString('utf8', 0, length) : LOST;
      const octets = usual.includes(LOST) ? decoded.subarray(0, length) : undefined;
      if (name === undefined) {
        if (at > start) collector.add(octets ? charsets.decodeName(octets) : usual, '');
      } else collector.add(name, octets ? charsets.decode(octets) : usual);
      length = 0;
      start = at + 1;
      name = undefined;
    } else if (octet === EQUALS && name === undefined) {
      const usual = isUsual ? decoded.toString('utf8', 0, length) : LOST;
      name = usual.includes(LOST) ? charsets.decodeName(decoded.subarray(0, length)) : usual;
      length = 0;
    } else {
      // Negative where one of them is no digit: such a percent sign escapes nothing.
      const escaped = octet === PERCENT ? (digitAt(body, at + 1) << 4) | digitAt(body, at + 2) : -1;
      if (escaped >= 0) at += 2;
      decoded[length] = escaped >= 0 ? escaped : octet === PLUS ? SPACE : octet;
      length += 1;
    }
  }
  return collector.fields;
}

/** Facts about a body before it is read. */
interface Told {
  contentType: string;
  /** The charset that the Content-Type names. */
  request: Charset | undefined;
  most: number;
}

const USUAL = new Charsets();

function readUrlEncoded(body: Buffer, { request }: Told): Fields {
  const fields = readPairs(body, request === undefined ? USUAL : new Charsets({ request }));
  const [label] = fields.get(CHARSET_FIELD) ?? [];
  if (label === undefined) return fields;
  const named = new Charsets({ request, field: findCharset(label) });
  // The field may stand anywhere, so what needs it is read again.
  return named.isUsual ? fields : readPairs(body, named);
}

/** Not yet in the compiler's library (ECMAScript, JSON.parse source text access). */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };

/** Matches JSON that may have a number which JavaScript would change. */
const INEXACT = /\d[.eE]|-0|\d{16}/;

/** Keeps numbers that a double cannot hold as they were written. */
function keepExactNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
  return rawJSON(source);
}

/** A value of a JSON field as text: strings as they are, anything else as its JSON. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Signs around the members of a body, which are no texts, at most. */
const SIGNS = 4 * LIMITS.submissionFields;

/** null counts as absent; an array is a repeated key. */
function addJson(collector: FieldCollector, name: string, value: unknown): void {
  for (const item of Array.isArray(value) ? value : [value]) {
    if (item !== null) collector.add(name, toText(item));
  }
}

/** Invalid UTF-8 is windows-1252, as in other bodies, unless the request names a charset. */
function decodeJson(body: Buffer, request: Charset | undefined): string {
  const marked = request === undefined ? decodeMarked(body) : undefined;
  const text = marked ?? new Charsets({ request }).decode(body);
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ServiceError('invalid_json', undefined, { cause });
  }
}

function collectJson(value: object): Fields {
  const collector = new FieldCollector();
  for (const [name, inner] of Object.entries(value)) addJson(collector, name, inner);
  return collector.fields;
}

const OTHER_THAN_NUMBERS = /"(?:[^"\\]|\\.)*(?:"|\\?$)|\s+/gs;

/** Throws where numbers and signs alone are too large: reading them exactly would cost most. */
function expectFewNumbers(text: string, most: number): void {
  if (text.replace(OTHER_THAN_NUMBERS, '').length > most + SIGNS) throw tooManyTexts(most);
}

function readJson(body: Buffer, { request, most }: Told): Fields {
  const text = decodeJson(body, request);
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ServiceError('invalid_json');
  }
  if (isTooDeep(value, LIMITS.jsonDepth)) {
    throw unreadable(`The JSON is nested more than ${LIMITS.jsonDepth} levels deep.`);
  }
  const fields = collectJson(value);
  // The second parse costs ten times the first, so it only gets bodies that are small enough.
  if (!INEXACT.test(text)) return fields;
  if (text.length > most) expectFewNumbers(text, most);
  return collectJson(JSON.parse(text, keepExactNumber));
}

/** The same without files; a part that is one is refused. */
function readMultipart(body: Buffer, { contentType, request }: Told): Fields {
  const upload = new FormUpload(contentType);
  upload.write(body);
  return upload.end(request).fields;
}

type FormMediaType = keyof typeof OPERATIONS.submitForm.body.examples;

type Reader = (body: Buffer, told: Told) => Fields;

/** A reader for every media type the contract lists; a missing one does not compile. */
const READERS: Record<FormMediaType, Reader> = {
  'application/x-www-form-urlencoded': readUrlEncoded,
  'multipart/form-data': readMultipart,
  'application/json': readJson,
};

const readersByType: ReadonlyMap<string, Reader> = new Map(Object.entries(READERS));

/** The charset that a Content-Type names; undefined if it names none, null if it cannot be told. */
export function charsetOf(contentType: string): Charset | undefined | null {
  const { essence, charsets = [] } = readMediaType(contentType) ?? {};
  const [first, ...others] = charsets.map(findCharset);
  if (charsets.length === 0) return undefined;
  if (first === undefined || others.some((other) => other !== first)) return null;
  // Names and signs of the other types are ASCII.
  return isUtf16(first) && essence !== 'application/json' ? null : first;
}

/** Readers by their types; those of multipart name a boundary and are longer. */
const kept = new Map<string, FormReader>();
const LONGEST_KEPT = 60;
const MOST_KEPT = 100;

/** Reads whole bodies of one Content-Type. */
export class FormReader {
  readonly #contentType: string;
  readonly #read: Reader;
  readonly #charset: Charset | undefined;

  /**
   * Takes the raw header: one of three essences, with no charset or one of the Encoding Standard;
   * otherwise throws `unsupported_media_type`.
   */
  constructor(contentType = '') {
    const usual = readersByType.get(contentType);
    const read = usual ?? readersByType.get(readMediaType(contentType)?.essence ?? '');
    const charset = usual ? undefined : charsetOf(contentType);
    if (!read || charset === null) throw new ServiceError('unsupported_media_type');
    this.#contentType = contentType;
    this.#read = read;
    this.#charset = charset;
  }

  /** A reader, which is kept for a short type: each page sends the same one. */
  static of(contentType: string): FormReader {
    let reader = kept.get(contentType);
    if (reader) return reader;
    reader = new FormReader(contentType);
    if (contentType.length > LONGEST_KEPT) return reader;
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(contentType, reader);
    return reader;
  }

  /** `most`: the octets that its texts may have in UTF-8. */
  read(body: Buffer, most = Infinity): Fields {
    const fields = this.#read(body, {
      contentType: this.#contentType,
      request: this.#charset,
      most,
    });
    expectSize(fields, body.length, most);
    return fields;
  }
}
