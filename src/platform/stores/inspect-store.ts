import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../settings/database-url.ts';
import { hasFile } from './files.ts';
import { inspectTables, type Inspection, type RunQuery } from './inspection.ts';
import type { Statement } from './statement.ts';
import { StoreError } from './store-errors.ts';

/** Milliseconds that a statement waits for a lock of the running service. */
const BUSY_TIMEOUT = 5_000;

/** Undefined when there is no such file; throws StoreError when it cannot be read. */
async function inspectSqlite(path: string): Promise<Inspection | undefined> {
  if (!hasFile(path)) return undefined;
  try {
    using database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT });
    const [row] = database.prepare('PRAGMA user_version').all();
    const run: RunQuery = async <Row extends object>({ sql }: Statement<[], Row>) =>
      database.prepare(sql).all() as Row[];
    return {
      ...(await inspectTables(Number(row?.['user_version']), run)),
      clockSkew: undefined,
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    throw new StoreError(`The database ${path} cannot be read: ${reason}.`, { cause });
  }
}

/**
 * Inspects a database without changing it; undefined if there is none yet. Throws StoreError when
 * it cannot be used, StoreUnavailable when it cannot be reached.
 */
export async function inspectStore(database: Database): Promise<Inspection | undefined> {
  if (database.engine === 'sqlite') return inspectSqlite(database.path);
  const { inspectPostgres } = await import('./inspect-postgres.ts');
  return inspectPostgres(database);
}
