import { LIMITS } from '../../contract/limits.ts';
import type { OPERATIONS } from '../../contract/operations.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { utf8MediaType } from '../../platform/text/http-headers.ts';
import { isTooDeep, readJson as readJsonText } from '../../platform/text/json.ts';
import { type Fields, isAdded } from '../../fields/field-names.ts';
import type { ErrorVariant } from '../../contract/error-codes.ts';

/** Added fields that a submission may have beside all of its own. */
const MOST_ADDED = 10;

/** Parts of a multipart body, unused file inputs among them. */
export const MOST_PARTS = LIMITS.submissionFields + MOST_ADDED + LIMITS.fields;

/** Collects fields under the contract's limits; user keys live in a Map, so none is special. */
export class FieldCollector {
  readonly #fields = new Map<string, string[]>();
  #count = 0;
  #added = 0;

  add(name: string, value: string): void {
    if (isAdded(name) && this.#added < MOST_ADDED) this.#added += 1;
    else this.#count += 1;
    if (this.#count > LIMITS.submissionFields) {
      throw tooLarge({ variant: 'too_many_fields' });
    }
    this.expectName(name);
    const values = this.#fields.get(name);
    if (values) values.push(value);
    else this.#fields.set(name, [value]);
  }

  /** Throws where the name of a field or a file is too long. */
  expectName(name: string): void {
    if (name.length > LIMITS.fieldNameCharacters) {
      throw tooLarge({ variant: 'long_field_name' });
    }
  }

  get fields(): Fields {
    return this.#fields;
  }
}

export function tooLarge(
  wording: { message: string } | { variant: ErrorVariant },
): ServiceError<'submission_too_large'> {
  return new ServiceError('submission_too_large', undefined, wording);
}

/** A body that does not match its Content-Type; `invalid_json` is the contract's only code for it. */
export function unreadable(message: string, cause?: unknown): ServiceError<'invalid_json'> {
  return new ServiceError('invalid_json', undefined, { message, cause });
}

/** Reads a whole body of one media type; `contentType` is the header as it was sent. */
export type FormReader = (body: Buffer, contentType: string) => Fields | Promise<Fields>;

const [PERCENT, AMPERSAND, PLUS, SPACE, EQUALS] = [0x25, 0x26, 0x2b, 0x20, 0x3d];

/** The values of hexadecimal digits by their codes; -1 for other octets. */
const DIGITS = Int8Array.from({ length: 256 }, (_, code) =>
  '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase()),
);

const digitAt = (body: Buffer, at: number) => DIGITS[body[at] ?? 0] ?? -1;

/** As the URL Standard says; in one pass, since each submission is read. */
function readUrlEncoded(body: Buffer): Fields {
  const collector = new FieldCollector();
  const decoded = Buffer.allocUnsafe(body.length);
  let length = 0;
  let start = 0;
  let name: string | undefined;
  for (let at = 0; at <= body.length; at += 1) {
    const octet = body[at] ?? AMPERSAND;
    if (octet === AMPERSAND) {
      const text = decoded.toString('utf8', 0, length);
      if (at > start) collector.add(name ?? text, name === undefined ? '' : text);
      length = 0;
      start = at + 1;
      name = undefined;
    } else if (octet === EQUALS && name === undefined) {
      name = decoded.toString('utf8', 0, length);
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

/** null counts as absent; an array is a repeated key. */
function addJson(collector: FieldCollector, name: string, value: unknown): void {
  for (const item of Array.isArray(value) ? value : [value]) {
    if (item !== null) collector.add(name, toText(item));
  }
}

function parseJson(body: Buffer): { text: string; value: unknown } {
  try {
    return readJsonText(body);
  } catch (cause) {
    throw new ServiceError('invalid_json', undefined, { cause });
  }
}

function collectJson(value: object): Fields {
  const collector = new FieldCollector();
  for (const [name, inner] of Object.entries(value)) addJson(collector, name, inner);
  return collector.fields;
}

function readJson(body: Buffer): Fields {
  const { text, value } = parseJson(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ServiceError('invalid_json');
  }
  if (isTooDeep(value, LIMITS.jsonDepth)) {
    throw unreadable(`The JSON is nested more than ${LIMITS.jsonDepth} levels deep.`);
  }
  const fields = collectJson(value);
  // The second parse costs ten times the first, so it only gets bodies that are small enough.
  return INEXACT.test(text) ? collectJson(JSON.parse(text, keepExactNumber)) : fields;
}

const MAX_HEADERS = LIMITS.partHeaderBytes;

const BOUNDARY = /;[ \t]*boundary[ \t]*=[ \t]*(?:"([^"]+)"|([^\s;"]+))/i;

/**
 * Refuses a block of part headers that parsers read differently: folded or indented lines (RFC 9112,
 * 5.2), or an oversized one. The platform's parser accepts both.
 */
export function expectPlainHeaders(headers: string): void {
  if (headers.length > MAX_HEADERS || /(^|\n)[ \t]/.test(headers)) {
    throw unreadable('A part of the multipart body has malformed headers.');
  }
}

/** Before each part costs objects. */
function checkPartHeaders(body: Buffer, contentType: string): void {
  const [, quoted, token] = BOUNDARY.exec(contentType) ?? [];
  const delimiter = `--${quoted ?? token}\r\n`;
  let at = body.indexOf(delimiter);
  for (let count = 1; at >= 0; count += 1) {
    if (count > MOST_PARTS) throw tooLarge({ variant: 'too_many_fields' });
    const start = at + delimiter.length;
    const blank = body.indexOf('\r\n\r\n', start);
    const end = blank < 0 ? body.length : blank;
    const headers = body.toString('latin1', start, Math.min(end, start + MAX_HEADERS + 1));
    expectPlainHeaders(headers);
    // Continues after the block, so that every byte is scanned once.
    at = body.indexOf(delimiter, end);
  }
}

/** Reads multipart/form-data with the platform's parser. */
export async function readFormData(body: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { 'content-type': contentType } }).formData();
  } catch (cause) {
    throw unreadable(
      'The body cannot be read as multipart/form-data: check its boundary and that it is complete.',
      cause,
    );
  }
}

/** The same without files; a part that is one is refused. */
async function readMultipart(body: Buffer, contentType: string): Promise<Fields> {
  checkPartHeaders(body, contentType);
  const form = await readFormData(body, contentType);
  const collector = new FieldCollector();
  for (const [name, value] of form) {
    if (typeof value === 'string') collector.add(name, value);
    // An unused file input arrives as an empty file without a name.
    else if (value.size > 0 || value.name !== '')
      throw new ServiceError('file_uploads_unsupported');
  }
  return collector.fields;
}

type FormMediaType = keyof typeof OPERATIONS.submitForm.body.examples;

/** A reader for every media type the contract lists; a missing one does not compile. */
const READERS: Record<FormMediaType, FormReader> = {
  'application/x-www-form-urlencoded': readUrlEncoded,
  'multipart/form-data': readMultipart,
  'application/json': readJson,
};

const readersByType: ReadonlyMap<string, FormReader> = new Map(Object.entries(READERS));

/**
 * The reader for a Content-Type header. Exactly one of three essences, charset UTF-8 or absent;
 * anything else throws `unsupported_media_type`.
 */
export function chooseFormReader(contentType: string | undefined): FormReader {
  const reader =
    readersByType.get(contentType ?? '') ?? readersByType.get(utf8MediaType(contentType) ?? '');
  if (!reader) throw new ServiceError('unsupported_media_type');
  return reader;
}
