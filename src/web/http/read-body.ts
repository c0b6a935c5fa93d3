import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../contract/error-codes.ts';
import { JSON_TYPE, PATCH_TYPE } from '../../contract/operation.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { readJson } from '../../platform/text/json.ts';
import { utf8MediaType } from '../../platform/text/http-headers.ts';
import { contentTypeOf, isCoded, callerOf } from './request.ts';
import { LATE_BODY, READS_BODY, TINY_CHUNKS } from './client-errors.ts';
import type { Fields } from '../../fields/field-names.ts';
import { ClientGone } from '../../submissions/ask.ts';
import { FormReader } from '../../submissions/posted/form-body.ts';

/** Bytes beyond the limit that are read and dropped, so that the client can read its 413. */
export const LINGER_BYTES = 1_048_576;

/** Retry-After in seconds when there is no room for a body. */
const ROOM_AFTER = 5;

const EMPTY = Buffer.alloc(0);

/** Each chunk costs microseconds: beyond this number they must average `LEAST_CHUNK` bytes. */
const MANY_CHUNKS = 4_096;
const LEAST_CHUNK = 16;

/** True if a body comes in so many tiny chunks that reading it would block the service. */
export const isTiny = (count: number, size: number): boolean =>
  count > MANY_CHUNKS && size < count * LEAST_CHUNK;

const declares = ({ routeOptions }: FastifyRequest, code: ErrorCode): boolean =>
  routeOptions.config.operation?.errors.includes(code) ?? false;

/** The error for a body that does not fit among those in flight. */
export function noRoom(request: FastifyRequest): ServiceError {
  const code = declares(request, 'delivery_failed') ? 'delivery_failed' : 'internal_error';
  return new ServiceError(code, { retry_after_seconds: ROOM_AFTER }, { variant: 'overloaded' });
}

/** The caller of a body that continues after its first chunk; undefined for a complete one. */
function uploaderOf(request: FastifyRequest, chunk: Buffer): string | undefined {
  const length = Number(request.headers['content-length']);
  return length === chunk.length ? undefined : callerOf(request);
}

/** Without an error code for late bodies, the connection answers; it has no page for them. */
export function onLateBody(request: FastifyRequest, end: (late: ServiceError) => void): void {
  const late = () => new ServiceError('invalid_json', undefined, { variant: 'late_body' });
  if (declares(request, 'invalid_json')) request.raw.on(LATE_BODY, () => end(late()));
}

/** Calls `end` when the client is gone; it may have left while its credential was checked. */
export function onCutOff(raw: IncomingMessage, end: (cause?: Error) => void): void {
  raw.on('error', end).on('close', end);
  if (raw.destroyed) end();
}

/** Appends to a buffer; a list of one-byte chunks would cost 200 times their size. */
function append(body: Buffer, size: number, chunk: Buffer): Buffer {
  const whole = size + chunk.length;
  if (size === 0) return chunk;
  const room = whole <= body.length ? body : Buffer.allocUnsafe(size + whole);
  if (room !== body) body.copy(room, 0, 0, size);
  chunk.copy(room, size);
  return room;
}

/**
 * The body, or undefined above `limit` bytes, counted while reading: Content-Length may be wrong.
 * Throws ClientGone when it is cut off, a retryable ServiceError if it finds no room or is late.
 */
