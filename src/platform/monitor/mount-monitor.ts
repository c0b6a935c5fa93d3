import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { ServiceError } from '../../contract/service-error.ts';
import type { OtherRequest } from '../log/events.ts';
import { readBearer } from '../../forms/form-credentials.ts';
import { secretsEqual } from '../secrets/keyed-hash.ts';
import type { ReadinessCheck } from './readiness.ts';

const ALLOW = ['GET', 'HEAD', 'OPTIONS'];

/** Text format of Prometheus. */
const EXPOSITION = 'text/plain; version=0.0.4; charset=utf-8';

/** Shaped like the contract's envelope; the code is not one of the contract's. */
const UNAUTHORIZED = {
  success: false,
  error: 'metrics_unauthorized',
  message: 'Send the metrics token as "Authorization: Bearer <token>".',
  retryable: false,
};

/** Removes the CORS header: pages of other origins must not read these answers. */
async function withoutCors(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.removeHeader('access-control-allow-origin');
}

function mountGet(
  app: FastifyInstance,
  name: OtherRequest & ('metrics' | 'ready'),
  handler: RouteHandlerMethod,
): void {
  const url = `/${name}`;
  const options = { config: { name }, onRequest: withoutCors };
  const allow = ALLOW.join(', ');
  app.get(url, options, handler);
  app.options(url, options, (_request, reply) => reply.code(204).header('allow', allow).send());
  app.route({
    method: app.supportedMethods.filter((method) => !ALLOW.includes(method)),
    url,
    ...options,
    handler: (_request, reply) => {
      reply.header('allow', allow);
      throw new ServiceError('method_not_allowed');
    },
  });
}

/** GET /ready, for load balancers; it needs no token, because it only says yes or no. */
export function mountReady(app: FastifyInstance, { read }: Pick<ReadinessCheck, 'read'>): void {
  mountGet(app, 'ready', async (_request, reply) => {
    const readiness = await read();
    return reply.code(readiness.ready ? 200 : 503).send(readiness);
  });
}

/** GET /metrics, for callers with the token; if none is set, for everyone who can reach `app`. */
export function mountMetrics(
  app: FastifyInstance,
  text: () => Promise<string>,
  token: string | undefined,
): void {
  const isAllowed = ({ headers: { authorization } }: FastifyRequest) =>
    token === undefined || secretsEqual(readBearer(authorization) ?? '', token);

  mountGet(app, 'metrics', async (request, reply) => {
    if (!isAllowed(request)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send(UNAUTHORIZED);
    }
    return reply.type(EXPOSITION).send(await text());
  });
}
