import {
  createSecretKey,
  hkdfSync,
  type KeyObject,
  createHash,
  createPrivateKey,
  createPublicKey,
} from 'node:crypto';

/** A sealing key: 32 bytes, named by an id that every sealed value carries. */
export interface SealingKey {
  id: string;
  secret: Buffer;
}

/** The purposes of the index key; each has its own derived key (HKDF, RFC 5869). */
const PURPOSES = [
  'exact-address',
  'inbox-identity',
  'verification-budget',
  'rate-limit',
  'idempotency-key',
  'creation-request',
  'management-token',
  'refusal',
  'owner-link',
  'quota-notice',
  'submission-key',
  'submission-request',
  'submission-receipt',
  'unapproved-forms',
  'inbox-link',
  'site-ticket',
  'challenge',
  'used-solution',
  'unsolved-share',
  'attack-notice',
  'auto-reply',
  'silence',
  'bounce',
  'ended-session',
  'access-key',
] as const;

export type HashPurpose = (typeof PURPOSES)[number];

/**
 * With random nonces one key may encrypt 2^32 values (NIST SP 800-38D, 8.3). A process reports each
 * sixteenth.
 */
const REPORTED_SEALS = 2 ** 28;

function derive(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `letterslot/${purpose}`, 32));
}

const deriveKey = (secret: Buffer, purpose: string) => createSecretKey(derive(secret, purpose));

function deriveSealingKeys(keys: readonly SealingKey[], counterOf: (id: string) => () => void) {
  const derived = keys.map(({ id, secret }) => ({
    id,
    key: deriveKey(secret, 'seal'),
    count: counterOf(id),
  }));
  const [sealing] = derived;
  if (!sealing) throw new Error('a keyring needs at least one sealing key');
  return { sealing, opening: new Map(derived.map(({ id, key }) => [id, key])) };
}

/** Follows the keys of a running process. */
interface KeyringOptions {
  /** Returns the sealing keys when they have changed since the last call. */
  reread?: (() => readonly SealingKey[] | undefined) | undefined;
  /** Called for every `every` values that this process has encrypted with a key. */
  report?: ((use: { sealing: string; seals: number }) => void) | undefined;
  every?: number;
}

/** Keys as key objects: a cipher starts five times faster with them than with bytes. */
export class Keyring {
  /** The keys of keyed hashes, one for each purpose. */
  readonly hashing: ReadonlyMap<HashPurpose, KeyObject>;
  readonly #reread: () => readonly SealingKey[] | undefined;
  readonly #counterOf: (sealing: string) => () => void;
  readonly #seed: Buffer;
  #current: ReturnType<typeof deriveSealingKeys>;
  #signing: SigningKey | undefined = undefined;

  /** The first sealing key encrypts, all of them decrypt. */
  constructor(
    sealingKeys: readonly SealingKey[],
    indexKey: Buffer,
    {
      reread = () => undefined,
      report = () => undefined,
      every = REPORTED_SEALS,
    }: KeyringOptions = {},
  ) {
    const counts = new Map<string, number>();
    this.#reread = reread;
    this.#counterOf = (sealing) => () => {
      const seals = (counts.get(sealing) ?? 0) + 1;
      counts.set(sealing, seals);
      if (seals % every === 0) report({ sealing, seals });
    };
    this.#current = deriveSealingKeys(sealingKeys, this.#counterOf);
    this.#seed = derive(indexKey, 'receipt-signature');
    this.hashing = new Map(PURPOSES.map((purpose) => [purpose, deriveKey(indexKey, purpose)]));
  }

  /** Encrypts new values; `count` is called for each. */
  get sealing(): { id: string; key: KeyObject; count(): void } {
    return this.#current.sealing;
  }

  /** Signs receipts; derived from the index key on first use. */
  get signing(): SigningKey {
    return (this.#signing ??= createSigningKey(this.#seed));
  }

  /** The key with this id; looks for new keys before it returns undefined. */
  opening(id: string): KeyObject | undefined {
    if (!this.#current.opening.has(id)) this.refresh();
    return this.#current.opening.get(id);
  }

  /** Loads the current sealing keys. */
  refresh(): void {
    const changed = this.#reread();
    if (changed) this.#current = deriveSealingKeys(changed, this.#counterOf);
  }
}

/** Identifies a key without revealing it. */
export function keyCheck(secret: Buffer): string {
  return derive(secret, 'key-check').toString('base64url').slice(0, 22);
}

/** The public half of a signing key, as JSON Web Key (RFC 7517, RFC 8037). */
interface PublicJwk {
  kty: 'OKP';
  crv: 'Ed25519';
  /** 32 bytes in base64url. */
  x: string;
  kid: string;
  alg: 'EdDSA';
  use: 'sig';
}

interface SigningKey {
  privateKey: KeyObject;
  /** The key that checks the signatures; its `kid` names it. */
  publicJwk: PublicJwk;
}

/** PKCS #8 of an Ed25519 key up to its seed (RFC 8410, 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The thumbprint of a public key, used as its name (RFC 7638, with the members of RFC 8037). */
export function thumbprintOf(x: string): string {
  const members = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x });
  return createHash('sha256').update(members).digest('base64url');
}

/** The Ed25519 key pair (RFC 8032) of a seed of 32 bytes. */
export function createSigningKey(seed: Buffer): SigningKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const kid = thumbprintOf(x);
  return {
    privateKey,
    publicJwk: { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' },
  };
}
