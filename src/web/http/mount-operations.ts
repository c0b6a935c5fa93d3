import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import {
  allowHeader,
  methodsByPath,
  OPERATION_IDS,
  operationOf,
  type OperationId,
} from '../../contract/operations.ts';
import type { Method } from '../../contract/operation.ts';
import { ServiceError } from '../../contract/service-error.ts';

/** A handler for every operation of the contract: a missing one does not compile. */
export type Handlers = Record<OperationId, RouteHandlerMethod>;

const PREFLIGHT_HEADERS = {
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, *',
  'access-control-max-age': '86400',
};

/** `/f/{formId}` as the router writes it: `/f/:formId`. */
const toRouterPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

function mountOtherMethods(app: FastifyInstance, path: string, methods: readonly Method[]): void {
  const allow = allowHeader(methods);
  const answered = allow.split(', ');
  const url = toRouterPath(path);
  app.options(url, { config: { name: 'preflight' } }, (_request, reply) =>
    reply
      .code(204)
      .headers({ ...PREFLIGHT_HEADERS, allow, 'access-control-allow-methods': allow })
      .send(),
  );
  app.route({
    method: app.supportedMethods.filter((method) => !answered.includes(method)),
    url,
    handler: (request, reply) => {
      const parameters = Object.values(request.params as Record<string, string>);
      if (parameters.includes('')) throw new ServiceError('not_found');
      reply.header('allow', allow);
      throw new ServiceError('method_not_allowed');
    },
  });
}

/** Builds the router from the contract: operations, HEAD, preflights and 405 answers. */
export function mountOperations(app: FastifyInstance, handlers: Handlers): void {
  // Handlers read the body themselves, so that its checks come in the contract's order.
  for (const method of app.supportedMethods.filter((name) => name !== 'HEAD')) {
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  for (const id of OPERATION_IDS) {
    const operation = operationOf(id);
    const { method, path, cache } = operation;
    app.route({
      method,
      url: toRouterPath(path),
      config: { operation, name: id },
      ...(cache && {
        onRequest: (_request, reply, done) => {
          reply.header('cache-control', cache);
          done();
        },
      }),
      handler: handlers[id],
    });
  }
  for (const [path, methods] of methodsByPath()) mountOtherMethods(app, path, methods);
}
