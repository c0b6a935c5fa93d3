import { LIMITS } from '../../contract/limits.ts';
import { SCHEMAS, type EncryptionKey } from '../../contract/schemas.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { RateLimiter } from '../rate-limit.ts';
import { isObject, readObject } from '../../platform/text/json.ts';
import type { TakeTurn } from '../../platform/waiting/turns.ts';
import type { Encryption } from '../../mail/encryption/encrypt.ts';
import { readAgeRecipient } from '../../mail/encryption/age-recipient.ts';
import { CHECKED_KEY, KeyFault, onFault, packetsIn } from '../../mail/encryption/key-packets.ts';
import {
  readOpenPgpKey,
  reduceCertificate,
  type OpenPgpKey,
} from '../../mail/encryption/openpgp-key.ts';

const TOO_LONG =
  `It is longer than ${LIMITS.keyCharacters} characters even without the signatures of others. Make a key with ` +
  'fewer names and parts.';

const WRONG_TYPE = {
  openpgp: 'This is a recipient of age. Send it with the type age.',
  age: 'This is a key of OpenPGP. Send it with the type openpgp.',
} as const;

const SHAPE =
  'Send {"type": "openpgp", "key": "-----BEGIN PGP PUBLIC KEY BLOCK-----…"} or one of age.';

function readEncryption(value: unknown, most: number): Encryption | undefined {
  const sent = readObject(SCHEMAS.EncryptionKeyRequest, value);
  if (!sent || sent.extra.length > 0) return undefined;
  const { type, key } = sent.members;
  if ((type !== 'openpgp' && type !== 'age') || typeof key !== 'string') return undefined;
  return key !== '' && key.length <= most ? { type, key } : undefined;
}

/** The type whose reader reports what is wrong: a private key has the wording of its own. Throws KeyFault. */
function typeOfKey({ type, key }: Encryption): Encryption['type'] {
  const text = key.trim();
  if (/AGE-SECRET-KEY-/i.test(text)) return 'age';
  if (text.includes('-----BEGIN PGP PRIVATE')) return 'openpgp';
  const isOther = type === 'openpgp' ? text.startsWith('age1') : text.includes('-----BEGIN PGP');
  if (isOther) throw new KeyFault(WRONG_TYPE[type]);
  return type;
}

/** Throws KeyFault if nothing can be encrypted to the key. */
async function expectUsable(encryption: Encryption, now: number): Promise<undefined> {
  if (typeOfKey(encryption) === 'age') await readAgeRecipient(encryption.key);
  else await readOpenPgpKey(encryption.key, now);
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
export async function describeKey(given: Encryption, now: number): Promise<EncryptionKey> {
  if (typeOfKey(given) === 'age') {
    const key = await readAgeRecipient(given.key);
    return { success: true, type: 'age', key, fingerprint: null, user_ids: [], expires_at: null };
  }
  return describeOpenPgpKey(await reduceCertificate(packetsIn(given.key, CHECKED_KEY), now));
}

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
      const encryption = readEncryption(given, LIMITS.keyCharacters);
      if (!encryption) return undefined;
      const check = compute(by, () => expectUsable(encryption, now()));
      return onFault(check, ({ message }) => message);
    },

    /** Describes a key. Throws `invalid_json` and `settings_invalid`. */
    async describe(body: unknown, by: string): Promise<EncryptionKey> {
      const encryption = readEncryption(body, LIMITS.checkedKeyCharacters);
      if (!encryption) throw new ServiceError('invalid_json', undefined, { message: SHAPE });
      const description = compute(by, () => describeKey(encryption, now()));
      return onFault(description, ({ message }) => {
        const errors = [{ path: '/key', message }];
        throw new ServiceError('settings_invalid', { errors }, { message });
      });
    },
  };
}
