import { randomBytes } from 'node:crypto';
import { Keyring } from '../../src/platform/secrets/keyring.ts';

/** A key as settings have it. */
export const newKey = (): string => randomBytes(32).toString('base64url');

/** Keys that all nodes of one test share. */
export const newNodeKeys = () => ({ SEALING_KEYS: `k1:${newKey()}`, INDEX_KEY: newKey() });

/** The keys of a deployment of its own. */
export const newKeyring = (): Keyring =>
  new Keyring([{ id: 'k1', secret: randomBytes(32) }], randomBytes(32));
