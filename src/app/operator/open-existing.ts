import { openStore, type OpenedStore, type OpenOptions } from '../open/open-store.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { hasFile } from '../../platform/stores/files.ts';
import { CommandError } from './command.ts';

/** Milliseconds that a command waits for writes of the service to the same SQLite file. */
export const BUSY_TIMEOUT = 10_000;

/** Refuses to continue without a database; a command with a wrong path must not create one. */
export function requireDatabase({ DATABASE_URL: database }: Settings): void {
  if (database.engine === 'postgres' || hasFile(database.path)) return;
  throw new CommandError(
    `There is no database ${database.path}: check DATABASE_URL and the current folder.`,
  );
}

/** Runs `work` on the store, which a running service may share, and closes it. */
export async function withStore<T>(
  settings: Settings,
  work: (opened: OpenedStore) => Promise<T>,
  options: OpenOptions = {},
): Promise<T> {
  requireDatabase(settings);
  const opened = await openStore(settings, { busyTimeout: BUSY_TIMEOUT, ...options });
  try {
    return await work(opened);
  } finally {
    await opened.store.close();
  }
}
