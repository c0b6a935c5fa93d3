import { ServiceError } from '../contract/service-error.ts';
import { keyedDigest, secretsEqual } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { randomOctets } from '../platform/secrets/sealed-box.ts';
import type { Route } from './route.ts';

const FORMAT = /^lsm_[A-Za-z0-9_-]{43}$/;

/** What a token is derived from: nothing sealed, so that it works for a damaged route too. */
type Tokened = Pick<Route, 'formId' | 'tokenNonce'>;

/** `lsm_` and 256 bits, derived from the route and never stored (ADR 8). */
export function managementTokenOf(keyring: Keyring, { formId, tokenNonce }: Tokened): string {
  const digest = keyedDigest(keyring, 'management-token', formId, tokenNonce);
  return `lsm_${digest.toString('base64url')}`;
}

/** Begins the nonce of a renewed token; no nonce of a creation has it. */
const RENEWED = '~';

export const newTokenNonce = (): string => randomOctets(12).toString('base64url');

/** For a token that replaces the one of the creation. */
export const renewedTokenNonce = (): string => RENEWED + newTokenNonce();

/** Whether the owner has replaced the token that the creator was shown. */
export const isRenewed = ({ tokenNonce }: Tokened): boolean => tokenNonce.startsWith(RENEWED);

const BEARER = /^bearer(?: (.*))?$/i;

/** The credential of an `Authorization: Bearer` header (RFC 6750), or undefined. */
export function readBearer(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1]?.trim() || undefined;
}

/** The token of an Authorization header. Throws when there is none or it is malformed. */
export function readManagementToken(authorization: string | undefined): string {
  const token = readBearer(authorization);
  if (!token) throw new ServiceError('management_token_required');
  if (!FORMAT.test(token)) throw new ServiceError('management_token_invalid');
  return token;
}

function isManagementToken(keyring: Keyring, route: Tokened, token: string): boolean {
  return secretsEqual(token, managementTokenOf(keyring, route));
}

export function requireManagementToken(keyring: Keyring, route: Tokened, token: string): void {
  if (!isManagementToken(keyring, route, token)) throw new ServiceError('management_token_invalid');
}
