import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { methodNotAllowed } from '../../contract/service-error.ts';
import { readBearer } from '../text/http-headers.ts';
import type { OtherRequest } from '../log/events.ts';
import { secretsEqual } from '../secrets/keyed-hash.ts';
import { within } from '../waiting/within.ts';

type CheckName = 'store' | 'smtp' | 'mail_api' | 'token_server' | 'marked_smtp';

/** Resolves when the neighbour can serve now; may give up after `patience` milliseconds. */
type Check = (patience: number) => Promise<unknown>;

/**
 * True if this process should get requests; names only the neighbour that fails. A mail server that
 * is down does not count: it is down for every node, and our error beats the proxy's. One that
 * refuses the credentials does.
 */
export interface Readiness {
  ready: boolean;
  checks: Partial<Record<CheckName, 'ok' | 'failed'>> & {
    service?: 'stopping';
    /** The settings whose credentials are refused. */
    credentials?: string;
  };
}

/** Milliseconds for which a result is reused, so that requests cannot flood the neighbours. */
const FRESH = 5_000;

/** Milliseconds after which a neighbour that does not answer counts as failed. */
const PATIENCE = 3_000;

/** Asks a neighbour at most once at a time, and at most once while its last answer is fresh. */
function createCached(check: Check, now: () => number, patience: number): () => Promise<boolean> {
  let asked = -Infinity;
  let underWay = false;
  let outcome: Promise<boolean> = Promise.resolve(false);

  function ask(): Promise<boolean> {
    underWay = true;
    const answer = check(patience)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        underWay = false;
      });
    return within(patience, answer, () => false);
  }

  return () => {
    const isFresh = Math.abs(now() - asked) < FRESH;
    if (!isFresh && !underWay) {
      asked = now();
      outcome = ask();
    }
    return outcome;
  };
}

/** `fault`: the settings whose credentials are refused; `patience`: milliseconds. */
export function createReadiness(
  checks: { store: Check } & Partial<Record<CheckName, Check | undefined>>,
  now: () => number,
  patience = PATIENCE,
  fault = (): string | undefined => undefined,
) {
  const asked = Object.entries(checks).flatMap(([name, check]) =>
    check ? [{ name, ask: createCached(check, now, patience) }] : [],
  );
  const say = (ok: boolean) => (ok ? 'ok' : 'failed');
  let stopping = false;
  const stopped: Readiness = { ready: false, checks: { service: 'stopping' } };
  return {
    /** Never rejects. */
    async read(): Promise<Readiness> {
      if (stopping) return stopped;
      const said = await Promise.all(asked.map(async ({ name, ask }) => [name, say(await ask())]));
      if (stopping) return stopped;
      const found: Readiness['checks'] = Object.fromEntries(said);
      const credentials = fault();
      return {
        ready: found.store === 'ok' && credentials === undefined,
        checks: { ...found, ...(credentials !== undefined && { credentials }) },
      };
    },
    /** Makes every later answer a no, without asking neighbours. */
    stop() {
      stopping = true;
    },
  };
}

export type ReadinessCheck = ReturnType<typeof createReadiness>;

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
    handler: (request, reply) => {
      reply.header('allow', allow);
      throw methodNotAllowed(request.method, allow);
    },
  });
}

/** GET /ready, for load balancers; it needs no token, because it only says yes or no. */
export function mountReady(app: FastifyInstance, { read }: ReadinessCheck): void {
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
