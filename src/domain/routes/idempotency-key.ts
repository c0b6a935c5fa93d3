import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';

const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/** The Idempotency-Key header, or undefined without one; throws `invalid_idempotency_key`. */
export function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const fits = header.length <= LIMITS.idempotencyKeyCharacters && header.trim() !== '';
  if (!fits || !PRINTABLE_ASCII.test(header)) throw new ServiceError('invalid_idempotency_key');
  return header;
}
