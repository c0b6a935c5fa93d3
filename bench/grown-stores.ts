import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { databaseUrl, type PostgresDatabase } from '../src/platform/settings/database-url.ts';
import type { RouteRow } from '../src/platform/stores/route-table.ts';
import { openPostgresStore } from '../src/platform/stores/postgres-store.ts';
import { openSqliteStore } from '../src/platform/stores/sqlite-store.ts';
import type { Store } from '../src/platform/stores/store.ts';
import { openFilling } from './filling.ts';
import { startPostgres } from '../test/support/postgres-server.ts';

/** A database that is filled and measured by turns. */
export interface GrownStore {
  open(): Promise<Store>;
  fill(rows: readonly RouteRow[]): Promise<void>;
  bytes(): Promise<number>;
  close(): Promise<void>;
}

async function growSqlite(folder: string): Promise<GrownStore> {
  const path = join(folder, 'growth.db');
  await openSqliteStore(path).close();
  let filling: ReturnType<typeof openFilling> | undefined;
  const settle = async () => {
    filling?.close();
    filling = undefined;
  };
  return {
    async open() {
      await settle();
      return openSqliteStore(path);
    },
    async fill(rows) {
      filling ??= openFilling(path);
      for (const row of rows) filling.insert(row);
    },
    async bytes() {
      await settle();
      const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    close: settle,
  };
}

async function growPostgres(): Promise<GrownStore> {
  const cleanUps: (() => Promise<void> | void)[] = [];
  const server = await startPostgres({ after: (run) => void cleanUps.push(run) }, [
    'shared_buffers=2GB',
    'max_wal_size=4GB',
  ]);
  const url = await server.newDatabase();
  const open = () => openPostgresStore(databaseUrl(url) as PostgresDatabase, { connections: 10 });
  await (await open()).close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    open,
    async fill(rows) {
      const columns = rows.map((row) => [
        row.formId,
        row.sealed,
        row.owner,
        row.quota,
        String(row.createdAt),
        row.tokenNonce,
      ]);
      const lists = [0, 1, 2, 3, 4, 5].map((place) => columns.map((column) => column[place]));
      await client.query(
        `INSERT INTO routes (form_id, sealed, status, mode, owner, quota, created_at, token_nonce)
         SELECT a, b, 'active', 'email', c, d, e::bigint, f
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
           AS t (a, b, c, d, e, f)`,
        lists,
      );
    },
    async bytes() {
      await client.query('VACUUM ANALYZE routes');
      const { rows } = await client.query<{ bytes: string }>(
        'SELECT pg_database_size(current_database()) AS bytes',
      );
      return Number(rows[0]?.bytes);
    },
    async close() {
      await client.end();
      for (const cleanUp of cleanUps) await cleanUp();
    },
  };
}

/** The engines, by the names of DATABASE_URL. */
export const GROWN_STORES = { sqlite: growSqlite, postgres: growPostgres } as const;

export type Engine = keyof typeof GROWN_STORES;
