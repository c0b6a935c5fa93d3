import { fileURLToPath } from 'node:url';
import { POSTGRES_SHAPE, postgresServer, type PostgresDatabase } from './postgres-url.ts';

export type { PostgresDatabase };

/** The embedded database: one file, one process. */
interface SqliteDatabase {
  engine: 'sqlite';
  path: string;
}

export type Database = SqliteDatabase | PostgresDatabase;

const SHAPE =
  'must be file:PATH of a file on disk, without ? and #, for example file:./data/letterslot.db, ' +
  `or ${POSTGRES_SHAPE}`;

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

/** Whether several processes may serve from a database. */
export const isShared = (database: Database | undefined): boolean =>
  database?.engine === 'postgres';

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
