import { LIMITS } from '../../contract/limits.ts';
import { SCHEMAS, type EncryptionKey } from '../../contract/schemas.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { RateLimiter } from '../rate-limit.ts';
import { isObject, readObject } from '../../platform/text/json.ts';
import type { PatientTurns } from '../../platform/waiting/turns.ts';
import { CHECKED_KEY, KeyFault, onFault, packetsIn } from '../../mail/encryption/key-packets.ts';
import {
  readOpenPgpKey,
  reduceCertificate,
  type OpenPgpKey,
} from '../../mail/encryption/openpgp-key.ts';

const TOO_LONG =
  `It is longer than ${LIMITS.keyCharacters} characters even without the signatures of others. Make a key with ` +
  'fewer names and parts.';

const SHAPE = 'Send {"type": "openpgp", "key": "-----BEGIN PGP PUBLIC KEY BLOCK-----…"}.';

/** The key of an `encryption`; undefined if the schema refuses it. */
function readKey(value: unknown, most: number): string | undefined {
  const sent = readObject(SCHEMAS.EncryptionKeyRequest, value);
  if (!sent || sent.extra.length > 0) return undefined;
  const { type, key } = sent.members;
  if (type !== 'openpgp' || typeof key !== 'string') return undefined;
  return key !== '' && key.length <= most ? key : undefined;
}

/** Throws KeyFault if it does not fit the settings. */
export function describeOpenPgpKey({
  certificate,
  fingerprint,
  userIds,
  expiresAt,
}: OpenPgpKey): EncryptionKey {
  const key = certificate.armor();
  if (key.length > LIMITS.keyCharacters) throw new KeyFault(TOO_LONG);
  return {
    success: true,
    type: 'openpgp',
    key,
    fingerprint,
    user_ids: [...userIds],
    expires_at: Number.isFinite(expiresAt) ? new Date(expiresAt).toISOString() : null,
  };
}

/** Describes a key for its owner to compare; throws KeyFault if mails cannot be encrypted to it. */
export const describeKey = async (armored: string, now: number): Promise<EncryptionKey> =>
  describeOpenPgpKey(await reduceCertificate(packetsIn(armored, CHECKED_KEY), now));

/** What a computation with a key takes: a rate, and a turn. */
export interface KeyContext {
  limiter: RateLimiter;
  turns: Pick<PatientTurns, 'run'>;
  now: () => number;
}

async function compute<Result>(
  { limiter, turns }: KeyContext,
  by: string,
  task: () => Promise<Result>,
): Promise<Result> {
  await limiter.take({ key: `key check ${by}`, limit: LIMITS.keyChecksPerMinute });
  return turns.run(by, task);
}

/**
 * The fault of `encryption` in the settings of a request, a sentence without any of the key.
 * Undefined if mails can be encrypted to it, without this setting, and for what the schema refuses.
 */
export async function faultOfKeyIn(
  settings: unknown,
  by: string,
  context: KeyContext,
): Promise<string | undefined> {
  const given = isObject(settings) ? settings['encryption'] : undefined;
  const key = readKey(given, LIMITS.keyCharacters);
  if (key === undefined) return undefined;
  const check = compute(context, by, async () => void (await readOpenPgpKey(key, context.now())));
  return onFault(check, ({ message }) => message);
}

/** Describes the key of a request. Throws `invalid_json` and `settings_invalid`. */
export async function describeSentKey(
  body: unknown,
  by: string,
  context: KeyContext,
): Promise<EncryptionKey> {
  const key = readKey(body, LIMITS.checkedKeyCharacters);
  if (key === undefined) throw new ServiceError('invalid_json', undefined, { message: SHAPE });
  const description = compute(context, by, () => describeKey(key, context.now()));
  return onFault(description, ({ message }) => {
    const errors = [{ path: '/key', message }];
    throw new ServiceError('settings_invalid', { errors }, { message });
  });
}
