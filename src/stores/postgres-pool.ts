import pg, { type ClientConfig, type PoolClient } from 'pg';
import type { PostgresDatabase } from '../database-url.ts';
import type { Connections } from './store.ts';

/** Milliseconds for a connection: to be made and greeted, or to become free. */
const CONNECT_TIMEOUT = 3_000;

/** Milliseconds for the answer to a statement; after it the connection is given up. */
const ANSWER_TIMEOUT = 5_000;

/** Milliseconds after which an unused connection is closed. */
const IDLE_TIMEOUT = 60_000;

/** 64-bit integers stand for counts and times, and are read as numbers. */
const { INT8 } = pg.types.builtins;

/** The host reached is a standby where DATABASE_URL asks for a primary. */
class NotPrimary extends Error {}

/** Connections to whichever host serves, opened on demand. */
export interface PostgresPool {
  /** Rejects when no connection could be had: then nothing was sent. */
  connect(): Promise<PoolClient>;
  /** Counts the turns from host to host. */
  readonly turn: number;
  /** Turns to the next host after a failure during `turn`, unless another one has done so. */
  turnFrom(turn: number): void;
  usage(): Connections;
  /** Waits for the statements under way. */
  close(): Promise<void>;
}

const QUESTIONS = {
  'read-write': `SELECT current_setting('transaction_read_only') = 'off' AS serves`,
  primary: 'SELECT NOT pg_is_in_recovery() AS serves',
};

export function createPostgresPool(database: PostgresDatabase, most: number): PostgresPool {
  const { hosts, name, user, password = '', tls, session } = database;
  let turn = 0;

  /** Each new connection goes to the host whose turn it is. */
  class Connection extends pg.Client {
    constructor(config?: ClientConfig) {
      super({ ...config, ...hosts[turn % hosts.length] });
    }
  }

  async function checkSession(client: pg.ClientBase): Promise<void> {
    if (session === 'any') return;
    const { rows } = await client.query<{ serves: boolean }>(QUESTIONS[session]);
    if (!rows[0]?.serves) throw new NotPrimary('the host takes no writes');
  }

  const pool = new pg.Pool({
    Client: Connection,
    database: name,
    user,
    password,
    ssl: tls === 'disable' ? false : { rejectUnauthorized: tls === 'verify-full' },
    max: most,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    query_timeout: ANSWER_TIMEOUT,
    idleTimeoutMillis: IDLE_TIMEOUT,
    keepAlive: true,
    application_name: 'letterslot',
    types: {
      getTypeParser: (oid) => (oid === INT8 ? Number : pg.types.getTypeParser(oid)),
    },
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it
    onConnect: checkSession,
  });
  // An idle connection that ends is forgotten by the pool; the next statement opens another.
  pool.on('error', () => undefined);

  return {
    connect: () => pool.connect(),
    get turn() {
      return turn;
    },
    turnFrom(failed) {
      if (failed === turn) turn += 1;
    },
    usage: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: () => pool.end(),
  };
}
