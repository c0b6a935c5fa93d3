import { closeSync, fdatasync, openSync, realpathSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';

/** Milliseconds until the next attempt to empty the log while a reader still needs it. */
const PAUSE = 500;

/** The write-ahead log of an open SQLite database; deleted data stays in it until it is emptied. */
export interface WriteAheadLog {
  /** Resolves when everything in the log now survives a loss of power. */
  sync(): Promise<void>;
  /** Empties the log now, or as soon as the last reader in another process has finished. */
  scrub(): void;
  /** Call it before the database is closed; closing empties the log. */
  close(): void;
}

/**
 * Syncs the log in a thread of Node's pool: one fdatasync after a commit, which SQLite's
 * `synchronous=FULL` would do on the event loop. A second descriptor is safe: SQLite locks other files.
 */
export function openWriteAheadLog(database: DatabaseSync, databasePath: string): WriteAheadLog {
  // SQLite follows links, and keeps the log next to the real file.
  const file = openSync(`${realpathSync(databasePath)}-wal`, 'r+');
  let timer: NodeJS.Timeout | undefined;

  function isEmptied(): boolean {
    const [answer] = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
    return answer?.['busy'] === 0;
  }

  function later(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        if (!isEmptied()) later();
      } catch {
        // Nobody waits for this attempt, and the disk may work again at the next.
        later();
      }
    }, PAUSE).unref();
  }

  return {
    sync: () =>
      new Promise((resolve, reject) => {
        fdatasync(file, (error) => (error ? reject(error) : resolve()));
      }),
    scrub() {
      if (!isEmptied()) later();
    },
    close() {
      clearTimeout(timer);
      closeSync(file);
    },
  };
}
