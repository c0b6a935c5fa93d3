import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '../../contract/limits.ts';
import { MCP_PATH } from '../../contract/operations.ts';
import { methodNotAllowed, ServiceError } from '../../contract/service-error.ts';
import { isLoopback, nameInHost } from '../../platform/text/host-name.ts';
import { readMessage, refusal, type Refused } from './read-message.ts';
import type { OperationCall, CallOutcome } from './tool-calls.ts';

interface McpOptions {
  publicUrl: () => string;
  /** The address the service listens on. */
  host: string;
  /** Release and commit of the deployment, shown to clients. */
  version: string;
  /** Reads the whole body; undefined when it is larger than `limit` bytes. */
  readBody: (request: FastifyRequest, limit: number) => Promise<Uint8Array | undefined>;
  /** Counts one message of the client; throws `rate_limited` above the limit of this minute. */
  countMessage: (request: FastifyRequest) => Promise<void>;
  report: (facts: { requestId: string; operation: string; error: unknown }) => void;
}

const OTHER_HOST = refusal(403, 'refused', 'This Host is not a name of this service.');
const OTHER_ORIGIN = refusal(403, 'refused', 'Pages of this Origin may not call /mcp.');

/**
 * The reason to refuse a Host or Origin (MCP, Streamable HTTP, "Security Warning"). Both must match
 * PUBLIC_URL, or name this machine if the service is used locally, at any port.
 */
function faultOfHead(
  { headers: { host: asked, origin } }: FastifyRequest,
  { publicUrl, host }: McpOptions,
): Refused | undefined {
  const own = new URL(publicUrl());
  const isLocal = (name: string) =>
    isLoopback(name) && (isLoopback(host) || isLoopback(own.hostname));
  const name = nameInHost(asked);
  if (!name || (name !== own.hostname && !isLocal(name))) return OTHER_HOST;
  if (origin === undefined) return undefined;
  const page = URL.parse(origin);
  const isTrusted = page && (page.host === own.host || isLocal(page.hostname));
  return isTrusted && /^https?:$/.test(page.protocol) ? undefined : OTHER_ORIGIN;
}

const ALLOW = 'POST, OPTIONS';

const ALLOWED_HEADERS =
  'Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, ' +
  'MCP-Protocol-Version, Mcp-Session-Id, *';

/** CORS for the origins that are not refused: answers name that origin, never `*`. */
function addCors({ method, headers: { origin } }: FastifyRequest, reply: FastifyReply): void {
  reply.header('vary', 'Origin');
  if (origin === undefined) return;
  reply.header('access-control-allow-origin', origin);
  if (method !== 'OPTIONS') return;
  reply.headers({
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-allow-methods': ALLOW,
    'access-control-max-age': '86400',
  });
}

function refuse(reply: FastifyReply, { status, code, message }: Refused): FastifyReply {
  return reply.code(status).send({ jsonrpc: '2.0', error: { code, message }, id: null });
}

function toWebRequest({ headers }: FastifyRequest, reply: FastifyReply, url: string): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const list = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ]);
  return new Request(url, { method: 'POST', headers: list, signal: gone.signal });
}

/** An internal error as the outcome of a call. */
const internalError = (): CallOutcome => ({
  failed: true,
  body: new ServiceError('internal_error').toEnvelope(),
});

/** The headers by which a proxy says for whom it asks, and in which request of its own. */
const OF_PROXIES = ['x-forwarded-for', 'x-request-id', 'traceparent'];

/**
 * Calls the operation in-process with the address and the proxy's headers of `request`, so that
 * limits count the MCP client and not this machine.
 */
async function callOperation(
  request: FastifyRequest,
  { method, path, headers, body, echo }: OperationCall,
): Promise<CallOutcome> {
  const { remoteAddress } = request.socket;
  // The client has gone. Without its address the call would count as one of this machine.
  if (!remoteAddress) return internalError();
  const given = OF_PROXIES.map((name) => [name, request.headers[name]] as const);
  const answer = await request.server.inject({
    method,
    url: path,
    remoteAddress,
    headers: {
      ...headers,
      accept: 'application/json',
      ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const read: Record<string, unknown> = answer.json();
  const repeats = echo !== undefined && read['test'] === true;
  return { failed: answer.statusCode >= 400, body: repeats ? { ...read, echo } : read };
}

/** Answers MCP clients at /mcp: stateless Streamable HTTP, POST alone (docs/decisions/0013). */
export function mountMcp(app: FastifyInstance, parts: McpOptions): void {
  const { publicUrl, version, readBody, countMessage, report } = parts;
  const operation = `POST ${MCP_PATH}`;

  async function onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const refused = faultOfHead(request, parts);
    reply.removeHeader('access-control-allow-origin');
    if (refused) await refuse(reply, refused);
    else addCors(request, reply);
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    await countMessage(request);
    const read = readMessage(await readBody(request, LIMITS.mcpBodyBytes));
    if ('refused' in read) return refuse(reply, read.refused);
    const more = Array.isArray(read.value) ? read.value.length - 1 : 0;
    for (let count = 0; count < more; count += 1) await countMessage(request);
    let fault: unknown;
    // Loaded with the first request, so that it does not slow down the start.
    const { answerMcp } = await import('./endpoint.ts');
    const response = await answerMcp({
      request: toWebRequest(request, reply, publicUrl() + MCP_PATH),
      message: read.value,
      version,
      publicUrl: publicUrl(),
      async runTool({ name, toCall }, args) {
        try {
          return await callOperation(request, toCall(args));
        } catch (error) {
          report({ requestId: request.id, operation: `${operation} ${name}`, error });
          return internalError();
        }
      },
      onError: (error) => (fault = error),
    });
    if (response.status >= 500) report({ requestId: request.id, operation, error: fault });
    // Without these, caches could keep a management token, and connections would stay open.
    response.headers.set('cache-control', 'no-store, no-transform');
    response.headers.delete('connection');
    return reply.send(response);
  }

  app.post(MCP_PATH, { onRequest, config: { name: 'mcp' } }, answer);
  app.options(MCP_PATH, { onRequest, config: { name: 'preflight' } }, (_request, reply) =>
    reply.code(204).header('allow', ALLOW).send(),
  );
  app.route({
    method: app.supportedMethods.filter((method) => !ALLOW.split(', ').includes(method)),
    url: MCP_PATH,
    onRequest,
    handler: (request, reply) => {
      reply.header('allow', ALLOW);
      throw methodNotAllowed(request.method, ALLOW);
    },
  });
}
