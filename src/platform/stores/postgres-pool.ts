import { readFileSync } from 'node:fs';
import { checkServerIdentity, type ConnectionOptions } from 'node:tls';
import pg, { type ClientConfig } from 'pg';
import type { PostgresDatabase } from '../settings/database-url.ts';
import { HandshakeFault, toHandshakeFault } from './postgres-failures.ts';
import type { ConnectionUse } from './statement.ts';
import { StoreError } from './store-errors.ts';

/** Milliseconds to wait for the answer to a statement; then the connection is closed. */
const ANSWER_TIMEOUT = 5_000;

/** Milliseconds after which an unused connection is closed. */
const IDLE_TIMEOUT = 60_000;

/** 64-bit integers here are counts and times, so they are read as numbers. */
const { INT8 } = pg.types.builtins;

/** The host is a standby, but DATABASE_URL asks for a primary. */
class NotPrimary extends Error {}

const QUESTIONS = {
  'read-write': `SELECT current_setting('transaction_read_only') = 'off' AS serves`,
  primary: 'SELECT NOT pg_is_in_recovery() AS serves',
};

/** Reads the certificate authorities that DATABASE_URL names; throws StoreError. */
function readAuthorities(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new StoreError(`The file of sslrootcert in DATABASE_URL cannot be read: ${path}`, {
      cause,
    });
  }
}

/** TLS as libpq's sslmode means it; a socket has none. */
function tlsOf({ tls, rootCertificate }: PostgresDatabase): ConnectionOptions | false {
  if (tls === 'disable') return false;
  return {
    rejectUnauthorized: tls !== 'require',
    checkServerIdentity: tls === 'verify-full' ? checkServerIdentity : () => undefined,
    ...(rootCertificate !== undefined && { ca: readAuthorities(rootCertificate) }),
  };
}

const PLUS = 'SCRAM-SHA-256-PLUS';

/** pg calls this when the server offers ways to log in; its types lack it. */
interface Handshake {
  connection: { emit(event: 'error', error: Error): void };
  _handleAuthSASL(message: { mechanisms: readonly string[] }): void;
}

type ConnectCallback = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** Opens each connection, to the host whose turn it is. */
function connectionClass(database: PostgresDatabase, turnNow: () => number) {
  const { hosts, password = '', channelBinding } = database;
  const ssl = tlsOf(database);
  return class Connection extends pg.Client {
    constructor(config?: ClientConfig) {
      const host = hosts[turnNow() % hosts.length];
      // The pool hides the password from enumeration, so that a copy of its options lacks it.
      super({ ...config, password, ...host, ssl: host?.host.startsWith('/') ? false : ssl });
      if (channelBinding === 'require') this.#requireBinding();
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: ConnectCallback): void;
    override connect(callback?: ConnectCallback): Promise<pg.Client> | void {
      if (!callback) return super.connect();
      super.connect((error: Error | null) => {
        if (!error) return (callback as (error: null, client: pg.Client) => void)(null, this);
        // pg leaves the socket of a failed handshake open, and the server waits a minute for it.
        void this.end();
        (callback as (error: Error) => void)(toHandshakeFault(error, password !== ''));
      });
    }

    #requireBinding(): void {
      const client = this as unknown as Handshake;
      const login = client._handleAuthSASL.bind(this);
      client._handleAuthSASL = (message) => {
        if (message.mechanisms.includes(PLUS)) login(message);
        else client.connection.emit('error', new HandshakeFault('EBINDING'));
      };
    }
  };
}

/**
 * Connections to the host that serves, opened on demand. Throws StoreError when a file that the
 * database's URL names cannot be read.
 */
export function createPostgresPool(database: PostgresDatabase, most: number) {
  const { name, user, session, channelBinding } = database;
  let turn = 0;

  async function checkSession(client: pg.ClientBase): Promise<void> {
    if (session === 'any') return;
    const { rows } = await client.query<{ serves: boolean }>(QUESTIONS[session]);
    if (!rows[0]?.serves) throw new NotPrimary('the host takes no writes');
  }

  const pool = new pg.Pool({
    Client: connectionClass(database, () => turn),
    database: name,
    user,
    max: most,
    connectionTimeoutMillis: database.connectTimeout,
    query_timeout: ANSWER_TIMEOUT,
    idleTimeoutMillis: IDLE_TIMEOUT,
    keepAlive: true,
    application_name: database.applicationName,
    enableChannelBinding: channelBinding !== 'disable',
    ...(database.options !== undefined && { options: database.options }),
    types: {
      getTypeParser: (oid) => (oid === INT8 ? Number : pg.types.getTypeParser(oid)),
    },
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it
    onConnect: checkSession,
  });
  // The pool drops an idle connection that ends; the next statement opens another.
  pool.on('error', () => undefined);

  return {
    /** Rejects when no connection could be opened: then nothing was sent. */
    connect: () => pool.connect(),
    /** How often the pool has moved to the next host. */
    get turn() {
      return turn;
    },
    /** Moves to the next host after a failure during a turn, unless that has already happened. */
    turnFrom(failed: number) {
      if (failed === turn) turn += 1;
    },
    usage: (): ConnectionUse => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    /** Waits for the statements under way. */
    close: () => pool.end(),
  };
}

export type PostgresPool = ReturnType<typeof createPostgresPool>;
