import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback, nameInHost } from '../../platform/text/host-name.ts';

interface GateParts {
  publicUrl: () => string;
  /** The address the service listens on. */
  host: string;
}

/** Why a request is refused. */
type Refusal = 'host' | 'origin';

/**
 * Checks Host and Origin (MCP, Streamable HTTP, "Security Warning"; THREATS, T33). Both must be
 * PUBLIC_URL's, or names of this machine, at any port, where the service is reached by them.
 */
export type Gate = (request: FastifyRequest) => Refusal | undefined;

export function createGate({ publicUrl, host }: GateParts): Gate {
  const isLocal = (name: string, own: URL) =>
    isLoopback(name) && (isLoopback(host) || isLoopback(own.hostname));

  return ({ headers: { host: asked, origin } }) => {
    const own = new URL(publicUrl());
    const name = nameInHost(asked);
    if (!name || (name !== own.hostname && !isLocal(name, own))) return 'host';
    if (origin === undefined) return undefined;
    const page = URL.parse(origin);
    const trusted = page && (page.host === own.host || isLocal(page.hostname, own));
    return trusted && /^https?:$/.test(page.protocol) ? undefined : 'origin';
  };
}

const ALLOWED_HEADERS =
  'Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, ' +
  'MCP-Protocol-Version, Mcp-Session-Id, *';

/** CORS for the origins that the gate accepts: answers name that origin, never `*`. */
export function addCors(request: FastifyRequest, reply: FastifyReply, methods: string): void {
  const { origin } = request.headers;
  reply.header('vary', 'Origin').removeHeader('access-control-allow-origin');
  if (origin === undefined) return;
  reply.header('access-control-allow-origin', origin);
  if (request.method !== 'OPTIONS') return;
  reply.headers({
    'access-control-allow-headers': ALLOWED_HEADERS,
    'access-control-allow-methods': methods,
    'access-control-max-age': '86400',
  });
}
