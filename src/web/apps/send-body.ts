import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { CODINGS, type Bodies } from './assets.ts';

/** Of files whose names change with what is in them. */
export const ASSET_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Accept-Encoding',
};

/** By the end of a file's name. */
export const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
};

/** The best coding for an Accept-Encoding header (RFC 9110, 12.5.3). */
export function chooseCoding(header = ''): keyof Bodies {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const takes = negotiator.encodings([...CODINGS]);
  return CODINGS.find((coding) => takes.includes(coding)) ?? 'identity';
}

/** Sends a body in the best coding that the client takes. */
export function sendBody(request: FastifyRequest, reply: FastifyReply, bodies: Bodies) {
  const coding = chooseCoding(request.headers['accept-encoding']);
  // Pictures are the same in each.
  if (bodies[coding] === bodies.identity) return reply.send(bodies.identity);
  return reply.header('content-encoding', coding).send(bodies[coding]);
}

/** Of a body in any coding (RFC 9110, 8.8.1). */
export const etagOf = (octets: Buffer): string =>
  `W/"${createHash('sha256').update(octets).digest('base64url')}"`;

/** True if a client has what would be sent (RFC 9110, 13.1.2: weak comparison). */
function isKnown(headers: FastifyRequest['headers'], etag: string): boolean {
  const tags = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace('W/', ''));
  return tags?.some((tag) => tag === '*' || tag === etag.replace('W/', '')) ?? false;
}

/** Sends a file, unless its reader has it. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { bodies, etag }: { bodies: Bodies; etag: string },
) {
  reply.header('etag', etag);
  if (isKnown(request.headers, etag)) return reply.code(304).send();
  return sendBody(request, reply, bodies);
}
