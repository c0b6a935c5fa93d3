import { toJsonLine } from '../../platform/text/json.ts';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Connections } from './connections.ts';
import { COMMON_HEADERS } from './replies.ts';
import { newRequestId } from './request.ts';

// Imported by name, node:http would also load its client, which takes 35 ms.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** Node's code for a request that was not complete in time. */
const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';
/** The client did not send fast enough, or an upload was not complete in its own time. */
const TOO_SLOW = 'TOO_SLOW';
/** A body in so many tiny chunks that reading it would block the service. */
export const TINY_CHUNKS = 'TINY_CHUNKS';
/** Emitted on a request whose body was not complete in time. */
export const LATE_BODY = 'late body';
/** Emitted on a request when the reading of its body begins. */
export const READS_BODY = 'reads body';
const STOPPING = 'STOPPING';
const TUNNEL = 'TUNNEL';

/** The error to answer with. Status and code agree with the contract's table. */
function refusalOf(code: string): ServiceError {
  const unreadable = (message: string) => new ServiceError('invalid_json', undefined, { message });
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return unreadable(`The head of the request is larger than ${LIMITS.headerBytes} bytes.`);
    case TIMED_OUT:
    case TOO_SLOW:
      return new ServiceError('invalid_json', undefined, { variant: 'late_body' });
    case TINY_CHUNKS:
      return unreadable('The chunks of the body are too small.');
    case STOPPING:
      return new ServiceError('internal_error', undefined, {
        message: 'The service is stopping, and the request was not complete. Send it again.',
      });
    case TUNNEL:
      return new ServiceError('method_not_allowed', undefined, {
        message: 'This service is no proxy: it opens no tunnels.',
      });
    default:
      return unreadable('The request is not valid HTTP.');
  }
}

/** Ends a late body, whose operation answers as usual; false if nothing reads it. */
function endReading(answer: ServerResponse): boolean {
  answer.shouldKeepAlive = false;
  return answer.req.emit(LATE_BODY);
}

function refuse(socket: Socket, error: ServiceError, requestId: string): void {
  const body = toJsonLine(error.toEnvelope());
  const headers = {
    ...COMMON_HEADERS,
    // CONNECT's target is not a resource of this service, so no method is allowed (RFC 9110,
    // 10.2.1).
    ...(error.code === 'method_not_allowed' && { allow: '' }),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n`;
  socket.end(head + body, () => socket.destroy());
}

/** Answers input that is not valid HTTP with the envelope, and closes (RFC 9112, 9.6). */
export class ClientErrors {
  readonly #connections: Connections;
  readonly #tell: Log['requestUnreadable'];

  constructor(connections: Connections, tell: Log['requestUnreadable']) {
    this.#connections = connections;
    this.#tell = tell;
  }

  readonly handle = ({ code = '' }: { code?: string }, socket: Socket): void => {
    const connection = this.#connections.of(socket);
    if (code === TIMED_OUT && connection?.mayTakeLonger) return;
    if (!socket.writable || code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    // Requests received in full before the fault still get their answer.
    if (connection?.endAfterOwed()) return;
    const receiving = connection?.receiving;
    const isLate = code === TIMED_OUT || code === TOO_SLOW;
    if (isLate && receiving && !receiving.headersSent && endReading(receiving)) return;
    // One answer per request, and none to a request whose head never arrived.
    if (receiving?.headersSent || (!receiving && isLate)) {
      socket.destroySoon();
      return;
    }
    const refused = refusalOf(code);
    const requestId = newRequestId();
    this.#tell({ requestId, status: refused.status });
    refuse(socket, refused, requestId);
  };

  /** Refuses a request whose client is too slow. */
  readonly timeOut = (socket: Socket): void => this.handle({ code: TOO_SLOW }, socket);

  /** Gives a request a deadline of its own, in milliseconds from now. */
  extend(request: IncomingMessage, milliseconds: number): void {
    const { socket } = request;
    this.#connections.of(socket)?.takeLonger();
    const timer = setTimeout(() => this.timeOut(socket), milliseconds);
    const stop = () => clearTimeout(timer);
    // An upload that was refused may still be arriving.
    request.once('end', stop).once('close', stop);
  }

  /** Refuses a CONNECT, after which Node no longer handles the socket. */
  readonly refuseTunnel = (socket: Socket): void => {
    socket.on('error', () => socket.destroy());
    this.handle({ code: TUNNEL }, socket);
  };

  /** Answers requests that are incomplete when the service stops. */
  readonly endIncomplete = (): void => {
    for (const socket of this.#connections.incomplete()) this.handle({ code: STOPPING }, socket);
  };
}

/** Handles requests that Node would otherwise answer itself, without the envelope. */
export function answerForNode(server: Server, clientErrors: ClientErrors): void {
  // Sends 100 Continue only when it reads the body: a refused client need not upload.
  server.on('checkContinue', (request, response) => {
    request.once(READS_BODY, () => response.writeContinue());
    server.emit('request', request, response);
  });
  // An unknown expectation is ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('connect', (_request, socket) => clientErrors.refuseTunnel(socket as Socket));
}
