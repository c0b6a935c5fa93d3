import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback, nameInHost } from '../../platform/text/host-name.ts';

interface GateParts {
  publicUrl: () => string;
  /** The address the service listens on. */
  host: string;
}

/** Why a request is not let in. */
type Refusal = 'host' | 'origin';

/**
 * Tells whether a request may come in (MCP, Streamable HTTP, "Security Warning"; THREATS, T33). Host
 * names PUBLIC_URL's host, and an Origin, which browsers alone send, is PUBLIC_URL's; names of this
 * machine are accepted where the service is reached under them, at any port.
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

/** CORS for the origins the gate lets in: the answers name that origin, never all. */
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
