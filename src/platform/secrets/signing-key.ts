import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

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

export interface SigningKey {
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
