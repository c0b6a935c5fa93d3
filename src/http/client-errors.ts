import type { Socket } from 'node:net';
import { ServiceError } from '../contract/service-error.ts';
import type { Log } from '../log.ts';
import type { Connections } from './connections.ts';
import { COMMON_HEADERS } from './replies.ts';
import { newRequestId } from './request-id.ts';
import { STATUS_CODES } from './node-http.ts';

interface Refusal {
  status: number;
  error: ServiceError;
}

const refusal = (status: number, error: ServiceError): Refusal => ({ status, error });

const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';

function refusalOf(code: string): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return refusal(
        431,
        new ServiceError('submission_too_large', undefined, {
          message: 'The header fields of the request are too large.',
        }),
      );
    case TIMED_OUT:
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

function refuse(socket: Socket, { status, error }: Refusal, requestId: string): void {
  const body = JSON.stringify(error.toEnvelope());
  const headers = {
    ...COMMON_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
  socket.end(head + body, () => socket.destroy());
}

/** Answers what cannot be read as HTTP with the envelope, and closes (RFC 9112, 9.6). */
export class ClientErrors {
  readonly #connections: Connections;
  readonly #tell: Log['requestUnreadable'];

  constructor(connections: Connections, tell: Log['requestUnreadable']) {
    this.#connections = connections;
    this.#tell = tell;
  }

  readonly handle = (error: { code?: string }, socket: Socket): void => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    // Whole requests before the fault are answered as they deserve: they may have been delivered.
    const owed = this.#connections.owed(socket);
    if (!owed) {
      const refused = refusalOf(error.code ?? '');
      const requestId = newRequestId();
      this.#tell({ requestId, status: refused.status });
      refuse(socket, refused, requestId);
      return;
    }
    owed.shouldKeepAlive = false;
    owed.once('finish', () => socket.destroySoon());
  };

  /** Answers the requests that are not complete as ones that took too long. */
  readonly endIncomplete = (): void => {
    for (const socket of this.#connections.incomplete()) {
      this.handle({ code: TIMED_OUT }, socket);
    }
  };
}
