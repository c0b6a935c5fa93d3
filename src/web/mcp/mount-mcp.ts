import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '../../contract/limits.ts';
import { MCP_PATH } from '../../contract/operations.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { callOperation, internalError } from './call-operation.ts';
import type { RunTool } from './endpoint.ts';
import { addCors, createGate } from './gate.ts';
import { readMessage, RPC, type Refused } from './read-message.ts';

const ALLOW = 'POST, OPTIONS';

interface McpParts {
  publicUrl: () => string;
  /** The address the service listens on. */
  host: string;
  /** Version of the deployment, shown to clients. */
  version: string;
  /** Reads the whole body; undefined when it is larger than `limit` bytes. */
  readBody: (request: FastifyRequest, limit: number) => Promise<Uint8Array | undefined>;
  /** Counts one message of the client; throws `rate_limited` above the limit of this minute. */
  countMessage: (request: FastifyRequest) => Promise<void>;
  report: (facts: { requestId: string; operation: string; error: unknown }) => void;
}

const REFUSALS: Record<'host' | 'origin', Refused> = {
  host: { status: 403, code: RPC.refused, message: 'This Host is not a name of this service.' },
  origin: { status: 403, code: RPC.refused, message: 'Pages of this Origin may not call /mcp.' },
};

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

/** Answers MCP clients at /mcp: stateless Streamable HTTP, POST alone (docs/decisions/0013). */
export function mountMcp(app: FastifyInstance, parts: McpParts): void {
  const { publicUrl, version, readBody, countMessage, report } = parts;
  const gate = createGate(parts);
  const operation = `POST ${MCP_PATH}`;

  async function onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const refusal = gate(request);
    reply.removeHeader('access-control-allow-origin');
    if (refusal) await refuse(reply, REFUSALS[refusal]);
    else addCors(request, reply, ALLOW);
  }

  function createRunTool(request: FastifyRequest): RunTool {
    return async (tool, args) => {
      try {
        return await callOperation(app, request, tool.toCall(args));
      } catch (error) {
        report({ requestId: request.id, operation: `${operation} ${tool.name}`, error });
        return internalError();
      }
    };
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
      runTool: createRunTool(request),
      onError: (error) => (fault = error),
    });
    if (response.status >= 500) report({ requestId: request.id, operation, error: fault });
    // The library's headers would let caches keep a management token, and keep each connection open.
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
    handler: (_request, reply) => {
      reply.header('allow', ALLOW);
      throw new ServiceError('method_not_allowed');
    },
  });
}
