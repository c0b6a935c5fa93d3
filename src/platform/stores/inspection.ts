import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../settings/database-url.ts';
import { hasFile } from './files.ts';
import { NEWEST_STEP } from './migrations.ts';
import { FIND_SOME_ACTIVE_ROUTE } from './route-table.ts';
import { LIST_KEY_CHECKS } from './sql-store.ts';
import type { Statement } from './statement.ts';
import { StoreError } from './store-errors.ts';

/** Facts about a database that can be read without changing it. */
export interface Inspection {
  /** The newest step of its schema; 0 for an empty database. */
  version: number;
  keyChecks: ReadonlyMap<string, string>;
  /** One of its active forms; undefined without any, or with an older schema. */
  formId: string | undefined;
  /** Milliseconds that the engine's clock is ahead of this machine's; undefined without a clock. */
  clockSkew: number | undefined;
}

/** Runs a query in the inspected engine. */
export type RunQuery = <Row extends object>(statement: Statement<[], Row>) => Promise<Row[]>;

/** Reads the facts that both engines store alike, in a schema of this version. */
export async function inspectTables(
  version: number,
  run: RunQuery,
): Promise<Omit<Inspection, 'clockSkew'>> {
  const checks = version === 0 ? [] : await run(LIST_KEY_CHECKS);
  const [route] = version === NEWEST_STEP ? await run(FIND_SOME_ACTIVE_ROUTE) : [];
  return {
    version,
    keyChecks: new Map(checks.map(({ name, value }) => [name, value])),
    formId: route?.formId,
  };
}

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
 * Inspects a database without changing it; undefined where there is none yet. Throws StoreError when
 * it cannot be used, StoreUnavailable when it cannot be reached.
 */
export async function inspectStore(database: Database): Promise<Inspection | undefined> {
  if (database.engine === 'sqlite') return inspectSqlite(database.path);
  const { inspectPostgres } = await import('./inspect-postgres.ts');
  return inspectPostgres(database);
}
