import { createCipheriv, createDecipheriv, createSecretKey, randomFillSync } from 'node:crypto';
import type { Keyring } from './keyring.ts';

/** `v1.<key id>.<base64url of nonce, ciphertext and tag>`: text that only a keyring opens. */
export type Sealed = string & { readonly __brand: 'Sealed' };

/** A keyring, or a ring of one key. */
export type SealingRing = Pick<Keyring, 'sealing' | 'opening'>;

/** A ring of one key of 32 bytes, which the caller derives again to open. */
export function ringOf(secret: Buffer): SealingRing {
  const key = createSecretKey(secret);
  return { sealing: { id: 'derived', key, count: () => undefined }, opening: () => key };
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Thrown when a sealed value was altered, moved to another row, or sealed by an unknown key. */
export class UnsealError extends Error {
  constructor() {
    super('a sealed value could not be opened');
    this.name = 'UnsealError';
  }
}

/** Binds a value to its purpose, its owner and the key, so that rows cannot be swapped. */
function additionalData(purpose: string, owner: string, keyId: string): Buffer {
  return Buffer.from(JSON.stringify([purpose, owner, keyId]));
}

/** Encrypts text with AES-256-GCM and a random 96-bit nonce. `owner`: a form id, or ''. */
export function seal(ring: SealingRing, purpose: string, owner: string, plaintext: string): Sealed {
  const { id, key, count } = ring.sealing;
  count();
  const nonce = randomOctets(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(additionalData(purpose, owner, id));
  const body = cipher.update(plaintext, 'utf8');
  // GCM adds no text here, but makes the tag.
  cipher.final();
  const box = Buffer.concat([nonce, body, cipher.getAuthTag()]);
  return `v1.${id}.${box.toString('base64url')}` as Sealed;
}

/** The id of the key that a value is encrypted with. */
export function sealedWith(sealed: Sealed): string {
  return sealed.split('.', 2)[1] ?? '';
}

/** Opens what `seal` made for the same purpose and owner; throws UnsealError for anything else. */
export function unseal(ring: SealingRing, purpose: string, owner: string, sealed: string): string {
  const [version, keyId = '', encoded = '', ...rest] = sealed.split('.');
  const key = ring.opening(keyId);
  const box = Buffer.from(encoded, 'base64url');
  // Decoding ignores characters outside base64url and unused bits of the last one.
  const exact = box.toString('base64url') === encoded;
  const intact = version === 'v1' && rest.length === 0 && exact;
  if (!key || !intact || box.length < NONCE_BYTES + TAG_BYTES) throw new UnsealError();
  const nonce = box.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(additionalData(purpose, owner, keyId));
  decipher.setAuthTag(box.subarray(box.length - TAG_BYTES));
  try {
    const body = box.subarray(NONCE_BYTES, box.length - TAG_BYTES);
    const plaintext = decipher.update(body);
    // GCM adds no text here, but checks the tag.
    decipher.final();
    return plaintext.toString('utf8');
  } catch {
    throw new UnsealError();
  }
}

/** Filling so many takes as long as filling a few. */
const POOL_OCTETS = 2_048;

const pool = Buffer.alloc(POOL_OCTETS);
let taken = POOL_OCTETS;

/**
 * Random octets like those of `randomBytes`, four times as fast for a few. Each is given out once
 * and then erased from the pool.
 */
export function randomOctets(count: number): Buffer {
  if (count > POOL_OCTETS) throw new RangeError(`at most ${POOL_OCTETS} octets`);
  if (taken + count > POOL_OCTETS) {
    randomFillSync(pool);
    taken = 0;
  }
  const end = taken + count;
  const octets = Buffer.from(pool.subarray(taken, end));
  pool.fill(0, taken, end);
  taken = end;
  return octets;
}

/** Random characters of an alphabet, whose length divides 256. */
export function randomText(alphabet: string, length: number): string {
  let text = '';
  for (const octet of randomOctets(length)) text += alphabet.charAt(octet % alphabet.length);
  return text;
}
