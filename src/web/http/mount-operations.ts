import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import {
  allowHeader,
  methodsByPath,
  OPERATION_IDS,
  OPERATIONS,
  operationOf,
  type OperationId,
} from '../../contract/operations.ts';
import type { Method } from '../../contract/operation.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { CountCalls } from './call-rates.ts';
import { looksForPage, type Doors } from './doors.ts';
import { PAGE_VARY } from './replies.ts';

/** A handler for every operation of the contract: a missing one does not compile. */
export type Handlers = Record<OperationId, RouteHandlerMethod>;

const PREFLIGHT_HEADERS = {
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, *',
  'access-control-max-age': '86400',
};

/** `/f/{formId}` as the router writes it: `/f/:formId`. */
const toRouterPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** Throws `not_found` for a path whose parameter is empty, such as `/f/`. */
function refuseEmpty({ params }: FastifyRequest): void {
  if (Object.values(params as Record<string, string>).includes('')) {
    throw new ServiceError('not_found');
  }
}

/** `door` is what a browser gets that opens a path which answers no GET. */
function mountOtherMethods(
  app: FastifyInstance,
  path: string,
  methods: readonly Method[],
  door?: RouteHandlerMethod,
): void {
  const allow = allowHeader(methods);
  const answered = allow.split(', ');
  const url = toRouterPath(path);
  app.options(url, { config: { name: 'preflight' } }, (_request, reply) =>
    reply
      .code(204)
      .headers({ ...PREFLIGHT_HEADERS, allow, 'access-control-allow-methods': allow })
      .send(),
  );
  const looks = door ? ['GET', 'HEAD'] : [];
  const others = app.supportedMethods.filter((method) => !answered.includes(method));
  const refuse: RouteHandlerMethod = (request, reply) => {
    refuseEmpty(request);
    reply.header('allow', allow);
    throw new ServiceError('method_not_allowed');
  };
  app.route({
    method: others.filter((method) => !looks.includes(method)),
    url,
    handler: refuse,
  });
  if (!door) return;
  app.route({
    method: looks,
    url,
    config: { name: 'door' },
    handler(request, reply) {
      refuseEmpty(request);
      reply.header('vary', PAGE_VARY);
      return (looksForPage(request) ? door : refuse).call(app, request, reply);
    },
  });
}

/** Builds the router from the contract: operations and their rates, HEAD, preflights and 405 answers. */
export function mountOperations(
  app: FastifyInstance,
  handlers: Handlers,
  countCalls: CountCalls,
  { showForm }: Pick<Doors, 'showForm'>,
): void {
  const doors: Readonly<Record<string, RouteHandlerMethod>> = {
    [OPERATIONS.submitForm.path]: showForm,
  };
  app.decorateRequest('website', undefined);
  app.decorateRequest('posted', undefined);
  // Handlers read the body themselves, so that its checks come in the contract's order.
  for (const method of app.supportedMethods.filter((name) => name !== 'HEAD')) {
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  for (const id of OPERATION_IDS) {
    const operation = operationOf(id);
    const { method, path, cache } = operation;
    const preHandler = countCalls(operation);
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
      ...(preHandler && { preHandler }),
      handler: handlers[id],
    });
  }
  for (const [path, methods] of methodsByPath()) {
    mountOtherMethods(app, path, methods, doors[path]);
  }
}
