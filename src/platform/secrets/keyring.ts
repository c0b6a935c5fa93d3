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

/** Keys as key objects: a cipher starts five times faster with them than with bytes. */
export interface Keyring {
  /** Encrypts new values; `count` is called for each. */
  readonly sealing: { id: string; key: KeyObject; count(): void };
  /** The key with this id; looks for new keys before it returns undefined. */
  opening(id: string): KeyObject | undefined;
  /** The keys of keyed hashes, one for each purpose. */
  readonly hashing: ReadonlyMap<HashPurpose, KeyObject>;
  /** Signs receipts; derived from the index key when it is first needed. */
  readonly signing: SigningKey;
  /** Loads the current sealing keys. */
  refresh(): void;
}

/**
 * With random nonces one key may encrypt 2^32 values (NIST SP 800-38D, 8.3): a process says each time that it has
 * encrypted a sixteenth of them.
 */
const REPORTED_SEALS = 2 ** 28;

/** A process has encrypted so many values with a key since its start. */
export type ReportSeals = (use: { sealing: string; seals: number }) => void;

/** Returns the sealing keys when they have changed since the last call. */
export type Reread = () => readonly SealingKey[] | undefined;

function derive(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `letterslot/${purpose}`, 32));
}

/** Counts the values that each key encrypts in this process. */
function createSealCounter(report: ReportSeals, every: number) {
  const counts = new Map<string, number>();
  return (sealing: string) => () => {
    const seals = (counts.get(sealing) ?? 0) + 1;
    counts.set(sealing, seals);
    if (seals % every === 0) report({ sealing, seals });
  };
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

/** Builds the keyring; the first sealing key encrypts, all of them decrypt. */
export function createKeyring(
  sealingKeys: readonly SealingKey[],
  indexKey: Buffer,
  reread: Reread = () => undefined,
  report: ReportSeals = () => undefined,
  every = REPORTED_SEALS,
): Keyring {
  const counterOf = createSealCounter(report, every);
  let current = deriveSealingKeys(sealingKeys, counterOf);
  const seed = derive(indexKey, 'receipt-signature');
  let signing: SigningKey | undefined;
  const refresh = () => {
    const changed = reread();
    if (changed) current = deriveSealingKeys(changed, counterOf);
  };
  return {
    get sealing() {
      return current.sealing;
    },
    opening(id) {
      if (!current.opening.has(id)) refresh();
      return current.opening.get(id);
    },
    hashing: new Map(PURPOSES.map((purpose) => [purpose, deriveKey(indexKey, purpose)])),
    get signing() {
      return (signing ??= createSigningKey(seed));
    },
    refresh,
  };
}

/** A value that shows whether a key is the one used before, without revealing the key. */
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
