import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** The codings of a body (RFC 9110, 8.4.1), the best one first. */
export const CODINGS = ['br', 'gzip', 'identity'] as const;

/** A body in each coding. */
export type Bodies = Readonly<Record<(typeof CODINGS)[number], Buffer>>;

export async function encodeBody(text: string): Promise<Bodies> {
  const identity = Buffer.from(text);
  return {
    br: await promisify(brotliCompress)(identity),
    gzip: await promisify(gzip)(identity),
    identity,
  };
}

/** The best coding for an Accept-Encoding header (RFC 9110, 12.5.3). */
export function chooseCoding(header = ''): keyof Bodies {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const takes = negotiator.encodings([...CODINGS]);
  return CODINGS.find((coding) => takes.includes(coding)) ?? 'identity';
}

/** Sends a body in the best coding that the client takes. */
export function sendBody(request: FastifyRequest, reply: FastifyReply, bodies: Bodies) {
  const coding = chooseCoding(request.headers['accept-encoding']);
  if (coding === 'identity') return reply.send(bodies.identity);
  return reply.header('content-encoding', coding).send(bodies[coding]);
}
