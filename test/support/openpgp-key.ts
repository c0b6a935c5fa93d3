import { generateKey, type KeyOptions } from 'openpgp';

/** A key pair of OpenPGP, made for a test. */
export async function makeKey(email: string, options: Partial<KeyOptions> = {}) {
  const userIDs = [{ name: 'Ada Lovelace', email }];
  const { privateKey, publicKey } = await generateKey({ userIDs, ...options, format: 'object' });
  return { privateKey, publicKey, armored: publicKey.armor() };
}
