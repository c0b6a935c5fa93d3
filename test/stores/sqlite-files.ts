import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import type { Migration } from '../../src/platform/stores/migrations.ts';
import { openSqliteStore } from '../../src/platform/stores/sqlite-store.ts';
import { newTempFolder } from '../support/temp-folder.ts';

export const newFolder = (test: TestContext) => newTempFolder('store', test);

export const newPath = (test: TestContext) => join(newFolder(test), 'data', 'letterslot.db');

export function openStore(test: TestContext, path: string, migrations?: readonly Migration[]) {
  const store = openSqliteStore(path, migrations && { migrations });
  test.after(() => store.close().catch(() => undefined));
  return store;
}

export function dumpTables(path: string): string {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
    const rows = tables.map(({ name }) =>
      database.prepare(`SELECT * FROM "${String(name)}"`).all(),
    );
    return JSON.stringify([tables, rows]);
  } finally {
    database.close();
  }
}
