import type { FastifyRequest } from 'fastify';

/** The Idempotency-Key header as it was sent, whatever is in it. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  return Array.isArray(key) ? key.join(', ') : key;
}
