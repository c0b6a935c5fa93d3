import type { IncomingMessage } from 'node:http';
import { createMatch } from '../../platform/settings/proxy-networks.ts';
import { newRequestId } from './request.ts';

/** A proxy's id: UUID, hexadecimal or base64. It goes into headers and the log. */
const REQUEST_ID = /^[\w.:+/=-]{1,128}$/;

/** A traceparent, also of a later version (W3C Trace Context, 3.2 and 4). */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

const ZEROS = /^0+$/;

/** The trace that a traceparent names; undefined if it is not valid. */
export function traceOf(traceparent: unknown): string | undefined {
  const [, version, trace = '', parent = '', more] = TRACEPARENT.exec(String(traceparent)) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) {
    return undefined;
  }
  return ZEROS.test(trace) || ZEROS.test(parent) ? undefined : trace;
}

/** Names a request by a trusted proxy's X-Request-Id, else by a new id. Notes its traceparent. */
export function createNameRequest(
  proxies: readonly string[],
  noteTrace: (requestId: string, traceId: string) => void,
): (request: IncomingMessage) => string {
  if (proxies.length === 0) return newRequestId;
  const isProxy = createMatch(proxies);
  return ({ headers, socket }) => {
    const { 'x-request-id': given, traceparent } = headers;
    if (given === undefined && traceparent === undefined) return newRequestId();
    if (!isProxy(socket.remoteAddress ?? '')) return newRequestId();
    const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : newRequestId();
    const trace = traceOf(traceparent);
    if (trace !== undefined) noteTrace(id, trace);
    return id;
  };
}
