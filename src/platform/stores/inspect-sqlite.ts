import { DatabaseSync } from 'node:sqlite';
import { hasFile } from './files.ts';
import type { Inspection } from './inspection.ts';
import { NEWEST_STEP } from './migrations.ts';
import { FIND_SOME_ACTIVE_ROUTE } from './route-table.ts';
import { LIST_KEY_CHECKS } from './sql-store.ts';
import { StoreError } from './store.ts';

/** Milliseconds that a statement waits for the service. */
const BUSY_TIMEOUT = 5_000;

function read(database: DatabaseSync): Inspection {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
    user_version: number;
  };
  const checks = version === 0 ? [] : database.prepare(LIST_KEY_CHECKS.sql).all();
  const [route] = version === NEWEST_STEP ? database.prepare(FIND_SOME_ACTIVE_ROUTE.sql).all() : [];
  return {
    version,
    keyChecks: new Map(checks.map(({ name, value }) => [String(name), String(value)])),
    formId: route && String(route['formId']),
    clockSkew: undefined,
  };
}

/** Undefined when there is no such file; throws StoreError when it cannot be read. */
export function inspectSqlite(path: string): Inspection | undefined {
  if (!hasFile(path)) return undefined;
  try {
    using database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT });
    return read(database);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    throw new StoreError(`The database ${path} cannot be read: ${reason}.`, { cause });
  }
}
