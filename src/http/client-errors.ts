import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ServiceError } from '../contract/service-error.ts';
import { newRequestId } from './request-id.ts';

interface Refusal {
  status: number;
  error: ServiceError;
}

const refusal = (status: number, error: ServiceError): Refusal => ({ status, error });

function refusalOf(code: string): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refusal(
        431,
        new ServiceError('submission_too_large', undefined, {
          message: 'The header fields of the request are too large.',
        }),
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return refusal(
        408,
        new ServiceError('internal_error', undefined, {
          message: 'The request was not complete in time.',
        }),
      );
    default:
      return refusal(
        400,
        new ServiceError('invalid_json', undefined, { message: 'The request is not valid HTTP.' }),
      );
  }
}

/** Answers what could not be read as HTTP with the envelope, and closes (RFC 9112, 9.6). */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, error: reason } = refusalOf(error.code ?? '');
  const body = JSON.stringify(reason.toEnvelope());
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${newRequestId()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
