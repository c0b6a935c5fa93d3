import { Keyring } from '../secrets/keyring.ts';
import type { Settings } from '../settings/settings.ts';
import { checkKeys } from './check-keys.ts';
import { followKeyFile, type KeyReports } from './key-watch.ts';
import { keyFileFor, readKeys } from './key-file.ts';
import { openSqliteStore } from './sqlite-store.ts';
import type { Store } from './store.ts';

export interface OpenedStore {
  store: Store;
  keyring: Keyring;
  keyIds: readonly string[];
  /** The key file; undefined when the keys come from the settings. */
  keyFile: string | undefined;
}

export interface OpenOptions {
  /** Milliseconds that a statement waits for another process on the same SQLite file. */
  busyTimeout?: number;
  /** Id of a sealing key that may be missing. */
  retiring?: string;
  /** Called when the key file has changed. */
  reports?: KeyReports;
}

/** Opens the database that the settings name and brings its schema up to date; needs no keys. */
export async function openEngine(
  settings: Settings,
  { busyTimeout }: Pick<OpenOptions, 'busyTimeout'> = {},
): Promise<Store> {
  const { DATABASE_URL: database, DATABASE_CONNECTIONS: connections } = settings;
  if (database.engine === 'sqlite') return openSqliteStore(database.path, { busyTimeout });
  // pg is loaded only if it is used.
  const { openPostgresStore } = await import('./postgres-store.ts');
  return openPostgresStore(database, { connections });
}

/** Opens the store and checks that the keys are its own; on StoreError it closes the store. */
export async function openStore(
  settings: Settings,
  { retiring, reports, ...engine }: OpenOptions = {},
): Promise<OpenedStore> {
  const store = await openEngine(settings, engine);
  try {
    const keyFile = keyFileFor(settings);
    const isNew = keyFile !== undefined && (await store.listKeyChecks()).size === 0;
    const keys = readKeys(settings, isNew);
    await checkKeys(store, keys, retiring);
    const reread = keyFile === undefined ? undefined : followKeyFile(keyFile, keys, reports);
    return {
      store,
      keyring: new Keyring(keys.sealing, keys.index, { reread, report: reports?.sealingKeyUsed }),
      keyIds: keys.sealing.map(({ id }) => id),
      keyFile,
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
