import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import {
  fastify,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { LIMITS } from '../../contract/limits.ts';
import { methodNotAllowed, ServiceError } from '../../contract/service-error.ts';
import type { Log } from '../../platform/log/log.ts';
import { parseFormId, type FormId } from '../../contract/names.ts';
import { toJsonLine } from '../../platform/text/json.ts';
import { boundMemory } from './bodies-in-flight.ts';
import { answerForNode, ClientErrors } from './client-errors.ts';
import { Connections } from './connections.ts';
import type { Guards, Operations } from './call.ts';
import { allowOfAny, mountOperations } from './mount-operations.ts';
import { ClientGone } from '../../submissions/ask.ts';
import type { Doors } from './doors.ts';
import { beginReply, sendError } from './replies.ts';
import { createNameRequest } from './proxy-headers.ts';
import { isRepeated, NO_TARGET, readTarget } from './request.ts';

/** Milliseconds; `incomplete` starts at the drain's end, `unread` at the stop's start. */
export const TIMEOUTS = {
  headers: 10_000,
  request: 30_000,
  check: 2_000,
  incomplete: 5_000,
  unread: 22_000,
};

/** For how long a stop still accepts connections, and then still answers them, in milliseconds. */
interface Drain {
  accepting: number;
  answering: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Gives a request with files more time than others, by the bytes that it may bring. */
    allowUpload(request: IncomingMessage, bytes: number): void;
    /** Announces a stop on the open connections; resolves when the app may close. */
    leave(): Promise<void>;
  }
}

/** Fastify's own methods. Others match no path, and become TRACE for a faster start. */
const ROUTED: ReadonlySet<string> = new Set(
  'GET HEAD POST PUT PATCH DELETE OPTIONS QUERY'.split(' '),
);

interface ServerOptions {
  log: Log;
  trustedProxies: readonly string[];
  /** Gets the trace of each request whose proxy names one. */
  noteTrace?: ((requestId: string, traceId: string) => void) | undefined;
  /** Bytes of the largest body that any path accepts. */
  largestBody: number;
  /** Bytes of the files that one submission may bring; none by default. */
  largestFiles?: number;
  keepAliveSeconds: number;
  drain: Drain;
  /** The `Allow` header of a path that answers other methods; by default no path does. */
  allowOf?: (url: string, app: FastifyInstance) => string | undefined;
  /** Answers for a path that does not exist; by default with the envelope. */
  sendNothing?: typeof sendError;
}

/** The form that a request names, for the log; no other part of a path may be logged. */
function formOf({ params }: FastifyRequest): { formId?: FormId } {
  const { formId: text } = (params ?? {}) as { formId?: string };
  const formId = text === undefined ? undefined : parseFormId(text);
  return formId ? { formId } : {};
}

/** The fault in the head of a request, as a sentence. */
function faultOf({ url, headers, raw }: FastifyRequest): string | undefined {
  if (url === NO_TARGET) return 'The target of the request is neither a path nor a URL.';
  if (headers.host === undefined && raw.httpVersion === '1.1') {
    return 'The request has no Host header.';
  }
  if (isRepeated(raw, 'host')) return 'The request has more than one Host header.';
  return undefined;
}

/** Closes connections by this service's rules: Node would wait without a limit. */
function closeConnections(
  app: FastifyInstance,
  connections: Connections,
  { timeOut, endIncomplete }: ClientErrors,
  { accepting, answering }: Drain,
): void {
  let timers: NodeJS.Timeout[] = [];
  const stopWatching = connections.watch(timeOut);
  app.server.on('connection', connections.add);
  // Node's own method treats a connection as idle whose answer is written but not yet sent.
  app.server.closeIdleConnections = () => undefined;
  // Connections accepted from now on are kept, so that a proxy opens no new ones while the listener
  // closes: those would be reset.
  app.decorate('leave', async () => {
    connections.leave();
    await wait(accepting);
  });
  app.addHook('preClose', async () => {
    await connections.acceptWaiting();
    connections.leave();
    timers = [
      // After one turn of the event loop, which reads what has arrived.
      setTimeout(() => setImmediate(connections.close), answering),
      setTimeout(() => setImmediate(endIncomplete), answering + TIMEOUTS.incomplete),
      setTimeout(connections.destroy, TIMEOUTS.unread - accepting),
    ];
  });
  app.addHook('onClose', async () => {
    await connections.ended();
    stopWatching();
    for (const timer of timers) clearTimeout(timer);
  });
}

