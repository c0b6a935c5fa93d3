import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { databaseUrl } from '../../src/platform/settings/database-url.ts';
import { NEWEST_STEP } from '../../src/platform/stores/migrations.ts';
import { CLOSED_PORT } from '../support/own-port.ts';
import {
  mustRun,
  newSqlite,
  startPostgresDatabases,
  type Env,
  type NewDatabase,
} from './deployment.ts';

const newPostgres = await startPostgresDatabases();

/** A database exists, without a schema. */
function makeEmpty({ DATABASE_URL: url = '' }: Env): void {
  const database = databaseUrl(url);
  if (database.engine === 'sqlite') new DatabaseSync(database.path).exec('VACUUM');
}

function describeMigrate(name: string, newDatabase: NewDatabase): void {
  describe(`migrate on ${name}`, () => {
    it('migrate names the schema before and after, or says that there is nothing to do', async (test) => {
      // Another service may have the port that a service has by default.
      const env = { ...(await newDatabase(test)), PORT: String(CLOSED_PORT) };
      makeEmpty(env);
      const { doctor, migrate } = {
        doctor: () => mustRun(env, 'doctor'),
        migrate: () => mustRun(env, 'migrate'),
      };
      for (const _time of ['once', 'twice']) {
        assert.match(
          await doctor(),
          new RegExp(`^warn +schema +version 0 of ${NEWEST_STEP}: `, 'm'),
        );
      }
      assert.match(
        await migrate(),
        new RegExp(`^Migrated .* from schema 0 to ${NEWEST_STEP}\\.\n$`),
      );
      assert.match(await migrate(), new RegExp(`^Nothing to do: .* schema ${NEWEST_STEP}`));
      assert.match(
        await doctor(),
        new RegExp(`^ok +schema +version ${NEWEST_STEP}, up to date`, 'm'),
      );
    });

    it('migrate creates a database where there is none', async (test) => {
      const env = await newDatabase(test);
      assert.match(await mustRun(env, 'migrate'), /from schema 0 to/);
      assert.match(await mustRun(env, 'routes', 'list'), /No form/);
    });
  });
}

describeMigrate('SQLite', newSqlite);
describeMigrate('PostgreSQL', newPostgres);
