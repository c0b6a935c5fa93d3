import { LIMITS } from '../../contract/limits.ts';
import { SCHEMAS, type EncryptionKey } from '../../contract/schemas.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { RateLimiter } from '../rate-limit.ts';
import { isObject, readObject } from '../../platform/text/json.ts';
import type { TakeTurn } from '../../platform/waiting/turns.ts';
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

/** The key of an `encryption`; undefined for what the schema refuses. */
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

/** Describes a key as its owner compares it before it is set; throws KeyFault if nothing can be encrypted to it. */
export const describeKey = async (armored: string, now: number): Promise<EncryptionKey> =>
  describeOpenPgpKey(await reduceCertificate(packetsIn(armored, CHECKED_KEY), now));

/** Checks of keys before they are set. A check is a computation, so each throws `rate_limited`. */
export function createCheckKeys(limiter: RateLimiter, takeTurn: TakeTurn, now: () => number) {
  async function compute<Result>(by: string, task: () => Promise<Result>): Promise<Result> {
    await limiter.take({ key: `key check ${by}`, limit: LIMITS.keyChecksPerMinute });
    return takeTurn(by, task);
  }

  return {
    /**
     * The fault of `encryption` in the settings of a request, a sentence that has nothing of the key; undefined
     * if mails can be encrypted to it, if there is no such setting, and for what the schema refuses.
     */
    async faultIn(settings: unknown, by: string): Promise<string | undefined> {
      const given = isObject(settings) ? settings['encryption'] : undefined;
      const key = readKey(given, LIMITS.keyCharacters);
      if (key === undefined) return undefined;
      const check = compute(by, async () => void (await readOpenPgpKey(key, now())));
      return onFault(check, ({ message }) => message);
    },

    /** Describes a key. Throws `invalid_json` and `settings_invalid`. */
    async describe(body: unknown, by: string): Promise<EncryptionKey> {
      const key = readKey(body, LIMITS.checkedKeyCharacters);
      if (key === undefined) throw new ServiceError('invalid_json', undefined, { message: SHAPE });
      const description = compute(by, () => describeKey(key, now()));
      return onFault(description, ({ message }) => {
        const errors = [{ path: '/key', message }];
        throw new ServiceError('settings_invalid', { errors }, { message });
      });
    },
  };
}
