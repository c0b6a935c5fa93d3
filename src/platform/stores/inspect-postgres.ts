import type { PoolClient } from 'pg';
import { describeDatabase, type PostgresDatabase } from '../settings/database-url.ts';
import type { Inspection } from './inspection.ts';
import { NEWEST_STEP } from './migrations.ts';
import { judgeConnection, toStoreError } from './postgres-failures.ts';
import { readVersion } from './postgres-migrations.ts';
import { createPostgresPool, type PostgresPool } from './postgres-pool.ts';
import { FIND_SOME_ACTIVE_ROUTE } from './route-table.ts';
import { LIST_KEY_CHECKS } from './sql-store.ts';

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

async function read(client: PoolClient): Promise<Inspection> {
  const version = await readVersion(client);
  const checks =
    version === 0
      ? []
      : (await client.query<{ name: string; value: string }>(LIST_KEY_CHECKS.sql)).rows;
  const [route] =
    version === NEWEST_STEP
      ? (await client.query<{ formId: string }>(FIND_SOME_ACTIVE_ROUTE.sql)).rows
      : [];
  return {
    version,
    keyChecks: new Map(checks.map(({ name, value }) => [name, value])),
    formId: route?.formId,
    clockSkew: await measureSkew(client),
  };
}

/** Throws StoreError when the database cannot be used, StoreUnavailable when not be reached. */
export async function inspectPostgres(database: PostgresDatabase): Promise<Inspection> {
  const pool = createPostgresPool(database, 1);
  try {
    const client = await connect(pool, database.hosts.length);
    try {
      return await read(client);
    } finally {
      client.release();
    }
  } catch (error) {
    throw toStoreError(describeDatabase(database), error);
  } finally {
    await pool.close();
  }
}
