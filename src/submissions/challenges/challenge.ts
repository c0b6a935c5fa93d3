import { createHmac, hash, randomInt } from 'node:crypto';
import { LIMITS } from '../../contract/limits.ts';
import type { Challenge } from '../../contract/schemas.ts';
import { keyedDigest, secretsEqual } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { randomOctets } from '../../platform/secrets/sealed-box.ts';
import { readJsonObject } from '../../platform/text/json.ts';

/** A challenge that a solution has solved. */
interface Solved {
  /** The hash that was to be found: one for each challenge, however its solution is spelled. */
  challenge: string;
  /** Seconds since the epoch. */
  expiresAt: number;
}

const ALGORITHM = 'SHA-256';

const SALT_OCTETS = 12;

/** The `&` ends the parameters, so that digits of the number cannot be moved into `expires`. */
const SALT = /^[0-9a-f]{24}\?expires=(\d{1,12})&$/;

const hashOf = (salt: string, number: number) => hash('sha256', `${salt}${number}`, 'hex');

/**
 * Each form has its own ALTCHA secret, derived from the index key. So a challenge fails at other
 * forms and survives a rotation of the sealing keys.
 */
export const challengeSecret = (keyring: Keyring, formId: string): string =>
  keyedDigest(keyring, 'challenge', formId).toString('hex');

const sign = (keyring: Keyring, formId: string, challenge: string) =>
  createHmac('sha256', challengeSecret(keyring, formId)).update(challenge).digest('hex');

/**
 * An ALTCHA challenge (version 1): its solution is the number up to `maxnumber` that, appended to
 * the salt, has this hash. `expiresAt`: seconds.
 */
export function issueChallenge(
  keyring: Keyring,
  formId: string,
  { maxnumber, expiresAt }: { maxnumber: number; expiresAt: number },
): Challenge {
  const salt = `${randomOctets(SALT_OCTETS).toString('hex')}?expires=${expiresAt}&`;
  const challenge = hashOf(salt, randomInt(maxnumber + 1));
  const signature = sign(keyring, formId, challenge);
  return { algorithm: ALGORITHM, challenge, maxnumber, salt, signature };
}

function parsePayload(payload: string): Record<string, unknown> | undefined {
  if (payload.length > LIMITS.solutionCharacters) return undefined;
  return readJsonObject(Buffer.from(payload, 'base64').toString());
}

/**
 * Reads the solution in the field `altcha`; undefined unless it solves a challenge of this form
 * that has not expired. `now`: milliseconds. Callers check for earlier use.
 */
export function readSolution(
  keyring: Keyring,
  formId: string,
  payload: string,
  now: number,
): Solved | undefined {
  const { algorithm, challenge, number, salt, signature } = parsePayload(payload) ?? {};
  if (algorithm !== ALGORITHM || typeof salt !== 'string' || typeof signature !== 'string') return;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) return;
  const expiresAt = Number(SALT.exec(salt)?.[1] ?? 0);
  if (expiresAt * 1_000 <= now) return;
  const found = hashOf(salt, number);
  if (found !== challenge || !secretsEqual(signature, sign(keyring, formId, found))) return;
  return { challenge: found, expiresAt };
}
