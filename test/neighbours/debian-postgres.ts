import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accepts, reservePort } from '../support/own-port.ts';
import {
  AUTHORITY,
  CERTIFICATES,
  NOT_DURABLE,
  ROLE,
  startPostgres,
  type PostgresServer,
} from '../support/postgres-server.ts';
import { readExample } from './examples.ts';
import {
  giveToNobody,
  newProgramFolder,
  runProgram,
  type Owner,
  type Running,
} from './programs.ts';

/** The folder of Debian's newest PostgreSQL; undefined if none is installed. */
const [programs] = globSync('/usr/lib/postgresql/*/bin/initdb')
  .map((path) => join(path, '..'))
  .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));

/** Why a suite is skipped; false if Debian's PostgreSQL is installed. */
export const UNLESS_POSTGRES: string | false =
  programs === undefined && 'PostgreSQL is not installed';

/** Debian's PostgreSQL, with a password and TLS, for a role that owns one schema. */
export const startDebianPostgres = (owner: Owner): Promise<PostgresServer> =>
  startPostgres(owner, NOT_DURABLE, { programs });

export type PoolMode = 'transaction' | 'session';

export interface Pooler extends Running {
  /** DATABASE_URL of a new database, by way of the pooler. */
  newDatabase(): Promise<string>;
}

/** The lines of docs/deploying.md, for this server and these files. */
const configurationOf = (mode: PoolMode, port: number, server: PostgresServer, folder: string) =>
  readExample('ini')
    .replace(/^forms = .*$/m, `* = host=127.0.0.1 port=${server.port}`)
    .replace(/^pool_mode = .*$/m, `pool_mode = ${mode}`)
    .replace(/^listen_port = .*$/m, `listen_port = ${port}\nunix_socket_dir =`)
    .replace('/etc/pgbouncer/ca.pem', AUTHORITY)
    .replaceAll('/etc/pgbouncer', folder);

/** Runs PgBouncer in front of a server, as docs/deploying.md says. */
export async function startPgbouncer(
  test: Owner,
  server: PostgresServer,
  mode: PoolMode,
): Promise<Pooler> {
  const [folder, port] = [newProgramFolder('pgbouncer'), await reservePort()];
  const write = (name: string, text: string | Buffer) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    giveToNobody(join(folder, name));
  };
  const [row] = await server.query(`SELECT rolpassword FROM pg_authid WHERE rolname = '${ROLE}'`);
  write('userlist.txt', `"${ROLE}" "${String(row?.['rolpassword'])}"\n`);
  write('server.pem', readFileSync(join(CERTIFICATES, 'database.pem')));
  write('server.key', readFileSync(join(CERTIFICATES, 'database.key')));
  write('pgbouncer.ini', configurationOf(mode, port, server, folder));
  const running = await runProgram(test, {
    name: 'pgbouncer',
    args: [join(folder, 'pgbouncer.ini')],
    folder,
    asNobody: true,
    serves: () => accepts(port),
  });
  return {
    ...running,
    async newDatabase() {
      const url = await server.newDatabase();
      const pooled = url.replace(`:${server.port}/`, `:${port}/`);
      return mode === 'transaction' ? `${pooled}&prepare=false` : pooled;
    },
  };
}
