import type { FormSettings } from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { EncryptionKey } from '../../contract/schemas.ts';
import { readAgeRecipient } from './age-recipient.ts';
import { CHECKED_KEY, KeyFault, packetsIn } from './key-packets.ts';
import { reduceCertificate, type OpenPgpKey } from './openpgp-key.ts';

export type Encryption = NonNullable<FormSettings['encryption']>;

const TOO_LONG =
  `It is longer than ${LIMITS.keyCharacters} characters even without the signatures of others. Make a key with ` +
  'fewer names and parts.';

const WRONG_TYPE = {
  openpgp: 'This is a recipient of age. Send it with the type age.',
  age: 'This is a key of OpenPGP. Send it with the type openpgp.',
} as const;

/** Describes a key; a wrong or private one is reported in the wording of its own type. Throws KeyFault. */
export function typeOfKey({ type, key }: Encryption): Encryption['type'] {
  const text = key.trim();
  if (/AGE-SECRET-KEY-/i.test(text)) return 'age';
  if (text.includes('-----BEGIN PGP PRIVATE')) return 'openpgp';
  const isOther = type === 'openpgp' ? text.startsWith('age1') : text.includes('-----BEGIN PGP');
  if (isOther) throw new KeyFault(WRONG_TYPE[type]);
  return type;
}

/** Throws KeyFault where it does not fit the settings. */
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

/** What its owner compares before a key is set; throws KeyFault if nothing can be encrypted to it. */
export async function describeKey(given: Encryption, now: number): Promise<EncryptionKey> {
  if (typeOfKey(given) === 'age') {
    const key = await readAgeRecipient(given.key);
    return { success: true, type: 'age', key, fingerprint: null, user_ids: [], expires_at: null };
  }
  const key = await reduceCertificate(packetsIn(given.key, CHECKED_KEY), now);
  return describeOpenPgpKey(key);
}
