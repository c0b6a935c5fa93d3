import { randomBytes } from 'node:crypto';

/** Names one request in the log and in X-Request-Id. */
export function newRequestId(): string {
  return `req_${randomBytes(9).toString('base64url')}`;
}
