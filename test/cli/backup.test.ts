import assert from 'node:assert/strict';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { submit } from '../nodes/start-nodes.ts';
import { runCli } from '../support/run-cli.ts';
import { newFolder, newSqlite, startDeployment } from './deployment.ts';
import { fillDatabase } from './fill-database.ts';
import { startTraffic } from './traffic.ts';

it('backup copies a database in use, and a service starts on the copy with its keys', async (test) => {
  const database = await newSqlite(test);
  await fillDatabase(database, 2_000);
  const deployment = await startDeployment(test, database);
  const formId = await deployment.newActiveForm();
  const folder = newFolder(test);
  const copy = join(folder, 'copy.db');
  const keyFile = join(dirname(database['DATABASE_URL']?.slice(5) ?? ''), 'letterslot.keys');

  const visit = () => deployment.submit(formId);
  const traffic = startTraffic([visit, visit, visit]);
  const output = await deployment.run('backup', copy);
  const statuses = (await traffic.stop()).flat();
  assert.deepEqual(new Set(statuses), new Set([200]));
  assert.ok(output.includes(keyFile) && /not part of it/.test(output), output);
  assert.equal(statSync(copy).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(folder), ['copy.db']);

  mkdirSync(join(folder, 'restored'));
  copyFileSync(copy, join(folder, 'restored', 'letterslot.db'));
  const env = {
    ...deployment.env,
    DATABASE_URL: `file:${join(folder, 'restored', 'letterslot.db')}`,
  };
  const withoutKeys = await runCli(env, ['serve']);
  assert.equal(withoutKeys.code, 78);
  assert.match(withoutKeys.err, /The key file .* is missing/);
  copyFileSync(keyFile, join(folder, 'restored', 'letterslot.keys'));
  const { url } = await deployment.start(env);
  assert.equal((await submit(url, formId)).status, 200);
});

it('backup overwrites nothing, and leaves nothing where it cannot write', async (test) => {
  const database = await newSqlite(test);
  await fillDatabase(database, 1);
  const folder = newFolder(test);
  const there = join(folder, 'there');
  writeFileSync(there, 'mine');
  const refusals: [path: string, sentence: RegExp][] = [
    [there, /exists already; a backup overwrites nothing\./],
    [folder, /exists already/],
    [join(folder, 'none', 'x.db'), /is in a folder that does not exist\./],
    [join(there, 'x.db'), /cannot be written \(ENOTDIR\)\./],
  ];
  for (const [path, sentence] of refusals) {
    const { code, out, err } = await runCli(database, ['backup', path]);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, sentence);
  }
  assert.equal(readFileSync(there, 'utf8'), 'mine');
  assert.deepEqual(readdirSync(folder), ['there']);
});

it('backup keeps no copy of a damaged database', async (test) => {
  const database = await newSqlite(test);
  await fillDatabase(database, 2_000);
  const path = database['DATABASE_URL']?.slice(5) ?? '';
  new DatabaseSync(path).exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const bytes = readFileSync(path);
  bytes.fill(0xff, 40_960, 81_920);
  writeFileSync(path, bytes);
  const folder = newFolder(test);
  const { code, err } = await runCli(database, ['backup', join(folder, 'copy.db')]);
  assert.equal(code, 1);
  assert.match(err, /The copy is damaged and was removed|could not be copied/);
  assert.deepEqual(readdirSync(folder), []);
});

it('backup leaves PostgreSQL to pg_dump', async () => {
  const key = Buffer.alloc(32, 7).toString('base64url');
  const env = {
    DATABASE_URL: 'postgres://me:s3cret@127.0.0.1:1/forms',
    SEALING_KEYS: `k1:${key}`,
    INDEX_KEY: key,
  };
  const { code, err } = await runCli(env, ['backup', 'x']);
  assert.equal(code, 1);
  assert.match(err, /the PostgreSQL database forms .*pg_dump --format=custom --file=FILE forms\n/);
  assert.doesNotMatch(err, /s3cret/);
});
