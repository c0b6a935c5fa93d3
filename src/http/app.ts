import {
  fastify,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import type { Log } from '../log.ts';
import { ClientErrors } from './client-errors.ts';
import { mountOperations, type Handlers } from './mount-operations.ts';
import { ClientGone } from './read-body.ts';
import { COMMON_HEADERS, sendError } from './replies.ts';
import { newRequestId } from './request-id.ts';

/** Milliseconds. */
export const TIMEOUTS = { headers: 10_000, request: 30_000, keepAlive: 5_000, check: 2_000 };

interface Parts {
  handlers: Handlers;
  log: Log;
  trustedProxies: readonly string[];
}

/** Stands for a path segment that is not valid percent-encoding: no id, and no path of ours. */
const UNREADABLE_SEGMENT = encodeURIComponent('\ufffd');

/** A URL the router can decode, so that an unreadable id takes the same walk as an unknown one. */
function readableUrl(url: string): string {
  if (!url.includes('%')) return url;
  const [path = '', ...query] = url.split('?');
  const segments = path.split('/').map((segment) => {
    try {
      decodeURIComponent(segment);
      return segment;
    } catch {
      return UNREADABLE_SEGMENT;
    }
  });
  return [segments.join('/'), ...query].join('?');
}

/** The HTTP server of the contract; `listen` and `close` are the caller's. */
export function createApp({ handlers, log, trustedProxies }: Parts): FastifyInstance {
  const clientErrors = new ClientErrors();
  const app = fastify({
    logger: false,
    requestIdHeader: false,
    genReqId: newRequestId,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    requestTimeout: TIMEOUTS.request,
    keepAliveTimeout: TIMEOUTS.keepAlive,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: LIMITS.headerBytes },
    http: {
      headersTimeout: TIMEOUTS.headers,
      connectionsCheckingInterval: TIMEOUTS.check,
      maxHeaderSize: LIMITS.headerBytes,
      requireHostHeader: false,
    },
    clientErrorHandler: clientErrors.handle,
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
  });

  function addCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(COMMON_HEADERS).header('x-request-id', request.id);
    if (request.routeOptions.config?.operation?.pages) reply.header('vary', 'Accept');
  }

  app.addHook('onRequest', async (request, reply) => {
    clientErrors.watch(request.raw.socket, reply.raw);
    addCommonHeaders(request, reply);
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      const message = 'The request has no Host header.';
      throw new ServiceError('invalid_json', undefined, { message });
    }
  });
  // An expectation we do not know is ignored rather than refused without an envelope.
  app.server.on('checkExpectation', (request, response) => {
    app.server.emit('request', request, response);
  });
  app.setNotFoundHandler((request, reply) =>
    sendError(request, reply, new ServiceError('not_found')),
  );
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof ServiceError) return sendError(request, reply, error);
    if (!(error instanceof ClientGone)) {
      const operation = `${request.method} ${request.routeOptions.url ?? ''}`;
      log.requestFailed({ requestId: request.id, operation, error });
    }
    return sendError(request, reply, new ServiceError('internal_error'));
  });
  mountOperations(app, handlers);
  return app;
}
