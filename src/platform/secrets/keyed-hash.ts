import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { HashPurpose, Keyring } from './keyring.ts';

/** A keyed hash as stored: 128 bits in base64url, 22 characters. */
export type KeyedHash = string & { readonly __brand: 'KeyedHash' };

/** HMAC-SHA256 of the parts, joined unambiguously, under the key of the purpose; 32 bytes. */
export function keyedDigest(keyring: Keyring, purpose: HashPurpose, ...parts: string[]): Buffer {
  const key = keyring.hashing.get(purpose);
  if (!key) throw new Error(`no key for ${purpose}`);
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(`${Buffer.byteLength(part)}:${part}`);
  return hmac.digest();
}

/** The stored form of a keyed digest: it reveals only whether two inputs are equal. */
export function keyedHash(keyring: Keyring, purpose: HashPurpose, ...parts: string[]): KeyedHash {
  return keyedDigest(keyring, purpose, ...parts).toString('base64url', 0, 16) as KeyedHash;
}

/** Compares secrets in constant time, whatever their lengths. */
export function secretsEqual(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