/**
 * After the event loop was blocked, timers run before sockets are read: without this, Node would
 * close an idle connection on which a request has just arrived.
 */
function readBeforeTimeouts({ server }: FastifyInstance): void {
  server.on('timeout', (socket) => {
    const { bytesRead } = socket;
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy();
    });
  });
}

const compileNothing = (): never => {
  throw new Error('no route has a schema');
};

/** Replaces Fastify's schema compilers, which take 40 ms to load and are never used. */
const NO_COMPILERS = {
  compilersFactory: { buildValidator: compileNothing, buildSerializer: compileNothing },
};

const factsOf = (request: FastifyRequest) => ({
  requestId: request.id,
  operation: request.routeOptions.config?.name ?? 'none',
});

/** Puts the common headers on every answer, and refuses what cannot be routed. */
function checkHeads(app: FastifyInstance, connections: Connections): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!connections.take(request.raw.socket, reply.raw)) {
      reply.hijack();
      return;
    }
    beginReply(request, reply);
    const fault = faultOf(request);
    if (fault === undefined) done();
    else done(new ServiceError('invalid_json', undefined, { message: fault }));
  });
}

/** Logs every answer, and turns every error into an answer. */
function logAnswers(app: FastifyInstance, parts: ServerOptions): void {
  const { log, allowOf, sendNothing = sendError } = parts;
  function refuse(request: FastifyRequest, reply: FastifyReply, error: ServiceError): FastifyReply {
    log.requestRefused({ ...factsOf(request), ...formOf(request), code: error.code });
    return (error.code === 'not_found' ? sendNothing : sendError)(request, reply, error);
  }

  app.addHook('onResponse', (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    log.requestAnswered({ ...factsOf(request), status: reply.statusCode, ms });
    done();
  });
  app.setNotFoundHandler((request, reply) => {
    const allow = allowOf?.(request.url, app);
    if (allow === undefined) return refuse(request, reply, new ServiceError('not_found'));
    return refuse(request, reply.header('allow', allow), methodNotAllowed(request.method, allow));
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof ServiceError) return refuse(request, reply, error);
    if (error instanceof ClientGone) log.requestAborted(factsOf(request));
    else log.requestFailed({ ...factsOf(request), error });
    return sendError(request, reply, new ServiceError('internal_error'));
  });
}

/** An HTTP server without paths; all of its answers follow the contract. */
export function createServer(parts: ServerOptions): FastifyInstance {
  const { log, trustedProxies, noteTrace = () => undefined, keepAliveSeconds, drain } = parts;
  const connections = new Connections(log.connectionCut);
  const clientErrors = new ClientErrors(connections, log.requestUnreadable);
  const app = fastify({
    logger: false,
    requestIdHeader: false,
    genReqId: createNameRequest(trustedProxies, noteTrace),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    requestTimeout: TIMEOUTS.request,
    keepAliveTimeout: keepAliveSeconds * 1_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    schemaController: NO_COMPILERS,
    routerOptions: { maxParamLength: LIMITS.headerBytes },
    http: {
      headersTimeout: TIMEOUTS.headers,
      connectionsCheckingInterval: TIMEOUTS.check,
      maxHeaderSize: LIMITS.headerBytes,
      requireHostHeader: false,
    },
    clientErrorHandler: clientErrors.handle,
    rewriteUrl(request) {
      const { method = '', url = '' } = request;
      if (!ROUTED.has(method)) request.method = 'TRACE';
      return readTarget(method, url);
    },
  }).setReplySerializer(toJsonLine);
  checkHeads(app, connections);
  answerForNode(app.server, clientErrors);
  logAnswers(app, parts);
  readBeforeTimeouts(app);
  closeConnections(app, connections, clientErrors, drain);
  app.decorate('allowUpload', (request: IncomingMessage, bytes: number) => {
    const seconds = bytes / LIMITS.leastUploadBytesPerSecond;
    clientErrors.extend(request, TIMEOUTS.request + seconds * 1_000);
  });
  boundMemory(app, connections, parts);
  return app;
}

interface AppOptions extends ServerOptions {
  operations: Operations;
  guards: Guards;
  doors: Doors;
}

/** The HTTP server of the contract; the caller calls `listen` and `close`. */
export function createApp({ operations, guards, doors, ...parts }: AppOptions): FastifyInstance {
  const app = createServer({ ...parts, allowOf: allowOfAny, sendNothing: doors.sendNothing });
  mountOperations(app, operations, guards, doors);
  return app;
}
