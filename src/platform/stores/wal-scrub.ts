import type { DatabaseSync } from 'node:sqlite';

/** Milliseconds until the next attempt where a reader still needs the log. */
const PAUSE = 500;

/** Empties the write-ahead log of an open SQLite database, which keeps what was deleted. */
export interface WalScrub {
  /** Empties it now, or as soon as the last reader of another process lets go of it. */
  scrub(): void;
  /** Gives up; to be called before the database is closed, which empties the log itself. */
  stop(): void;
}

export function createWalScrub(database: DatabaseSync): WalScrub {
  let timer: NodeJS.Timeout | undefined;

  /** Whether the log is empty now. */
  function empty(): boolean {
    const answer = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    return (answer as { busy: number }).busy === 0;
  }

  function later(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        if (!empty()) later();
      } catch {
        // Nobody waits for this attempt, and a disk that fails may be well at the next.
        later();
      }
    }, PAUSE).unref();
  }

  return {
    scrub() {
      if (!empty()) later();
    },
    stop: () => clearTimeout(timer),
  };
}
