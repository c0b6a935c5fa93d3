import { DatabaseSync } from 'node:sqlite';
import type { FormId } from '../../contract/names.ts';
import type { Database } from '../settings/database-url.ts';
import { hasFile } from './files.ts';
import { NEWEST_STEP } from './migrations.ts';
import { sqliteVersionOf } from './sqlite-store.ts';
import { find, type Runner } from './statement.ts';
import { listKeyChecks, ping } from './store.ts';
import { StoreError } from './store-errors.ts';

/** Facts about a database, of which nothing changes that counts. */
export interface Inspection {
  /** The newest step of its schema; 0 for an empty database. */
  version: number;
  keyChecks: ReadonlyMap<string, string>;
  /** One of its active forms; undefined without any, or with an older schema. */
  formId: FormId | undefined;
  /** Milliseconds that the engine's clock is ahead of this machine's; undefined without a clock. */
  clockSkew: number | undefined;
}

/** One of the active routes, whichever the engine finds first. */
const findSomeActiveRoute = find<[], { formId: FormId }>(`
  SELECT form_id AS "formId" FROM routes WHERE status = 'active' AND suspended_at IS NULL LIMIT 1`);

async function inspectTables(
  engine: Runner,
  version: number,
  clockSkew: number | undefined,
): Promise<Inspection> {
  const keyChecks = version === 0 ? new Map<string, string>() : await listKeyChecks(engine);
  const route = version === NEWEST_STEP ? await findSomeActiveRoute(engine) : undefined;
  // As /ready does: a full disk is read like any other.
  if (version === NEWEST_STEP) await ping(engine);
  return { version, keyChecks, formId: route?.formId, clockSkew };
}

/** Milliseconds that a statement waits for a lock of the running service. */
const BUSY_TIMEOUT = 5_000;

/** Undefined when there is no such file; throws StoreError when it cannot be read. */
async function inspectSqlite(path: string): Promise<Inspection | undefined> {
  if (!hasFile(path)) return undefined;
  try {
    using database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT });
    const engine: Runner = { run: async ({ sql }) => database.prepare(sql).all() };
    return await inspectTables(engine, sqliteVersionOf(database), undefined);
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    const reason = cause instanceof Error ? cause.message : 'unknown';
    throw new StoreError(`The database ${path} cannot be read and written: ${reason}.`, { cause });
  }
}

/**
 * Inspects a database, and writes the row that /ready writes; undefined if there is none yet.
 * Throws StoreError when it cannot be used, StoreUnavailable when it cannot be reached.
 */
export async function inspectStore(database: Database): Promise<Inspection | undefined> {
  if (database.engine === 'sqlite') return inspectSqlite(database.path);
  const { withPostgres } = await import('./postgres-store.ts');
  return withPostgres(database, inspectTables);
}
