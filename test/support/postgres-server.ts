import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { chmodSync, chownSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Owner } from './owner.ts';
import { reservePort } from './own-port.ts';
import pg from 'pg';
import { postgresBinaries } from './postgres-binaries.ts';
import { until } from './until.ts';
import { newFolderAt, newTempFolder, NOBODY } from './temp-folder.ts';

const asRoot = process.getuid?.() === 0;
const identity: SpawnOptions = asRoot ? { uid: NOBODY, gid: NOBODY } : {};

const LOG_CHARACTERS = 1_000_000;

/** The role of the service: no superuser, and the owner of one schema, which has its name. */
export const ROLE = 'forms';

/** As operators choose them: it has to be percent-encoded in a URL. */
const PASSWORD = 'p@ss/w:rd 1';
const ADMIN = { user: 'postgres', password: 'of the superuser' };

export const CERTIFICATES = join(import.meta.dirname, 'tls');
/** The authority of the server's certificate, for `sslrootcert`. */
export const AUTHORITY = join(CERTIFICATES, 'database-ca.pem');

type Signal = 'SIGTERM' | 'SIGINT' | 'SIGQUIT' | 'SIGKILL';

export interface PostgresServer {
  port: number;
  folder: string;
  /** DATABASE_URL of a new, empty database: with a password, over TLS, with a private authority. */
  newDatabase(): Promise<string>;
  /** Runs SQL as the superuser, who sees the schema of the service. */
  query(text: string, database?: string): Promise<Record<string, unknown>[]>;
  /** The newest part of what the server has logged. */
  log(): string;
  start(): Promise<void>;
  /** SIGINT is PostgreSQL's fast shutdown, SIGQUIT the immediate one; SIGKILL a crash. */
  stop(signal?: Signal): Promise<void>;
  /** A copy of this server that follows it; the server restarts once for it. */
  startStandby(): Promise<PostgresServer>;
  promote(): Promise<void>;
}

/** A folder that PostgreSQL can use: its user's, and nobody else's. */
function newFolder(parent?: string): string {
  const folder = parent === undefined ? newTempFolder('pg') : newFolderAt(join(parent, 'pg'));
  if (asRoot) chownSync(folder, NOBODY, NOBODY);
  chmodSync(folder, 0o700);
  return folder;
}

/** For a server that speaks in clear text alone. */
export const NO_TLS = 'ssl=off';

const SETTINGS = [
  'ssl=on',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
  'shared_buffers=64MB',
];

/** Cheap logins for tests: each connection would pay for hardened passwords. From version 16 on. */
const CHEAP_LOGINS = 'scram_iterations=1';

/** A file that the server's user can read, and nobody else. */
function own(path: string, content: string | Buffer): void {
  writeFileSync(path, content, { mode: 0o600 });
  if (asRoot) chownSync(path, NOBODY, NOBODY);
}

interface Place {
  port: number;
  name: string;
  user?: string;
  /** undefined for a URL without one. */
  password?: string | undefined;
}

/** DATABASE_URL as an operator writes it. */
export function urlOf({ port, name, user = ROLE, ...rest }: Place): string {
  const password = 'password' in rest ? rest.password : PASSWORD;
  const login = password === undefined ? user : `${user}:${encodeURIComponent(password)}`;
  const tls = `sslmode=verify-full&sslrootcert=${encodeURIComponent(AUTHORITY)}`;
  return `postgres://${login}@127.0.0.1:${port}/${name}?${tls}`;
}

/** The state that PostgreSQL writes into the last line of its pid file. */
function stateOf(folder: string): string {
  try {
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() ?? '';
  } catch {
    return '';
  }
}

