import { closeSync, fdatasync, openSync } from 'node:fs';

/** The write-ahead log of an open SQLite database, as a file that is synced beside the event loop. */
export interface WalSync {
  /** Resolves when all that is in the log now survives a loss of power. */
  sync(): Promise<void>;
  close(): void;
}

/**
 * Does from a thread of its own what SQLite's `synchronous=FULL` does on the event loop: one
 * fdatasync of the log after a commit. Its file may be opened twice: SQLite locks others.
 */
export function openWalSync(databasePath: string): WalSync {
  const file = openSync(`${databasePath}-wal`, 'r+');
  return {
    sync: () =>
      new Promise((resolve, reject) => {
        fdatasync(file, (error) => (error ? reject(error) : resolve()));
      }),
    close: () => closeSync(file),
  };
}
