import { ServiceError } from '../../contract/service-error.ts';
import type { FormId } from '../routes/form-id.ts';
import type { KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { seal, unseal, UnsealError } from '../../platform/secrets/sealed-box.ts';

/** What an emailed link proves: that its reader has the inbox `owner` of the route `formId`. */
export interface VerificationToken {
  formId: FormId;
  owner: KeyedHash;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** The stop it starts the route again after; undefined for a route that was never stopped. */
  withdrawnAt: number | undefined;
}

const PURPOSE = 'verification-token';

export function sealVerificationToken(keyring: Keyring, token: VerificationToken): string {
  const { formId, owner, expiresAt, withdrawnAt } = token;
  return seal(keyring, PURPOSE, '', JSON.stringify([formId, owner, expiresAt, withdrawnAt]));
}

/** Throws `verification_token_required` or `verification_token_invalid`; expiry is the caller's. */
export function openVerificationToken(keyring: Keyring, text: unknown): VerificationToken {
  if (text === undefined || text === '') throw new ServiceError('verification_token_required');
  if (typeof text !== 'string') throw new ServiceError('verification_token_invalid');
  try {
    const token = JSON.parse(unseal(keyring, PURPOSE, '', text.trim()));
    const [formId, owner, expiresAt, withdrawnAt] = token;
    return { formId, owner, expiresAt, withdrawnAt: withdrawnAt ?? undefined };
  } catch (cause) {
    if (!(cause instanceof UnsealError)) throw cause;
    throw new ServiceError('verification_token_invalid', undefined, { cause });
  }
}