function describeServer(
  folder: string,
  port: number,
  settings: readonly string[],
  programs: string,
  onStop: (run: () => Promise<void>) => void,
) {
  let child: ChildProcess | undefined;
  let ended = Promise.resolve();
  let log = '';
  let count = 0;

  const server: PostgresServer = {
    port,
    folder,
    log: () => log,
    async query(text, database = 'postgres') {
      const client = new pg.Client({
        host: '127.0.0.1',
        port,
        ...ADMIN,
        database,
        options: `-c search_path=${ROLE},public`,
        ssl: settings.includes(NO_TLS) ? false : { ca: readFileSync(AUTHORITY) },
      });
      await client.connect();
      try {
        return (await client.query<Record<string, unknown>>(text)).rows;
      } finally {
        await client.end();
      }
    },
    async newDatabase() {
      count += 1;
      const name = `test_${process.pid}_${count}`;
      await server.query(`CREATE DATABASE ${name} STRATEGY FILE_COPY`);
      await server.query(`CREATE SCHEMA ${ROLE} AUTHORIZATION ${ROLE}`, name);
      return urlOf({ port, name });
    },
    async start() {
      const flags = [...SETTINGS, ...settings].flatMap((setting) => ['-c', setting]);
      child = spawn(join(programs, 'postgres'), ['-D', folder, '-p', String(port), ...flags], {
        ...identity,
        // A standby's client looks for certificates at home.
        env: { ...process.env, HOME: folder },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      child.stderr?.on('data', (chunk) => (log = (log + String(chunk)).slice(-LOG_CHARACTERS)));
      const { promise, resolve } = Promise.withResolvers<void>();
      child.once('exit', () => resolve());
      ended = promise;
      await until('the start of PostgreSQL', () => {
        if (typeof child?.exitCode === 'number') throw new Error(`PostgreSQL ended:\n${log}`);
        return stateOf(folder) === 'ready' || stateOf(folder) === 'standby';
      });
    },
    async stop(signal = 'SIGINT') {
      child?.kill(signal);
      await ended;
    },
    async startStandby() {
      await server.stop();
      const copy = newFolder();
      cpSync(folder, copy, { recursive: true });
      const target =
        `host=127.0.0.1 port=${port} user=${ADMIN.user} password=''${ADMIN.password}'' ` +
        `sslmode=verify-full sslrootcert=${join(copy, 'ca.pem')} application_name=standby`;
      writeFileSync(join(copy, 'standby.signal'), '');
      writeFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${target}'\n`);
      if (asRoot) await promisify(execFile)('chown', ['-R', `${NOBODY}:${NOBODY}`, copy]);
      await server.start();
      const standby = describeServer(copy, await reservePort(), settings, programs, onStop);
      await standby.start();
      return standby;
    },
    async promote() {
      await server.query('SELECT pg_promote(true, 20)');
    },
  };
  onStop(async () => {
    await server.stop('SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  });
  return server;
}

/** A test's server survives a killed process, not a power cut. */
export const NOT_DURABLE = ['fsync=off'];

/**
 * A real PostgreSQL on a free loopback port, in a folder of its own; stopped when the test ends.
 * `programs` is the folder of another version's programs, `parent` where its own folder is made.
 */
export async function startPostgres(
  test: Owner,
  settings: readonly string[] = NOT_DURABLE,
  { programs, parent }: { programs?: string | undefined; parent?: string } = {},
): Promise<PostgresServer> {
  const folderOfPrograms = programs ?? postgresBinaries();
  const flags = programs === undefined ? [CHEAP_LOGINS, ...settings] : settings;
  const folder = newFolder(parent);
  const passwordFile = `${folder}.password`;
  own(passwordFile, ADMIN.password);
  const login = ['-U', ADMIN.user, '-A', 'scram-sha-256', '--pwfile', passwordFile];
  const options = ['-D', folder, ...login, '-E', 'UTF8', '--no-locale', '-N'];
  await promisify(execFile)(join(folderOfPrograms, 'initdb'), options, identity);
  rmSync(passwordFile);
  const kind = settings.includes(NO_TLS) ? 'host' : 'hostssl';
  const lines = ['all', 'replication'].map(
    (what) => `${kind} ${what} all 127.0.0.1/32 scram-sha-256\n`,
  );
  lines.push('local all all scram-sha-256\n');
  own(join(folder, 'pg_hba.conf'), lines.join(''));
  own(join(folder, 'server.crt'), readFileSync(join(CERTIFICATES, 'database.pem')));
  own(join(folder, 'server.key'), readFileSync(join(CERTIFICATES, 'database.key')));
  own(join(folder, 'ca.pem'), readFileSync(AUTHORITY));
  const server = describeServer(folder, await reservePort(), flags, folderOfPrograms, (run) =>
    test.after(run),
  );
  await server.start();
  await server.query(`CREATE ROLE ${ROLE} LOGIN PASSWORD '${PASSWORD}'`);
  return server;
}
