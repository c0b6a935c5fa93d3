import { hkdfSync } from 'node:crypto';

/** A sealing key: 32 bytes, named by an id that every sealed value carries. */
export interface SealingKey {
  id: string;
  secret: Buffer;
}

/** The purposes the index key is split into; each has a key of its own (HKDF, RFC 5869). */
export type HashPurpose =
  | 'exact-address'
  | 'inbox-identity'
  | 'verification-budget'
  | 'idempotency-key'
  | 'creation-request'
  | 'management-token';

export interface Keyring {
  /** Seals new values. */
  sealing: SealingKey;
  /** Opens values sealed by any key still listed. */
  opening: ReadonlyMap<string, SealingKey>;
  /** The keys of keyed hashes, one a purpose. */
  hashing: ReadonlyMap<HashPurpose, Buffer>;
}

const PURPOSES: readonly HashPurpose[] = [
  'exact-address',
  'inbox-identity',
  'verification-budget',
  'idempotency-key',
  'creation-request',
  'management-token',
];

function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `letterslot/${purpose}`, 32));
}

/** Builds the keyring; the first sealing key seals, all of them open. */
export function createKeyring(sealingKeys: readonly SealingKey[], indexKey: Buffer): Keyring {
  const derived = sealingKeys.map(({ id, secret }) => ({ id, secret: deriveKey(secret, 'seal') }));
  const [sealing] = derived;
  if (!sealing) throw new Error('a keyring needs at least one sealing key');
  return {
    sealing,
    opening: new Map(derived.map((key) => [key.id, key])),
    hashing: new Map(PURPOSES.map((purpose) => [purpose, deriveKey(indexKey, purpose)])),
  };
}

/** A value that tells, without revealing it, whether a key is the one used before. */
export function keyCheck(secret: Buffer): string {
  return deriveKey(secret, 'key-check').toString('base64url').slice(0, 22);
}
