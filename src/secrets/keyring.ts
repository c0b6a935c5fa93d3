import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** A sealing key: 32 bytes, named by an id that every sealed value carries. */
export interface SealingKey {
  id: string;
  secret: Buffer;
}

/** The purposes the index key is split into; each has a key of its own (HKDF, RFC 5869). */
const PURPOSES = [
  'exact-address',
  'inbox-identity',
  'verification-budget',
  'rate-limit',
  'idempotency-key',
  'creation-request',
  'management-token',
] as const;

export type HashPurpose = (typeof PURPOSES)[number];

/** Keys as key objects: a cipher takes them five times faster than their bytes. */
export interface Keyring {
  /** Seals new values. */
  sealing: { id: string; key: KeyObject };
  /** Opens values sealed by any key still listed, by its id. */
  opening: ReadonlyMap<string, KeyObject>;
  /** The keys of keyed hashes, one a purpose. */
  hashing: ReadonlyMap<HashPurpose, KeyObject>;
}

function derive(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `letterslot/${purpose}`, 32));
}

const deriveKey = (secret: Buffer, purpose: string) => createSecretKey(derive(secret, purpose));

/** Builds the keyring; the first sealing key seals, all of them open. */
export function createKeyring(sealingKeys: readonly SealingKey[], indexKey: Buffer): Keyring {
  const derived = sealingKeys.map(({ id, secret }) => ({ id, key: deriveKey(secret, 'seal') }));
  const [sealing] = derived;
  if (!sealing) throw new Error('a keyring needs at least one sealing key');
  return {
    sealing,
    opening: new Map(derived.map(({ id, key }) => [id, key])),
    hashing: new Map(PURPOSES.map((purpose) => [purpose, deriveKey(indexKey, purpose)])),
  };
}

/** A value that tells, without revealing it, whether a key is the one used before. */
export function keyCheck(secret: Buffer): string {
  return derive(secret, 'key-check').toString('base64url').slice(0, 22);
}
