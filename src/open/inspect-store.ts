import type { Database } from '../database-url.ts';
import type { Inspection } from '../stores/inspection.ts';
import { inspectSqlite } from '../stores/inspect-sqlite.ts';

/** Looks at a database without changing it; undefined where none has been made yet. */
export async function inspectStore(database: Database): Promise<Inspection | undefined> {
  if (database.engine === 'sqlite') return inspectSqlite(database.path);
  const { inspectPostgres } = await import('../stores/inspect-postgres.ts');
  return inspectPostgres(database);
}
