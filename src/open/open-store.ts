import type { PostgresDatabase, SqliteDatabase } from '../database-url.ts';
import { createKeyring, type Keyring } from '../secrets/keyring.ts';
import type { Settings } from '../settings.ts';
import { checkKeys } from '../stores/check-keys.ts';
import { keyFileOf, readOrMakeKeyFile, type Keys } from '../stores/key-file.ts';
import { openSqliteStore } from '../stores/sqlite-store.ts';
import type { Store } from '../stores/store.ts';

/** A store with the keys it was made with. */
export interface OpenedStore {
  store: Store;
  keyring: Keyring;
  /** Whether other processes may serve from the same store. */
  shared: boolean;
}

/** The driver is loaded only where it is used. */
async function openPostgres(database: PostgresDatabase, connections: number): Promise<Store> {
  const { openPostgresStore } = await import('../stores/postgres-store.ts');
  return openPostgresStore(database, { connections });
}

async function keysOf(store: Store, settings: Settings): Promise<Keys> {
  const { SEALING_KEYS: sealing, INDEX_KEY: index } = settings;
  if (sealing && index) return { sealing, index };
  const isNew = (await store.listKeyChecks()).size === 0;
  return readOrMakeKeyFile(keyFileOf((settings.DATABASE_URL as SqliteDatabase).path), isNew);
}

/** Opens the store with the keys it was made with; throws StoreError, with the store closed. */
export async function openStore(settings: Settings): Promise<OpenedStore> {
  const { DATABASE_URL: database, DATABASE_CONNECTIONS: connections } = settings;
  const shared = database.engine === 'postgres';
  const store = shared ? await openPostgres(database, connections) : openSqliteStore(database.path);
  try {
    const keys = await keysOf(store, settings);
    await checkKeys(store, keys);
    return { store, keyring: createKeyring(keys.sealing, keys.index), shared };
  } catch (error) {
    await store.close();
    throw error;
  }
}
