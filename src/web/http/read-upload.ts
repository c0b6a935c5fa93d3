import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../contract/service-error.ts';
import { ClientGone } from '../../submissions/ask.ts';
import {
  FormUpload,
  type Upload,
  type UploadLimits,
} from '../../submissions/posted/form-upload.ts';
import { WIRE_FACTOR } from '../../submissions/posted/field-collector.ts';
import { charsetOf } from '../../submissions/posted/form-body.ts';
import { giveBack } from './bodies-in-flight.ts';
import { READS_BODY, TINY_CHUNKS } from './client-errors.ts';
import { isTiny, LINGER_BYTES, noRoom, onCutOff, onLateBody } from './read-body.ts';
import { callerOf } from './request.ts';

/** Refuses what Content-Length tells before the body is read. */
function checkLength(
  request: FastifyRequest,
  { textBytes, fileBytes }: UploadLimits,
  caller: string,
): void {
  const length = Number(request.headers['content-length'] ?? 0);
  const wireBytes = textBytes * WIRE_FACTOR;
  if (length > wireBytes + fileBytes)
    throw new ServiceError('file_too_large', { limit: fileBytes });
  // The files of the body have that many bytes at least: one that may be text alone is read.
  if (!request.server.files.fits(Math.max(0, length - wireBytes), caller)) throw noRoom(request);
}

/** The bytes of one upload among all that are in memory. */
function createHold(request: FastifyRequest, caller: string) {
  const { bodies, files } = request.server;
  const keep = (kind: 'text' | 'file', bytes: number) => {
    if (kind === 'file') {
      if (!files.take(request.heldFileBytes, bytes, caller)) throw noRoom(request);
      request.heldFileBytes += bytes;
    } else {
      if (!bodies.take(request.heldBytes, bytes, caller)) throw noRoom(request);
      request.heldBytes += bytes;
    }
  };
  /** It is complete or was given up; it still counts as held. */
  const end = () => {
    bodies.endUpload(caller, request.heldBytes);
    files.endUpload(caller, request.heldFileBytes);
  };
  return { keep, end };
}

const isOverloaded = (fault: unknown) => fault instanceof ServiceError && fault.status === 503;

/** Passes the body on to its end. An error of `write` ends it once the answer is readable. */
function readAll(request: FastifyRequest, write: (chunk: Buffer) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const { raw } = request;
  let [count, size, fault, dropped] = [0, 0, undefined as unknown, 0];
  raw.emit(READS_BODY);
  raw.on('data', (chunk: Buffer) => {
    count += 1;
    size += chunk.length;
    if (fault !== undefined) {
      dropped += chunk.length;
      if (dropped > LINGER_BYTES) reject(fault);
      return;
    }
    try {
      if (isTiny(count, size)) throw new ClientGone('its chunks are too small');
      write(chunk);
    } catch (error) {
      fault = error;
      if (isOverloaded(error)) reject(error);
      if (error instanceof ClientGone) {
        request.server.server.emit('clientError', { code: TINY_CHUNKS }, raw.socket);
      }
    }
  });
  onLateBody(request, (late) => {
    fault ??= late;
    reject(fault);
  });
  const cutOff = (cause?: Error) => reject(new ClientGone('the body was cut off', { cause }));
  onCutOff(raw, cutOff);
  raw.once('end', () => {
    raw.off('close', cutOff);
    if (fault !== undefined) reject(fault);
    else if ('complete' in raw && !raw.complete) cutOff();
    else resolve();
  });
  return promise;
}

/**
 * Reads a form with its files, in memory until the answer. Slow clients get more time. Throws
 * ServiceError at once above a limit or without room, ClientGone when the body is cut off.
 */
export async function readUpload(
  request: FastifyRequest,
  contentType: string,
  limits: UploadLimits,
): Promise<Upload> {
  const caller = callerOf(request);
  checkLength(request, limits, caller);
  const { server, raw } = request;
  const { textBytes, fileBytes } = limits;
  const most = textBytes * WIRE_FACTOR + fileBytes;
  const length = Number(request.headers['content-length'] ?? most);
  server.allowUpload(raw, length);
  const hold = createHold(request, caller);
  try {
    let upload: FormUpload | undefined = new FormUpload(contentType, limits, hold.keep);
    await readAll(request, (chunk) => {
      try {
        upload?.write(chunk);
      } catch (error) {
        // The rest is read without it.
        upload = undefined;
        hold.end();
        giveBack(request);
        throw error;
      }
    });
    return upload.end(charsetOf(contentType) ?? undefined);
  } finally {
    hold.end();
  }
}
