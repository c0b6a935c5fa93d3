import { userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isLoopback, withoutBrackets } from '../text/host-name.ts';
import { decodePart } from './setting-parsers.ts';

/** The embedded database: one file, for the processes of one service. */
interface SqliteDatabase {
  engine: 'sqlite';
  path: string;
}

/** A database server that any number of nodes share. */
export type PostgresDatabase = ReturnType<typeof postgresServer>;

export type Database = SqliteDatabase | PostgresDatabase;

const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
const BINDINGS = ['disable', 'prefer', 'require'] as const;
const SESSIONS = ['any', 'read-write', 'primary'] as const;
const POSTGRES_PORT = 5432;
const CONNECT_SECONDS = 3;
const MOST_CONNECT_SECONDS = 60;

const POSTGRES_SHAPE =
  'postgres://user:password@host:5432/database, several hosts separated by commas, or ' +
  'postgres://user@/database?host=/var/run/postgresql for a socket';

/** Options of other programs that this service does not read, and what to write instead. */
const ADVICE: Readonly<Record<string, string>> = {
  pgbouncer: 'has the option pgbouncer: write prepare=false',
  schema: 'has the option schema: write options=-c%20search_path%3DNAME',
  search_path: 'has the option search_path: write options=-c%20search_path%3DNAME',
  ssl: 'has the option ssl: write sslmode=require or sslmode=verify-full',
  sslcert: 'has the option sslcert: log in with a password, client certificates are not read',
  sslkey: 'has the option sslkey: log in with a password, client certificates are not read',
  user: 'has the option user: write it before the host, user:password@host',
  password: 'has the option password: write it before the host, user:password@host',
  dbname: 'has the option dbname: write it as the path, host/database',
};

const OPTIONS = [
  'sslmode',
  'sslrootcert',
  'channel_binding',
  'target_session_attrs',
  'prepare',
  'connect_timeout',
  'application_name',
  'options',
  'host',
  'port',
] as const;

const decode = (encoded: string) => decodePart(encoded, 'part');

/** A host that begins with `/` is the folder of a socket. */
interface Host {
  host: string;
  port: number;
}

