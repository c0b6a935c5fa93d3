import type { PoolClient } from 'pg';
import { describeDatabase, type PostgresDatabase } from '../settings/database-url.ts';
import { inspectTables, type Inspection, type RunQuery } from './inspection.ts';
import { judgeConnection, toStoreError } from './postgres-failures.ts';
import { readVersion } from './postgres-migrations.ts';
import { createPostgresPool, type PostgresPool } from './postgres-pool.ts';
import type { Statement } from './statement.ts';

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

/** Throws StoreError when the database cannot be used, StoreUnavailable when it cannot be reached. */
export async function inspectPostgres(database: PostgresDatabase): Promise<Inspection> {
  const pool = createPostgresPool(database, 1);
  try {
    const client = await connect(pool, database.hosts.length);
    try {
      const run: RunQuery = async <Row extends object>({ sql }: Statement<[], Row>) =>
        (await client.query<Row>(sql)).rows;
      return {
        ...(await inspectTables(await readVersion(client), run)),
        clockSkew: await measureSkew(client),
      };
    } finally {
      client.release();
    }
  } catch (error) {
    throw toStoreError(describeDatabase(database), error);
  } finally {
    await pool.close();
  }
}
