import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NEWEST_STEP } from '../../src/platform/stores/migrations.ts';
import { mustRun, newSqlite, startPostgresDatabases, type NewDatabase } from './deployment.ts';
import { makeOldSchema } from './old-schema.ts';

const newPostgres = await startPostgresDatabases();

function describeMigrate(name: string, newDatabase: NewDatabase): void {
  describe(`migrate on ${name}`, () => {
    it('migrate names the schema before and after, or says that there is nothing to do', async (test) => {
      const env = await newDatabase(test);
      await makeOldSchema(env);
      const { doctor, migrate } = {
        doctor: () => mustRun(env, 'doctor'),
        migrate: () => mustRun(env, 'migrate'),
      };
      for (const _time of ['once', 'twice']) {
        assert.match(
          await doctor(),
          new RegExp(`^warn +schema +version 1 of ${NEWEST_STEP}: `, 'm'),
        );
      }
      assert.match(
        await migrate(),
        new RegExp(`^Migrated .* from schema 1 to ${NEWEST_STEP}\\.\n$`),
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
