import { ServiceError } from '../../contract/service-error.ts';

/** A body that is not what its Content-Type says; `invalid_json` is the contract's only code for it. */
export function unreadable(message: string, cause?: unknown): ServiceError<'invalid_json'> {
  return new ServiceError('invalid_json', undefined, { message, cause });
}
