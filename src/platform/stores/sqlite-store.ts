import { closeSync, openSync, fdatasync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { hasFile, makeFolder } from './files.ts';
import { FoundRows } from './found-rows.ts';
import { GroupCommit } from './group-commit.ts';
import {
  MIGRATIONS,
  refuseNewer,
  refuseUnreleased,
  type Dialect,
  type Migration,
} from './migrations.ts';
import type { Value } from './statement.ts';
import { createStore, type Store } from './store.ts';
import { StoreError } from './store-errors.ts';

/** Milliseconds until the next attempt to empty the log while a reader still needs it. */
const PAUSE = 500;

/**
 * The write-ahead log of an open database; deleted data stays in it until it is emptied. It is
 * synced in a thread of Node's pool: one fdatasync after a commit, which SQLite's
 * `synchronous=FULL` would do on the event loop. A second descriptor is safe: SQLite locks other
 * files.
 */
function openWriteAheadLog(database: DatabaseSync, databasePath: string) {
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
    /** Resolves when everything in the log now survives a loss of power. */
    sync: () =>
      new Promise<void>((resolve, reject) => {
        fdatasync(file, (error) => (error ? reject(error) : resolve()));
      }),
    /** Empties the log now, or as soon as the last reader in another process has finished. */
    scrub() {
      if (!isEmptied()) later();
    },
    /** Call it before the database is closed; closing empties the log. */
    close() {
      clearTimeout(timer);
      closeSync(file);
    },
  };
}

/** `?1` instead of `$1`, which SQLite would read as a name. */
const toSqlite = (sql: string) => sql.replace(/\$(\d+)/g, '?$1');

const DIALECT: Dialect = { stored: ' WITHOUT ROWID', transient: '' };

/** Milliseconds that one attempt blocks the event loop while another process holds the lock. */
const BUSY_TIMEOUT = 20;

/** Milliseconds that writes wait for that lock in total, mostly without blocking. */
const LOCK_PATIENCE = 5_000;

/** KiB of pages kept in memory: holds the upper levels of the B-trees at millions of routes. */
const CACHE_KIB = 16_384;

/**
 * Pages in the log at which SQLite copies them into the database, with three syncs on the event
 * loop: as many as one table of the log's index holds, 16 MB.
 */
const CHECKPOINT_PAGES = 4_000;

/** Primary result codes: the lowest byte of the extended ones. */
const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;

const primaryCode = (error: unknown) =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) % 256 : 0;

interface SqliteOptions {
  /** Milliseconds that a statement waits for another process, blocking the event loop. */
  busyTimeout?: number | undefined;
  migrations?: readonly Migration[];
}

/** Tells our files from others, and from those of before the first release: “Ltrs”. */
const APPLICATION_ID = 0x4c_74_72_73;

/** The newest step applied; 0 for an empty file. Throws StoreError for an unknown version. */
export function sqliteVersionOf(database: DatabaseSync): number {
  const read = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  const [version, application] = [read('user_version'), read('application_id')];
  // Most programs mark their files with neither number.
  const hasTables = database.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined;
  const isEmpty = version === 0 && application === 0 && !hasTables;
  refuseUnreleased(application === APPLICATION_ID || isEmpty);
  return version;
}

function migrate(database: DatabaseSync, migrations: readonly Migration[]): void {
  const version = sqliteVersionOf(database);
  refuseNewer(version, migrations.at(-1)?.id ?? 0, 'database file');
  for (const { id, statements } of migrations) {
    if (id <= version) continue;
    const steps = statements(DIALECT).join(';\n');
    const marks = `PRAGMA application_id = ${APPLICATION_ID};\nPRAGMA user_version = ${id}`;
    database.exec(`BEGIN IMMEDIATE;\n${steps};\n${marks};\nCOMMIT;`);
  }
}

function openDatabase(
  path: string,
  { busyTimeout = BUSY_TIMEOUT, migrations = MIGRATIONS }: SqliteOptions,
): DatabaseSync {
  if (!hasFile(path)) makeFolder(dirname(path));
  closeSync(openSync(path, 'a', 0o600));
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA busy_timeout = ${busyTimeout};
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
    PRAGMA cache_size = -${CACHE_KIB};
    PRAGMA secure_delete = ON;
    PRAGMA foreign_keys = ON;
  `);
  migrate(database, migrations);
  return database;
}

function open(path: string, options: SqliteOptions) {
  try {
    const database = openDatabase(path, options);
    return { database, log: openWriteAheadLog(database, path) };
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    const reason = cause instanceof Error ? cause.message : 'unknown';
    throw new StoreError(`The database ${path} cannot be opened: ${reason}.`, { cause });
  }
}

/** A statement that changes a form. */
const WRITES_ROUTES = /^\s*(?:INSERT INTO|UPDATE|DELETE FROM) routes\b/;

type RunPrepared = (values: readonly Value[]) => object[];

/** SQLite answers with arrays; its objects are slow to make and to read. */
function prepareRows(database: DatabaseSync, sql: string): RunPrepared {
  const statement = database.prepare(toSqlite(sql));
  statement.setReturnArrays(true);
  const fields = statement.columns().map(({ name }) => name);
  const blank = Object.fromEntries(fields.map((field) => [field, null]));
  const toRow = (values: Readonly<Record<number, SQLOutputValue>>) => {
    // A copy has the shape of a row at once, and all rows have the same.
    const row: Record<string, SQLOutputValue | undefined> = { ...blank };
    for (let index = 0; index < fields.length; index += 1) row[fields[index] ?? ''] = values[index];
    return row;
  };
  // .get() on INSERT … RETURNING leaves the statement open and the WAL is never checkpointed.
  return (values) => statement.all(...values).map(toRow);
}

/** The embedded store: one connection, whose writes are committed and synced in groups. */
export function openSqliteStore(path: string, options: SqliteOptions = {}): Store {
  const { database, log } = open(path, options);
  const prepared = new Map<string, RunPrepared>();

  function prepare(sql: string): RunPrepared {
    const known = prepared.get(sql);
    if (known) return known;
    const made = prepareRows(database, sql);
    prepared.set(sql, made);
    return made;
  }

  function execute(sql: string, values: readonly Value[]): object[] {
    try {
      return prepare(sql)(values);
    } catch (cause) {
      if (primaryCode(cause) !== SQLITE_CORRUPT) throw cause;
      throw new StoreError(`The database ${path} is damaged: restore a backup.`, { cause });
    }
  }

  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');

  function apply(writes: () => void): void {
    begin.run();
    try {
      writes();
      commit.run();
    } catch (error) {
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }

  const isLocked = (error: unknown) => primaryCode(error) === SQLITE_BUSY;
  const commits = new GroupCommit({ apply, sync: log.sync, isLocked }, LOCK_PATIENCE);

  const store = createStore({
    shared: false,
    run({ sql, writes }, values) {
      if (!writes) return Promise.try(execute, sql, values);
      return commits.write(() => {
        if (WRITES_ROUTES.test(sql)) found.forget();
        return execute(sql, values);
      });
    },
    scrub: log.scrub,
    async close() {
      await commits.settled();
      log.close();
      database.close();
    },
  });
  const versionOf = () => Object.values(execute('PRAGMA data_version', [])[0] ?? {})[0];
  const found = new FoundRows(store.routes.find, versionOf);
  return { ...store, routes: { ...store.routes, find: found.find } };
}
