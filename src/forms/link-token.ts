import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { seal, unseal, UnsealError } from '../platform/secrets/sealed-box.ts';

/** The token of a link in a mail, as text. Throws `verification_token_required` or `verification_token_invalid`. */
export function expectToken(token: unknown): string {
  if (token === undefined || token === '') throw new ServiceError('verification_token_required');
  if (typeof token !== 'string' || token.length > LIMITS.tokenCharacters)
    throw new ServiceError('verification_token_invalid');
  return token.trim();
}

/** A token that holds these parts, for nobody to read. */
export const sealToken = (keyring: Keyring, purpose: string, parts: readonly unknown[]): string =>
  seal(keyring, purpose, '', JSON.stringify(parts));

/** The parts that `sealToken` put in. Throws like `expectToken`; expiry is the caller's. */
export function openToken(keyring: Keyring, purpose: string, token: unknown): unknown[] {
  const text = expectToken(token);
  try {
    return JSON.parse(unseal(keyring, purpose, '', text)) as unknown[];
  } catch (cause) {
    if (!(cause instanceof UnsealError)) throw cause;
    throw new ServiceError('verification_token_invalid', undefined, { cause });
  }
}
