import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { MIGRATIONS, NEWEST_STEP } from './migrations/index.ts';
import type { Dialect } from './migrations/migration.ts';
import { refuseNewer } from './migrations/refuse-newer.ts';
import { createStatementStore } from './statement-store.ts';
import { STATEMENTS, type Parameter, type StatementName } from './statements.ts';
import { StoreError, type Store } from './store.ts';

/** `?1` instead of `$1`, which SQLite would take for a name. */
const toSqlite = (sql: string) => sql.replace(/\$(\d+)/g, '?$1');

const DIALECT: Dialect = { engine: 'sqlite', clustered: ' WITHOUT ROWID', transient: '' };

/** Milliseconds that a statement of the service waits for the lock of a command beside it. */
const BUSY_TIMEOUT = 200;

export interface SqliteOptions {
  /** Milliseconds that a statement waits for another process; the event loop waits with it. */
  busyTimeout?: number | undefined;
}

interface PendingWrite {
  statement: StatementName;
  parameters: Parameter[];
  resolve(rows: object[]): void;
  reject(error: unknown): void;
}

function migrate(database: DatabaseSync): void {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
    user_version: number;
  };
  refuseNewer(version, NEWEST_STEP, 'database file');
  for (const { id, statements } of MIGRATIONS) {
    if (id <= version) continue;
    const steps = statements(DIALECT).join(';\n');
    database.exec(`BEGIN IMMEDIATE;\n${steps};\nPRAGMA user_version = ${id};\nCOMMIT;`);
  }
}

function openDatabase(path: string, busyTimeout: number): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA busy_timeout = ${busyTimeout};
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON;
    PRAGMA foreign_keys = ON;
  `);
  migrate(database);
  return database;
}

/**
 * The embedded store. Writes of one event-loop tick share one transaction, which pays once for
 * `synchronous=FULL` and loses nothing: each promise resolves after the commit.
 */
export function openSqliteStore(
  path: string,
  { busyTimeout = BUSY_TIMEOUT }: SqliteOptions = {},
): Store {
  let database: DatabaseSync;
  try {
    database = openDatabase(path, busyTimeout);
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    const reason = cause instanceof Error ? cause.message : 'unknown';
    throw new StoreError(`The database ${path} cannot be opened: ${reason}.`, { cause });
  }
  const prepared = new Map<StatementName, StatementSync>();
  let pending: PendingWrite[] = [];

  function run(statement: StatementName, parameters: Parameter[]): object[] {
    let query = prepared.get(statement);
    if (!query) {
      query = database.prepare(toSqlite(STATEMENTS[statement]));
      prepared.set(statement, query);
    }
    // .get() on INSERT … RETURNING leaves the statement open and the WAL is never checkpointed.
    return query.all(...parameters);
  }

  function commitPending(): void {
    const writes = pending;
    pending = [];
    if (writes.length === 0) return;
    try {
      database.exec('BEGIN IMMEDIATE');
      const results = writes.map(({ statement, parameters }) => run(statement, parameters));
      database.exec('COMMIT');
      writes.forEach(({ resolve }, index) => resolve(results[index] ?? []));
    } catch (error) {
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
      for (const { reject } of writes) reject(error);
    }
  }

  return createStatementStore({
    async read(statement, ...parameters) {
      return run(statement, parameters);
    },
    write: (statement, ...parameters) =>
      new Promise((resolve, reject) => {
        if (pending.length === 0) setImmediate(commitPending);
        pending.push({ statement, parameters, resolve, reject });
      }),
    scrub() {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
    async close() {
      commitPending();
      database.close();
    },
  });
}
