import { LIMITS } from '../../contract/limits.ts';
import { SCHEMAS, type EncryptionKey } from '../../contract/schemas.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { isObject, readObject } from '../../platform/text/json.ts';
import type { TakeTurn } from '../../platform/waiting/turns.ts';
import type { RateLimiter } from '../../inboxes/rate-limit.ts';
import { readAgeRecipient } from './age-recipient.ts';
import { describeKey, typeOfKey, type Encryption } from './describe-key.ts';
import { KeyFault } from './key-packets.ts';
import { readOpenPgpKey } from './openpgp-key.ts';

/** Checks of keys before they are set. A check is a computation, so each throws `rate_limited`. */
export interface CheckKeys {
  /**
   * The fault of `encryption` in the settings of a request, a sentence that has nothing of the key; undefined
   * if mails can be encrypted to it, if there is no such setting, and for what the schema refuses.
   */
  faultIn(settings: unknown, by: string): Promise<string | undefined>;
  /** Describes a key. Throws `invalid_json` and `settings_invalid`. */
  describe(body: unknown, by: string): Promise<EncryptionKey>;
}

function readEncryption(value: unknown, most: number): Encryption | undefined {
  const sent = readObject(SCHEMAS.EncryptionKeyRequest, value);
  if (!sent || sent.extra.length > 0) return undefined;
  const { type, key } = sent.members;
  if ((type !== 'openpgp' && type !== 'age') || typeof key !== 'string') return undefined;
  return key !== '' && key.length <= most ? { type, key } : undefined;
}

/** What is wrong with a key; other errors are thrown. */
async function faultOf(check: Promise<unknown>): Promise<string | undefined> {
  try {
    await check;
    return undefined;
  } catch (error) {
    if (error instanceof KeyFault) return error.message;
    throw error;
  }
}

/** Throws KeyFault if nothing can be encrypted to the key. */
async function expectUsable(encryption: Encryption, now: number): Promise<void> {
  if (typeOfKey(encryption) === 'age') await readAgeRecipient(encryption.key);
  else await readOpenPgpKey(encryption.key, now);
}

const SHAPE =
  'Send {"type": "openpgp", "key": "-----BEGIN PGP PUBLIC KEY BLOCK-----…"} or one of age.';

export function createCheckKeys(
  limiter: RateLimiter,
  takeTurn: TakeTurn,
  now: () => number,
): CheckKeys {
  const count = (by: string) =>
    limiter.take({ key: `key check ${by}`, limit: LIMITS.keyChecksPerMinute });

  return {
    async faultIn(settings, by) {
      const given = isObject(settings) ? settings['encryption'] : undefined;
      const encryption = readEncryption(given, LIMITS.keyCharacters);
      if (!encryption) return undefined;
      await count(by);
      return faultOf(takeTurn(by, () => expectUsable(encryption, now())));
    },
    async describe(body, by) {
      const encryption = readEncryption(body, LIMITS.checkedKeyCharacters);
      if (!encryption) throw new ServiceError('invalid_json', undefined, { message: SHAPE });
      await count(by);
      try {
        return await takeTurn(by, () => describeKey(encryption, now()));
      } catch (error) {
        if (!(error instanceof KeyFault)) throw error;
        const errors = [{ path: '/key', message: error.message }];
        throw new ServiceError('settings_invalid', { errors }, { message: error.message });
      }
    },
  };
}
