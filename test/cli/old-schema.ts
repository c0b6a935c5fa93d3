import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseUrl } from '../../src/platform/settings/database-url.ts';
import { MIGRATIONS } from '../../src/platform/stores/migrations.ts';
import { openPostgresStore } from '../../src/platform/stores/postgres-store.ts';
import type { Env } from './deployment.ts';

const OLDEST = MIGRATIONS.slice(0, 1);

/** Creates a database as version 1.0 did. */
export async function makeOldSchema({ DATABASE_URL: url = '' }: Env): Promise<void> {
  const database = databaseUrl(url);
  if (database.engine === 'postgres') {
    const store = await openPostgresStore(database, { connections: 1, migrations: OLDEST });
    return store.close();
  }
  mkdirSync(dirname(database.path), { recursive: true });
  using sqlite = new DatabaseSync(database.path);
  for (const { id, statements } of OLDEST) {
    const steps = statements({ engine: 'sqlite', clustered: ' WITHOUT ROWID', transient: '' });
    sqlite.exec(`${steps.join(';')}; PRAGMA user_version = ${id}`);
  }
}
