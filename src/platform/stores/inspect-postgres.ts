import type { PoolClient } from 'pg';
import { describeDatabase, type PostgresDatabase } from '../settings/database-url.ts';
import { judgeConnection, toStoreError } from './postgres-failures.ts';
import { readVersion } from './postgres-migrations.ts';
import { createPostgresPool, type PostgresPool } from './postgres-pool.ts';
import type { Runner } from './statement.ts';

/** A connection to the first host that serves. */
async function connect(pool: PostgresPool, hosts: number): Promise<PoolClient> {
  for (let tried = 1; ; tried += 1) {
    const { turn } = pool;
    try {
      return await pool.connect();
    } catch (error) {
      if (tried >= hosts || judgeConnection(error) === 'fault') throw error;
      pool.turnFrom(turn);
    }
  }
}

async function measureSkew(client: PoolClient): Promise<number> {
  const before = Date.now();
  const { rows } = await client.query<{ now: string }>(
    'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now',
  );
  return Number(rows[0]?.now) - (before + Date.now()) / 2;
}

/**
 * Has `inspect` read a database of this version and skew. Throws StoreError when the database cannot be used,
 * StoreUnavailable when it cannot be reached.
 */
export async function withPostgres<Facts>(
  database: PostgresDatabase,
  inspect: (engine: Runner, version: number, clockSkew: number) => Promise<Facts>,
): Promise<Facts> {
  const pool = createPostgresPool(database, 1);
  try {
    const client = await connect(pool, database.hosts.length);
    try {
      const engine: Runner = { run: async ({ sql }) => (await client.query<object>(sql)).rows };
      return await inspect(engine, await readVersion(client), await measureSkew(client));
    } finally {
      client.release();
    }
  } catch (error) {
    throw toStoreError(describeDatabase(database), error);
  } finally {
    await pool.close();
  }
}
