import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase, PoolClient } from 'pg';
import { describeDatabase, type PostgresDatabase } from '../settings/database-url.ts';
import type { Migration } from './migrations.ts';
import {
  isRefusal,
  judgeConnection,
  judgeStatement,
  toStoreError,
  type Verdict,
} from './postgres-failures.ts';
import { withGroups } from './postgres-groups.ts';
import { migratePostgres, readVersion } from './postgres-migrations.ts';
import { createPostgresPool, type PostgresPool } from './postgres-pool.ts';
import type { Driver, Runner } from './statement.ts';
import { createStore, type Store } from './store.ts';
import { AnswerLost, StoreError } from './store-errors.ts';

export interface PostgresOptions {
  /** Connections of this process at the same time. */
  connections: number;
  /** Milliseconds that a start waits for the server. */
  startPatience?: number;
  migrations?: readonly Migration[];
}

/** Milliseconds in which a statement that was surely not executed is retried. */
const PATIENCE = 3_000;
const START_PATIENCE = 10_000;
/** Milliseconds that a statement waits for a free connection while the database answers. */
const BUSY_PATIENCE = 15_000;

const ignore = () => undefined;

/**
 * Names prepared statements by their text: behind a pooler that mixes sessions, a name then never
 * stands for another statement.
 */
function createNames(): (sql: string) => string {
  const names = new Map<string, string>();
  return (sql) => {
    const name =
      names.get(sql) ?? createHash('sha256').update(sql).digest('base64url').slice(0, 22);
    names.set(sql, name);
    return name;
  };
}

/** Between attempts, at random, so that nodes do not retry at the same moment. */
const pause = () => wait(25 + Math.random() * 75);

/** Runs work on a connection until it succeeds, fails for good, or patience ends. */
type Retry = <T>(
  work: (client: ClientBase) => Promise<T>,
  options: { repeatable: boolean; patience: number },
) => Promise<T>;

function createRetry(pool: PostgresPool): Retry {
  /** One attempt; returns an error with its verdict instead of throwing it. */
  async function attempt<T>(work: (client: ClientBase) => Promise<T>) {
    let client;
    let lost = false;
    try {
      client = await pool.connect();
    } catch (error) {
      return { error, verdict: judgeConnection(error) };
    }
    // A client in use reports its end by an event as well as by the failed statement.
    client.on('error', ignore);
    try {
      return { value: await work(client) };
    } catch (error) {
      const verdict: Verdict = error instanceof StoreError ? 'fault' : judgeStatement(error);
      lost = verdict !== 'again';
      return { error, verdict };
    } finally {
      client.release(lost);
      client.off('error', ignore);
    }
  }

  return async (work, { repeatable, patience }) => {
    const until = performance.now() + patience;
    const busyUntil = performance.now() + BUSY_PATIENCE;
    for (;;) {
      const { turn } = pool;
      const result = await attempt(work);
      if ('value' in result) return result.value;
      const { error, verdict } = result;
      if (verdict === 'elsewhere' || verdict === 'unknown') pool.turnFrom(turn);
      if (verdict === 'unknown' && !repeatable) throw new AnswerLost(error);
      if (verdict === 'fault' || performance.now() > (verdict === 'busy' ? busyUntil : until))
        throw error;
      await pause();
    }
  };
}

/**
 * The store that many nodes share, on PostgreSQL or an engine with its protocol. Throws StoreError
 * when the database cannot be used, StoreUnavailable when it cannot be reached.
 */
export async function openPostgresStore(
  database: PostgresDatabase,
  { connections, startPatience = START_PATIENCE, migrations }: PostgresOptions,
): Promise<Store> {
  const pool = createPostgresPool(database, connections);
  const retry = createRetry(pool);
  const nameOf = createNames();
  const underWay = new Set<Promise<unknown>>();
  let closed = false;

  const run: Driver['run'] = async ({ sql, repeatable }, values) => {
    if (closed) throw new StoreError('The store is closed.');
    const query = {
      text: sql,
      values: [...values],
      ...(database.prepare && { name: nameOf(sql) }),
    };
    const work = retry((client) => client.query<object>(query), { repeatable, patience: PATIENCE });
    underWay.add(work);
    try {
      return (await work).rows;
    } catch (error) {
      throw isRefusal(error) ? toStoreError(describeDatabase(database), error) : error;
    } finally {
      underWay.delete(work);
    }
  };

  async function close(): Promise<void> {
    closed = true;
    await Promise.allSettled(underWay);
    await pool.close();
  }

  try {
    await retry((client) => migratePostgres(client, migrations), {
      repeatable: true,
      patience: startPatience,
    });
  } catch (error) {
    await pool.close();
    throw toStoreError(describeDatabase(database), error);
  }
  // VACUUM removes what deletes leave behind.
  const driver = { shared: true, run, scrub: () => undefined, connections: pool.usage, close };
  return withGroups(createStore(driver), driver);
}

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
 * Has `inspect` read a database of this version and skew. Throws StoreError when the database
 * cannot be used, StoreUnavailable when it cannot be reached.
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
