import type { FastifyRequest } from 'fastify';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that name one client; the rest is the client's to choose. */
const IPV6_GROUPS = 4;

/**
 * The name of a client for rate limits: its IPv4 address or IPv6 /64. The address is the socket's,
 * or the rightmost hop of X-Forwarded-For that is not a trusted proxy (TRUSTED_PROXIES).
 */
export function callerOf(request: FastifyRequest): string {
  if (isIPv4(request.ip)) return request.ip;
  const reported = request.ip.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  const peer = request.socket.remoteAddress ?? '';
  const text = ipaddr.isValid(reported) ? reported : peer;
  if (!ipaddr.isValid(text)) return 'unknown';
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv6) {
    return `${address.parts
      .slice(0, IPV6_GROUPS)
      .map((part) => part.toString(16))
      .join(':')}::/64`;
  }
  return address.toString();
}
