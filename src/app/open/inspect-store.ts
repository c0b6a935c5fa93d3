import type { Database } from '../../platform/settings/database-url.ts';
import type { Inspection } from '../../platform/stores/inspection.ts';
import { inspectSqlite } from '../../platform/stores/inspect-sqlite.ts';

/** Looks at a database without changing it; undefined where none has been made yet. */
export async function inspectStore(database: Database): Promise<Inspection | undefined> {
  if (database.engine === 'sqlite') return inspectSqlite(database.path);
  const { inspectPostgres } = await import('../../platform/stores/inspect-postgres.ts');
  return inspectPostgres(database);
}