export function readBody(request: FastifyRequest, limit: number): Promise<Buffer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const { raw } = request;
  const { bodies } = request.server;
  let body: Buffer | undefined = EMPTY;
  let size = 0;
  let count = 0;
  let uploader: string | undefined;
  const endUpload = () => {
    if (uploader !== undefined) bodies.endUpload(uploader, request.heldBytes);
    uploader = undefined;
  };
  const drop = () => {
    body = undefined;
    endUpload();
    bodies.giveBack(request.heldBytes);
    request.heldBytes = 0;
  };
  raw.emit(READS_BODY);
  raw.on('data', (chunk: Buffer) => {
    const before = size;
    size += chunk.length;
    if (size > limit + LINGER_BYTES) resolve(undefined);
    if (!body) return;
    count += 1;
    const tiny = isTiny(count, size);
    if (tiny || size > limit) {
      drop();
      if (tiny) request.server.server.emit('clientError', { code: TINY_CHUNKS }, raw.socket);
      return;
    }
    if (before === 0) uploader = uploaderOf(request, chunk);
    if (bodies.take(before, chunk.length, uploader)) {
      request.heldBytes += chunk.length;
      body = append(body, before, chunk);
    } else {
      drop();
      reject(noRoom(request));
    }
  });
  const cutOff = (cause?: Error) => {
    endUpload();
    reject(new ClientGone('the body was cut off', { cause }));
  };
  onLateBody(request, (late) => {
    drop();
    if (size > limit) resolve(undefined);
    else reject(late);
  });
  onCutOff(raw, cutOff);
  raw.on('end', () => {
    raw.off('close', cutOff);
    endUpload();
    // A request injected in-process has no `complete`; it is complete at its end.
    if ('complete' in raw && !raw.complete) cutOff();
    else if (size > limit) resolve(undefined);
    else if (body) resolve(body.length === size ? body : body.subarray(0, size));
  });
  return promise;
}

/** The media type of a body; undefined for encoded and non-UTF-8 ones. */
function readableType(request: IncomingMessage): string | undefined {
  return isCoded(request) ? undefined : utf8MediaType(contentTypeOf(request));
}

/** The error for a JSON body over `limit` bytes. */
export const tooLong = (limit: number): ServiceError =>
  new ServiceError('invalid_json', undefined, {
    message: `The body is larger than ${limit} bytes.`,
  });

/** The JSON in the octets of a body; throws `invalid_json`. */
export function readJsonOctets(octets: Buffer): { value: unknown; text: string } {
  try {
    return readJson(octets);
  } catch (cause) {
    throw new ServiceError('invalid_json', undefined, { cause });
  }
}

/**
 * A JSON body outside of submit, and its text. Faults are `invalid_json`, unless bodies over
 * `limit` bytes have their own error.
 */
export async function readJsonText(
  request: FastifyRequest,
  limit: number,
  tooLarge: ServiceError = tooLong(limit),
): Promise<{ value: unknown; text: string }> {
  const type = readableType(request.raw);
  const isPatch = type === PATCH_TYPE && request.method === 'PATCH';
  if (type !== JSON_TYPE && !isPatch) {
    const [example] = Object.values(request.routeOptions.config.operation?.body?.examples ?? {});
    const message =
      'Send the body as uncompressed JSON with the header Content-Type: application/json' +
      (example ? `, like ${JSON.stringify(example)}.` : '.');
    throw new ServiceError('invalid_json', undefined, { message });
  }
  const body = await readBody(request, limit);
  if (!body) throw tooLarge;
  return readJsonOctets(body);
}

/** A mail provider's report; SNS calls its JSON text/plain, so its type is ignored. */
export async function readReport(request: FastifyRequest, limit: number): Promise<unknown> {
  const octets = await readBody(request, limit);
  if (octets) return readJsonOctets(octets).value;
  throw tooLong(limit);
}

/** The first value of each field. */
export type MailedForm = Pick<ReadonlyMap<string, string>, 'get'>;

const NO_FIELDS: MailedForm = new Map();

/** The media types that pages and mail programs post. */
const FORMS: ReadonlySet<string> = new Set([
  'application/x-www-form-urlencoded',
  'multipart/form-data',
]);

function firstValues(fields: Fields): MailedForm {
  return new Map(Array.from(fields, ([name, [value = '']]) => [name, value]));
}

/**
 * The form of a page or mail program, urlencoded or multipart (RFC 8058, 3.1). Bodies that are
 * unreadable or over `limit` bytes have no fields.
 */
export async function readMailedForm(request: FastifyRequest, limit: number): Promise<MailedForm> {
  const contentType = contentTypeOf(request.raw);
  if (isCoded(request.raw) || !FORMS.has(utf8MediaType(contentType) ?? '')) return NO_FIELDS;
  try {
    const reader = new FormReader(contentType);
    const body = await readBody(request, limit);
    return body ? firstValues(reader.read(body)) : NO_FIELDS;
  } catch (error) {
    // Only faults of the body: a client that went away must not count as an empty form.
    if (error instanceof ServiceError && error.status < 500) return NO_FIELDS;
    throw error;
  }
}
