import {
  fastify,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { LIMITS } from '../contract/limits.ts';
import { OPERATIONS } from '../contract/operations.ts';
import { ServiceError } from '../contract/service-error.ts';
import type { Log } from '../log.ts';
import { answerClientError } from './client-errors.ts';
import { mountOperations, type Handlers } from './mount-operations.ts';
import { ClientGone } from './read-body.ts';
import { COMMON_HEADERS, sendError } from './replies.ts';
import { newRequestId } from './request-id.ts';

/** Milliseconds. */
const TIMEOUTS = { headers: 10_000, request: 30_000, keepAlive: 5_000, check: 2_000 };

interface Parts {
  handlers: Handlers;
  log: Log;
  trustedProxies: readonly string[];
}

/** Paths under which whatever follows is a form id, even when it is not valid percent-encoding. */
const FORM_ID_PREFIXES = [OPERATIONS.submitForm, OPERATIONS.getRoute].map(({ path }) =>
  path.slice(0, path.indexOf('{')),
);

function unreadablePath(url: string): ServiceError {
  const namesRoute = FORM_ID_PREFIXES.some((prefix) => url.startsWith(prefix));
  return new ServiceError(namesRoute ? 'route_not_found' : 'not_found');
}

/** The HTTP server of the contract; `listen` and `close` are the caller's. */
export function createApp({ handlers, log, trustedProxies }: Parts): FastifyInstance {
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
    },
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, request, reply) => {
      addCommonHeaders(request, reply);
      void sendError(request, reply, unreadablePath(request.raw.url ?? ''));
    },
  });

  function addCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(COMMON_HEADERS).header('x-request-id', request.id);
    if (request.routeOptions.config?.operation?.pages) reply.header('vary', 'Accept');
  }

  app.addHook('onRequest', async (request, reply) => addCommonHeaders(request, reply));
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
