import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after } from 'node:test';
import { filesIn, type Place } from '../support/hidden-text.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { newNodeKeys } from '../support/keys.ts';
import { newFolderAt } from '../support/temp-folder.ts';

/** A database that outlives the processes of the service. */
export interface FaultyDatabase {
  /** The settings that name it. */
  env: Record<string, string>;
  /** The file, where it is one. */
  path: string | undefined;
  /** Files that may hold what is stored, and the log of a server. */
  places(): Place[];
  /** Runs SQL beside the service. */
  query(text: string): Promise<Record<string, unknown>[]>;
}

/** A database engine that the same faults are tried on. */
export interface Engine {
  name: string;
  /** A new database; gone when the test has ended. */
  open(test: { after(run: () => unknown): void }): Promise<FaultyDatabase>;
}

/** SQLite, with its files in a folder below `parent`, by default the system's temporary one. */
export const sqliteIn = (parent = tmpdir()): Engine => ({
  name: 'SQLite',
  open(test) {
    const folder = newFolderAt(join(parent, 'fault'));
    test.after(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'x.db');
    return Promise.resolve({
      env: { DATABASE_URL: `file:${path}` },
      path,
      places: () => filesIn(folder),
      query(text) {
        const database = new DatabaseSync(path);
        try {
          return Promise.resolve(database.prepare(text).all());
        } finally {
          database.close();
        }
      },
    });
  },
});

export const SQLITE = sqliteIn();

/** The file of a database, if it is one. */
export function fileOf({ path }: FaultyDatabase): string {
  if (path === undefined) throw new Error('the database is no file');
  return path;
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);

/** Databases of a server that runs. */
export const postgresEngineOf = (server: PostgresServer): Engine => ({
  name: 'PostgreSQL',
  async open() {
    const url = await server.newDatabase();
    return {
      env: { DATABASE_URL: url, ...newNodeKeys() },
      path: undefined,
      places: () => [
        ...filesIn(server.folder),
        { name: 'the log of PostgreSQL', bytes: Buffer.from(server.log()) },
      ],
      query: (text) => server.query(text, nameOf(url)),
    };
  },
});

/** Databases of one server, which all tests of a file share; awaited before the first of them. */
export async function startPostgresEngine(): Promise<Engine & { server: PostgresServer }> {
  const server = await startPostgres({ after: (run) => after(run) });
  return { ...postgresEngineOf(server), server };
}
