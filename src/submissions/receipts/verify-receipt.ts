import { createPublicKey, verify, type JsonWebKey, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { MailFact } from '../../mail/quoted-facts.ts';
import { secretsEqual } from '../../platform/secrets/keyed-hash.ts';
import { thumbprintOf } from '../../platform/secrets/keyring.ts';
import { readJson, readJsonObject, isObject } from '../../platform/text/json.ts';
import {
  foldPath,
  hashLeaf,
  digestFields,
  digestFiles,
  RECEIPT_ALGORITHM,
  RECEIPT_SEPARATOR,
  RECEIPT_VERSION,
  ROOT_TYPE,
  type ReceiptClaims,
  type ReceiptedFile,
} from './receipt.ts';

/** The receipt proves nothing; the message is one sentence that says why. */
export class ReceiptFault extends Error {}

/** The x of each trusted Ed25519 key, by its thumbprint. */
export type TrustedKeys = ReadonlyMap<string, string>;

/** Characters: a receipt has 500 to 1,100. */
const LONGEST = 8_192;

/** Characters of a key set: one key has 200. */
const LONGEST_SET = 65_536;

/** Characters of a path: 16 steps, for 65,536 receipts under one signature. */
const LONGEST_PATH = 16 * 44;

const PART = /^[\w-]+$/;

const DAMAGED = 'The receipt is damaged: it has to be copied whole, without a change.';

/** Bytes of strict base64url; throws ReceiptFault for look-alikes that Node would decode. */
function decode(part: string): Buffer {
  const bytes = Buffer.from(part, 'base64url');
  if (!PART.test(part) || bytes.toString('base64url') !== part) throw new ReceiptFault(DAMAGED);
  return bytes;
}

function parseObject(bytes: Buffer): Record<string, unknown> {
  let value: unknown;
  try {
    ({ value } = readJson(bytes));
  } catch (cause) {
    throw new ReceiptFault(DAMAGED, { cause });
  }
  if (!isObject(value)) throw new ReceiptFault(DAMAGED);
  return value;
}

/** Refuses every header except the one that Letterslot writes (RFC 8725, 3.1 and 3.11). */
function readKeyId(header: Record<string, unknown>): string {
  const { alg, kid, typ, ...others } = header;
  if (alg !== RECEIPT_ALGORITHM || typ !== ROOT_TYPE || Object.keys(others).length > 0) {
    throw new ReceiptFault('This is a signed text of another kind, not a receipt of Letterslot.');
  }
  if (typeof kid !== 'string') throw new ReceiptFault('The receipt does not name its key.');
  return kid;
}

/** The latest second that a Date can represent. */
const LAST_SECOND = 8_640_000_000_000;

const isDigest = (value: unknown) => typeof value === 'string' && /^[\w-]{43}$/.test(value);

/** 16 octets: of another length, a part of the fields could pass for a part of the salt. */
const isSalt = (value: unknown) => typeof value === 'string' && /^[\w-]{22}$/.test(value);

/** Rules for this version's claims; `iss` must be a canonical URL without controls. */
const CLAIMS: { [Name in keyof Required<ReceiptClaims>]: (value: unknown) => boolean } = {
  v: (value) => value === RECEIPT_VERSION,
  iss: (value) => URL.parse(String(value))?.href.replace(/\/$/, '') === value,
  jti: (value) => typeof value === 'string' && /^msg_[\w-]{1,64}$/.test(value),
  iat: (value) => Number.isSafeInteger(value) && Math.abs(value as number) <= LAST_SECOND,
  form_id: (value) => typeof value === 'string' && /^cfm_\w{1,32}$/.test(value),
  salt: (value) => value === undefined || isSalt(value),
  fields_sha256: isDigest,
  shown_sha256: (value) => value === undefined || isDigest(value),
  files_sha256: (value) => value === undefined || isDigest(value),
};

function readClaims(payload: Record<string, unknown>): ReceiptClaims {
  const isWhole = Object.entries(CLAIMS).every(([name, isValid]) => isValid(payload[name]));
  if (!isWhole)
    throw new ReceiptFault('The receipt does not say what a receipt of Letterslot says.');
  return payload as unknown as ReceiptClaims;
}

/** The Ed25519 keys of a JSON Web Key Set (RFC 7517); throws ReceiptFault when it has none. */
export function readKeySet(text: string): TrustedKeys {
  const fault = new ReceiptFault('The key set is not a JSON Web Key Set with an Ed25519 key.');
  const given = text.length > LONGEST_SET ? undefined : readJsonObject(text)?.['keys'];
  const list: unknown[] = Array.isArray(given) ? given : [];
  const keys = new Map<string, string>();
  for (const key of list) {
    if (!isObject(key) || key['kty'] !== 'OKP' || key['crv'] !== 'Ed25519') continue;
    const { x } = key;
    // The name of a key is computed, so that no set can give it to another key.
    if (typeof x === 'string' && /^[\w-]{43}$/.test(x)) keys.set(thumbprintOf(x), x);
  }
  if (keys.size === 0) throw fault;
  return keys;
}

/** A receipt with a valid signature. */
export interface VerifiedReceipt {
  keyId: string;
  claims: ReceiptClaims;
}

/** The key and the payload of a JWS with a valid signature (RFC 7515). */
type Signed = { keyId: string; payload: Record<string, unknown> };

/** Cached signed roots: the receipts of a group share one and are close in a mailbox. */
const MOST_ROOTS = 1_000;

/** The keys of a set as objects, and the last roots that they proved. */
const known = new WeakMap<
  TrustedKeys,
  { keys: Map<string, KeyObject>; roots: Map<string, Signed> }
>();

function knownTo(trusted: TrustedKeys) {
  let all = known.get(trusted);
  if (!all) {
    all = { keys: new Map(), roots: new Map() };
    known.set(trusted, all);
  }
  return all;
}

function keyOf(keyId: string, trusted: TrustedKeys): KeyObject {
  const x = trusted.get(keyId);
  if (x === undefined)
    throw new ReceiptFault('The receipt was signed with none of the trusted keys.');
  const { keys } = knownTo(trusted);
  const jwk: JsonWebKey = { kty: 'OKP', crv: 'Ed25519', x };
  const key = keys.get(keyId) ?? createPublicKey({ key: jwk, format: 'jwk' });
  keys.set(keyId, key);
  return key;
}

/** The parts of a JWS, and the key that has to have signed it; throws ReceiptFault. */
function readJws(jws: string, trusted: TrustedKeys) {
  const parts = jws.split('.');
  const [header = '', payload = '', signature = ''] = parts;
  if (parts.length !== 3) throw new ReceiptFault(DAMAGED);
  const keyId = readKeyId(parseObject(decode(header)));
  const key = keyOf(keyId, trusted);
  return {
    keyId,
    key,
    payload,
    signed: Buffer.from(`${header}.${payload}`),
    signature: decode(signature),
  };
}

function remember(jws: string, trusted: TrustedKeys, root: Signed): Signed {
  const { roots } = knownTo(trusted);
  if (roots.size >= MOST_ROOTS) roots.clear();
  roots.set(jws, root);
  return root;
}

function verifyJws(jws: string, trusted: TrustedKeys): Signed {
  const proven = knownTo(trusted).roots.get(jws);
  if (proven) return proven;
  const { keyId, key, payload, signed, signature } = readJws(jws, trusted);
  if (!verify(null, signed, key, signature)) {
    throw new ReceiptFault('The signature is wrong: the receipt was altered or forged.');
  }
  return remember(jws, trusted, { keyId, payload: parseObject(decode(payload)) });
}

const verifyInThread = promisify(verify);

/** Checks a receipt's signature in another thread, so that `verifyReceipt` has less work. */
export async function proveRoot(receipt: string, trusted: TrustedKeys): Promise<void> {
  const [jws = ''] = splitReceipt(receipt);
  if (knownTo(trusted).roots.has(jws)) return;
  try {
    const { keyId, key, payload, signed, signature } = readJws(jws, trusted);
    const isProven = await verifyInThread(null, signed, key, signature);
    if (isProven) remember(jws, trusted, { keyId, payload: parseObject(decode(payload)) });
  } catch (error) {
    if (!(error instanceof ReceiptFault)) throw error;
  }
}

const splitReceipt = (receipt: string) =>
  receipt.length > LONGEST ? [] : receipt.split(RECEIPT_SEPARATOR);

/** The root of the tree that has these claims at the end of this path. */
function findRoot(entry: Buffer, path: string): string {
  const steps = path === '' ? Buffer.alloc(0) : decode(path);
  const root = path.length > LONGEST_PATH ? undefined : foldPath(hashLeaf(entry), steps);
  if (root === undefined) throw new ReceiptFault(DAMAGED);
  return root;
}

/** Checks a receipt against keys that the caller trusts; throws ReceiptFault. */
export function verifyReceipt(receipt: string, keys: TrustedKeys): VerifiedReceipt {
  const parts = splitReceipt(receipt);
  const [jws = '', claims = '', path = '', secretSalt] = parts;
  if (parts.length !== 3 && parts.length !== 4) throw new ReceiptFault(DAMAGED);
  const { keyId, payload } = verifyJws(jws, keys);
  const entry = decode(claims);
  if (payload['root'] !== findRoot(entry, path)) {
    throw new ReceiptFault('The signature is not for this receipt: it was altered or forged.');
  }
  return { keyId, claims: withSalt(readClaims(parseObject(entry)), secretSalt) };
}

/** The claims with the salt that an encrypted mail has beside them. */
function withSalt(claims: ReceiptClaims, salt: string | undefined): ReceiptClaims {
  if (salt === undefined) return claims;
  if (claims.salt !== undefined || !isSalt(salt)) throw new ReceiptFault(DAMAGED);
  return { ...claims, salt };
}

/** True if the claims have this digest; none has one without the salt. */
const proves = (
  { salt }: ReceiptClaims,
  claimed: string | undefined,
  digestWith: (salt: Buffer) => string,
) =>
  salt !== undefined &&
  claimed !== undefined &&
  secretsEqual(digestWith(Buffer.from(salt, 'base64url')), claimed);

/** True if a verified receipt has these fields: names and values, in submitted order. */
export const provesFields = (claims: ReceiptClaims, fields: readonly MailFact[]): boolean =>
  proves(claims, claims.fields_sha256, (salt) => digestFields(salt, fields));

/** True if its mail shows this, where it shows something else than names and values. */
export const provesShown = (claims: ReceiptClaims, shown: readonly MailFact[]): boolean =>
  proves(claims, claims.shown_sha256, (salt) => digestFields(salt, shown));

/** True if a verified receipt has these files; without a claim about files, if there are none. */
export const provesFiles = (claims: ReceiptClaims, files: readonly ReceiptedFile[]): boolean =>
  claims.files_sha256 === undefined
    ? files.length === 0
    : proves(claims, claims.files_sha256, (salt) => digestFiles(salt, files));
