import { createKeyring, type Keyring } from '../secrets/keyring.ts';
import type { Settings } from '../settings.ts';
import { checkKeys } from '../stores/check-keys.ts';
import { keyFileOf, readOrMakeKeyFile } from '../stores/key-file.ts';
import { openSqliteStore } from '../stores/sqlite-store.ts';
import type { Store } from '../stores/store.ts';

/** Opens the store with the keys it was made with; throws StoreError, with the store closed. */
export async function openStore(settings: Settings): Promise<{ store: Store; keyring: Keyring }> {
  const { DATABASE_URL: path, SEALING_KEYS, INDEX_KEY } = settings;
  const store = openSqliteStore(path);
  try {
    const isNew = (await store.listKeyChecks()).size === 0;
    const keys =
      SEALING_KEYS && INDEX_KEY
        ? { sealing: SEALING_KEYS, index: INDEX_KEY }
        : readOrMakeKeyFile(keyFileOf(path), isNew);
    await checkKeys(store, keys);
    return { store, keyring: createKeyring(keys.sealing, keys.index) };
  } catch (error) {
    await store.close();
    throw error;
  }
}
