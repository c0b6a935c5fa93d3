import { fileURLToPath } from 'node:url';
import { isLoopback } from './text/loopback.ts';

/** The embedded database: one file, one process. */
export interface SqliteDatabase {
  engine: 'sqlite';
  path: string;
}

/** A database server that any number of nodes share. */
export interface PostgresDatabase {
  engine: 'postgres';
  /** Tried in this order, from the one that served last. */
  hosts: readonly { host: string; port: number }[];
  /** The database's name. */
  name: string;
  user: string;
  password: string | undefined;
  /** As libpq's sslmode; `require` encrypts without looking at the certificate. */
  tls: (typeof SSL_MODES)[number];
  /** Which hosts will do; `read-write` passes over standbys. */
  session: (typeof SESSIONS)[number];
  /** Off for poolers that give each transaction another session. */
  prepare: boolean;
}

export type Database = SqliteDatabase | PostgresDatabase;

const SSL_MODES = ['disable', 'require', 'verify-full'] as const;
const SESSIONS = ['any', 'read-write', 'primary'] as const;
const FLAGS = ['true', 'false'] as const;
const POSTGRES_PORT = 5432;

const SHAPE =
  'must be file:PATH of a file on disk, without ? and #, for example file:./data/letterslot.db, ' +
  'or postgres://user:password@host:5432/database, several hosts separated by commas';

/** The path in `file:///PATH`, which is a URL and may be percent-encoded; undefined for another host. */
function pathOfFileUrl(text: string): string | undefined {
  if (!/^file:\/\/\/[^/]/.test(text)) return undefined;
  try {
    return fileURLToPath(text);
  } catch {
    return undefined;
  }
}

/** A path for SQLite, without what makes it open something else than that file. */
function sqliteFile(text: string): SqliteDatabase {
  const path = text.startsWith('file://') ? pathOfFileUrl(text) : /^file:(.+)$/.exec(text)?.[1];
  const isFile = path && /\S/.test(path) && path !== ':memory:' && !/^file:/i.test(path);
  if (!isFile || /[?#]/.test(text)) throw new Error(SHAPE);
  return { engine: 'sqlite', path };
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new Error('has a user, password or database that is not percent-encoded');
  }
}

/** `host:5432`, `[::1]:5432` or `host`; URL.parse checks each, because it takes one host only. */
function parseHost(text: string): { host: string; port: number } {
  const url = /[/?#@]/.test(text) ? null : URL.parse(`postgres://${text}`);
  if (!url?.hostname) throw new Error(SHAPE);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || POSTGRES_PORT,
  };
}

/** Takes the options out of the query; what is left at the end is unknown. */
function parseOptions(query: string, hosts: PostgresDatabase['hosts']) {
  const options = new Map(new URLSearchParams(query));
  const take = <V extends string>(name: string, values: readonly V[], fallback: V): V => {
    const text = options.get(name) ?? fallback;
    options.delete(name);
    const value = values.find((candidate) => candidate === text);
    if (value === undefined) throw new Error(`has a ${name} that is none of: ${values.join(', ')}`);
    return value;
  };
  const taken = {
    tls: take(
      'sslmode',
      SSL_MODES,
      hosts.every(({ host }) => isLoopback(host)) ? 'disable' : 'require',
    ),
    session: take('target_session_attrs', SESSIONS, hosts.length > 1 ? 'read-write' : 'any'),
    prepare: take('prepare', FLAGS, 'true') === 'true',
  };
  if (options.size === 0) return taken;
  throw new Error('has an option that is none of: sslmode, target_session_attrs, prepare');
}

const POSTGRES_URL =
  /^postgres(?:ql)?:\/\/(?<user>[^:/?#@]+)(?::(?<password>[^/?#@]*))?@(?<hosts>[^/?#@]+)\/(?<name>[^/?#]+)(?:\?(?<query>[^#]*))?$/;

function postgresServer(text: string): PostgresDatabase {
  const parts = POSTGRES_URL.exec(text)?.groups;
  if (!parts) throw new Error(SHAPE);
  const { user = '', password, hosts: list = '', name = '', query = '' } = parts;
  const hosts = list.split(',').map(parseHost);
  return {
    engine: 'postgres',
    hosts,
    name: decode(name),
    user: decode(user),
    password: password === undefined ? undefined : decode(password),
    ...parseOptions(query, hosts),
  };
}

/** Parses DATABASE_URL; throws an Error whose message completes "DATABASE_URL …". */
export function databaseUrl(text: string): Database {
  return /^postgres(ql)?:/.test(text) ? postgresServer(text) : sqliteFile(text);
}

/** Names a database for people, without its password. */
export function describeDatabase(database: Database): string {
  if (database.engine === 'sqlite') return database.path;
  const hosts = database.hosts.map(({ host, port }) =>
    host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`,
  );
  return `the PostgreSQL database ${database.name} on ${hosts.join(', ')}`;
}
