import type { ClientBase, QueryConfig, QueryResult } from 'pg';
import {
  MIGRATIONS,
  refuseNewer,
  refuseUnreleased,
  type Dialect,
  type Migration,
} from './migrations.ts';
import { codeOf } from './store-errors.ts';

const DIALECT: Dialect = { stored: ' WITH (fillfactor = 75)', transient: 'UNLOGGED ' };

/** The row that starting nodes lock, one after the other; real steps count from 1. */
const LOCK = 0;

/** SQLSTATEs of a table that exists, or that another node is creating right now. */
const EXISTS: ReadonlySet<unknown> = new Set(['42P07', '42710', '23505']);
const UNDEFINED_TABLE = '42P01';

/** Milliseconds: a step may rewrite a large table, or wait for a node that does. */
const STEP_TIMEOUT = 600_000;

function run(client: ClientBase, text: string, values: unknown[] = []): Promise<QueryResult> {
  // The types of pg leave query_timeout out of a single query's settings.
  const query: QueryConfig & { query_timeout: number } = {
    text,
    values,
    query_timeout: STEP_TIMEOUT,
  };
  return client.query(query);
}

/** The newest step applied; 0 for an empty database. Throws StoreError for an unknown version. */
export async function readVersion(client: ClientBase): Promise<number> {
  try {
    const { rows } = await client.query<{ id: number | null; first: string | null }>(
      'SELECT max(id) AS id, max(name) FILTER (WHERE id = 1) AS first FROM schema_steps',
    );
    const { id, first } = rows[0] ?? {};
    refuseUnreleased(!id || first === MIGRATIONS[0]?.name);
    return id ?? 0;
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return 0;
    throw error;
  }
}

async function makeStepsTable(client: ClientBase): Promise<void> {
  try {
    await client.query(
      'CREATE TABLE IF NOT EXISTS schema_steps (id INTEGER PRIMARY KEY, name TEXT NOT NULL)',
    );
  } catch (error) {
    if (!EXISTS.has(codeOf(error))) throw error;
  }
  await client.query(
    `INSERT INTO schema_steps (id, name) VALUES (${LOCK}, 'lock') ON CONFLICT DO NOTHING`,
  );
}

/** Applies one step, unless another node has applied it in the meantime. */
async function applyStep(client: ClientBase, { id, name, statements }: Migration): Promise<void> {
  await run(client, 'BEGIN');
  try {
    await run(client, `SELECT id FROM schema_steps WHERE id = ${LOCK} FOR UPDATE`);
    const applied = await run(client, 'SELECT id FROM schema_steps WHERE id = $1', [id]);
    if (applied.rows.length === 0) {
      for (const statement of statements(DIALECT)) await run(client, statement);
      await run(client, 'INSERT INTO schema_steps (id, name) VALUES ($1, $2)', [id, name]);
    }
    await run(client, 'COMMIT');
  } catch (error) {
    // Report the first error: if the rollback fails too, connection and transaction are lost.
    await run(client, 'ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * Brings the schema to the newest step, once even if many nodes start together. Throws StoreError
 * when a newer version made it. A schema that is up to date is only read.
 */
export async function migratePostgres(
  client: ClientBase,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const version = await readVersion(client);
  const newest = migrations.at(-1)?.id ?? 0;
  refuseNewer(version, newest, 'database');
  if (version === newest) return;
  await makeStepsTable(client);
  for (const migration of migrations) await applyStep(client, migration);
}
