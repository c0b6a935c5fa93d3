import { randomUUID } from 'node:crypto';

/** Names one request in the log and in X-Request-Id; of a UUID, which Node draws from a pool. */
export function newRequestId(): string {
  return `req_${randomUUID().slice(19).replace('-', '')}`;
}
