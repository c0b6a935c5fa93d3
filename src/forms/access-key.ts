import { hash, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '../contract/limits.ts';
import { SYMBOLS, type AccessKeyId } from '../contract/names.ts';
import { SCHEMAS } from '../contract/schemas.ts';
import { ServiceError } from '../contract/service-error.ts';
import { randomOctets, randomText } from '../platform/secrets/sealed-box.ts';
import { readObject } from '../platform/text/json.ts';
import { faultOfName } from './settings/pages.ts';

/** With its secret, a server may submit to the form. */
export interface AccessKey {
  id: AccessKeyId;
  name: string;
  /** SHA-256 of the secret, in base64url: its 256 random bits need no salt and no slow hash. */
  secretHash: string;
  /** Days since the epoch. */
  createdOn: number;
}

const ID_LENGTH = 10;
const SECRET_BYTES = 32;
const SECRET_START = 'lsk_';

const hashOf = (secret: string) => hash('sha256', secret, 'base64url');

export function newAccessKey(name: string, createdOn: number): { key: AccessKey; secret: string } {
  const secret = `${SECRET_START}${randomOctets(SECRET_BYTES).toString('base64url')}`;
  const id: AccessKeyId = `key_${randomText(SYMBOLS, ID_LENGTH)}`;
  return { key: { id, name, secretHash: hashOf(secret), createdOn }, secret };
}

/** A credential with the form of an access key; it may belong to any form. */
export const isLikeAccessKey = (secret: string | undefined): boolean =>
  secret?.startsWith(SECRET_START) ?? false;

/** The key that has this secret. It takes the same time for every secret, and for none. */
export function accessKeyIn(
  keys: readonly AccessKey[],
  secret: string | undefined,
): AccessKey | undefined {
  const sent = Buffer.from(hashOf(secret ?? ''));
  let found: AccessKey | undefined;
  for (const key of keys) if (timingSafeEqual(Buffer.from(key.secretHash), sent)) found = key;
  return found;
}

/** Contract, AccessKeyRequest. */
export function parseAccessKeyRequest(body: unknown): string {
  const sent = readObject(SCHEMAS.AccessKeyRequest, body);
  if (!sent || sent.extra.length > 0) {
    const message = 'Send {"name": "Website"} and nothing else.';
    throw new ServiceError('invalid_json', undefined, { message });
  }
  if (sent.members.name === undefined) {
    const message = 'The name is missing: send {"name": "Website"}.';
    throw new ServiceError('invalid_alias', undefined, { message });
  }
  const name = typeof sent.members.name === 'string' ? sent.members.name.trim() : '';
  const message = faultOfName(name, LIMITS.accessKeyNameCodePoints);
  if (message !== undefined) throw new ServiceError('invalid_alias', undefined, { message });
  return name;
}
