import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../contract/service-error.ts';
import { utf8MediaType } from '../text/media-type.ts';
import { contentTypeOf, isCoded } from './body-type.ts';

/** Bytes read and dropped beyond the limit, so that the client gets to read its 413. */
const LINGER_BYTES = 1_048_576;

/** The client went away before its body was complete. */
export class ClientGone extends Error {}

/**
 * The whole body, or undefined when it is larger than `limit` bytes. Counted while reading, because
 * Content-Length may be absent or wrong. Throws ClientGone when the body is cut off.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else if (size > limit + LINGER_BYTES) resolve(undefined);
  });
  const cutOff = (cause?: Error) => reject(new ClientGone('the body was cut off', { cause }));
  request.once('error', cutOff).once('close', cutOff);
  request.once('end', () => {
    request.off('close', cutOff);
    // A request injected in-process has no such mark; it is complete when it ends.
    if ('complete' in request && !request.complete) cutOff();
    else if (size > limit) resolve(undefined);
    else resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size));
  });
  return promise;
}

/** The media type of a body that can be read as it is; undefined for coded and non-UTF-8 ones. */
function readableType(request: IncomingMessage): string | undefined {
  return isCoded(request) ? undefined : utf8MediaType(contentTypeOf(request));
}

/** A JSON body of an operation other than submit; every fault is `invalid_json`. */
export async function readJsonBody(request: IncomingMessage, limit: number): Promise<unknown> {
  if (readableType(request) !== 'application/json') {
    const message =
      'Send the body as uncompressed JSON with the header Content-Type: application/json.';
    throw new ServiceError('invalid_json', undefined, { message });
  }
  const body = await readBody(request, limit);
  if (!body) {
    const message = `The body is larger than ${limit} bytes.`;
    throw new ServiceError('invalid_json', undefined, { message });
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new ServiceError('invalid_json', undefined, { cause });
  }
}

/** The fields of a urlencoded body; none when it is of another type or larger than `limit`. */
export async function readUrlEncodedBody(
  request: IncomingMessage,
  limit: number,
): Promise<URLSearchParams> {
  if (readableType(request) !== 'application/x-www-form-urlencoded') return new URLSearchParams();
  const body = await readBody(request, limit);
  return new URLSearchParams(body?.toString('utf8'));
}