/** `host:5432`, `[::1]:5432`, `host`, or a socket's folder, percent-encoded. */
function parseHost(text: string): Host {
  const [, folder, port = ''] = /^(%2F[^:/?#@]*)(?::(\d{1,5}))?$/i.exec(text) ?? [];
  // URL.parse checks each one, because it takes one host only.
  const url = URL.parse(`postgres://${folder ? `socket:${port}` : text}`);
  if (/[/?#@]/.test(text) || !url?.hostname || url.port === '0')
    throw new Error(`must be ${POSTGRES_SHAPE}`);
  const host = folder ? decode(folder) : withoutBrackets(url.hostname);
  return { host, port: Number(url.port) || POSTGRES_PORT };
}

/** The hosts before the path, or those in the query, as in libpq: one port for all, or one each. */
function parseHosts(list: string, query?: string, port?: string): readonly Host[] {
  if (list !== '') {
    if (port !== undefined) {
      throw new Error('has the option port: write it behind the host, host:5432');
    }
    if (query === undefined) return list.split(',').map(parseHost);
    throw new Error('names a host twice: before the path and as the option host');
  }
  if (query === undefined) throw new Error(`must be ${POSTGRES_SHAPE}`);
  const hosts = query.split(',');
  const ports = port?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== hosts.length) {
    throw new Error('has the option port with another number of ports than hosts');
  }
  return hosts.map((host, at) => {
    const own = ports[at] ?? ports[0];
    const name = host.startsWith('/') ? encodeURIComponent(host) : host;
    return parseHost(own === undefined ? name : `${name}:${own}`);
  });
}

const isLocal = (host: string) => host.startsWith('/') || isLoopback(host);

/** The options of a query, each at most once; throws for one that is not read here. */
function readQuery(query: string): Partial<Record<(typeof OPTIONS)[number], string>> {
  const given = new URLSearchParams(query);
  for (const name of given.keys()) {
    const known = OPTIONS.find((option) => option === name);
    if (known && given.getAll(name).length === 1) continue;
    if (known) throw new Error(`has the option ${known} twice`);
    const advice = Object.hasOwn(ADVICE, name) ? ADVICE[name] : undefined;
    throw new Error(advice ?? `has an option other than ${OPTIONS.join(', ')}`);
  }
  return Object.fromEntries(given);
}

function choose<V extends string>(
  option: string,
  values: readonly V[],
  text: string | undefined,
  fallback: V,
): V {
  if (text === undefined) return fallback;
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) throw new Error(`has a ${option} other than ${values.join(', ')}`);
  return value;
}

function chooseTls(mode: string | undefined, rootCertificate: string | undefined, local: boolean) {
  if (mode === 'prefer' || mode === 'allow') {
    throw new Error(
      `has sslmode=${mode}, which anyone on the way can turn off: write require, verify-full or disable`,
    );
  }
  const tls = choose('sslmode', SSL_MODES, mode, local ? 'disable' : 'require');
  // As libpq does: naming an authority means that the certificate is to be checked.
  return tls === 'require' && rootCertificate !== undefined ? 'verify-ca' : tls;
}

function parseTimeout(text: string | undefined): number {
  const seconds = Number(text ?? CONNECT_SECONDS);
  const isWhole = Number.isInteger(seconds) && seconds >= 1 && seconds <= MOST_CONNECT_SECONDS;
  if (isWhole) return seconds * 1_000;
  throw new Error(`has a connect_timeout that is not 1 to ${MOST_CONNECT_SECONDS} (seconds)`);
}

const POSTGRES_URL =
  /^postgres(?:ql)?:\/\/(?:(?<user>[^:/?#@]+)(?::(?<password>[^/?#@]*))?@)?(?<hosts>[^/?#@]*)\/(?<name>[^/?#]+)(?:\?(?<query>[^#]*))?$/;

/** Parses a PostgreSQL URL; throws an Error whose message completes "DATABASE_URL …". */
function postgresServer(text: string) {
  const parts = POSTGRES_URL.exec(text)?.groups;
  if (!parts) throw new Error(`must be ${POSTGRES_SHAPE}`);
  const { user, password, hosts: list = '', name = '', query = '' } = parts;
  const given = readQuery(query);
  const hosts = parseHosts(list, given.host, given.port);
  const isSocket = hosts.every(({ host }) => host.startsWith('/'));
  // A socket's server may know its user from the system ("peer"); over the network nobody does.
  if (user === undefined && !isSocket) throw new Error(`must be ${POSTGRES_SHAPE}`);
  const rootCertificate = given.sslrootcert === 'system' ? undefined : given.sslrootcert;
  return {
    engine: 'postgres' as const,
    /** Tried in this order, starting with the last one that served. */
    hosts,
    name: decode(name),
    user: user === undefined ? userInfo().username : decode(user),
    password: password === undefined ? undefined : decode(password),
    /** As libpq's sslmode; `require` encrypts without looking at the certificate. */
    tls: chooseTls(
      given.sslmode ?? (given.sslrootcert === 'system' ? 'verify-full' : undefined),
      rootCertificate,
      hosts.every(({ host }) => isLocal(host)),
    ),
    /** Path of the certificate authorities to trust, in PEM, instead of the system's. */
    rootCertificate,
    /** Binds SCRAM to the TLS connection; `require` refuses a server that cannot. */
    channelBinding: choose('channel_binding', BINDINGS, given.channel_binding, 'prefer'),
    /** Which hosts to accept; `read-write` skips standbys. */
    session: choose(
      'target_session_attrs',
      SESSIONS,
      given.target_session_attrs,
      hosts.length > 1 ? 'read-write' : 'any',
    ),
    /** Off for poolers that give each transaction another session. */
    prepare: choose('prepare', ['true', 'false'], given.prepare, 'true') === 'true',
    /** Milliseconds to open a connection. */
    connectTimeout: parseTimeout(given.connect_timeout),
    applicationName: given.application_name ?? 'letterslot',
    /** Command-line options of the session, as libpq's `options`. */
    options: given.options,
  };
}

const SHAPE =
  'must be file:PATH of a file on disk, without ? and #, for example file:./data/letterslot.db, ' +
  `or ${POSTGRES_SHAPE}`;

/** The path in `file:///PATH`, a URL that may be percent-encoded; undefined for another host. */
function pathOfFileUrl(text: string): string | undefined {
  if (!/^file:\/\/\/[^/]/.test(text)) return undefined;
  try {
    return fileURLToPath(text);
  } catch {
    return undefined;
  }
}

/** A path for SQLite, without anything that would make it open something other than that file. */
function sqliteFile(text: string): SqliteDatabase {
  const path = text.startsWith('file://') ? pathOfFileUrl(text) : /^file:(.+)$/.exec(text)?.[1];
  const isFile = path && /\S/.test(path) && path !== ':memory:' && !/^file:/i.test(path);
  if (!isFile || /[?#]/.test(text)) throw new Error(SHAPE);
  return { engine: 'sqlite', path };
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
