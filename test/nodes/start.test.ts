import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { startPostgres } from '../support/postgres-server.ts';
import { newNodeKeys } from '../support/keys.ts';
import { ENTRY, startProcess } from '../support/service-process.ts';
import { newTempFolder } from '../support/temp-folder.ts';

const server = await startPostgres({ after: (run) => after(run) });

const NOWHERE = 'postgres://app:s3cret@127.0.0.1:1/forms';

function refusal(env: Record<string, string>): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [ENTRY], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { status, text: stdout + stderr };
}

it('a node on PostgreSQL is refused without the keys that all nodes share', () => {
  const { status, text } = refusal({ DATABASE_URL: NOWHERE });
  assert.equal(status, 78);
  assert.match(text, /^letterslot: SEALING_KEYS and INDEX_KEY are required with PostgreSQL.*\.\n$/);
});

it('a node waits for an unreachable database, then ends with 75 and a sentence', () => {
  const { status, text } = refusal({ DATABASE_URL: NOWHERE, ...newNodeKeys() });
  assert.equal(status, 75);
  assert.equal(
    text,
    'letterslot: Cannot reach the PostgreSQL database forms on 127.0.0.1:1 (ECONNREFUSED).\n',
  );
});

it('a node with other keys than the other nodes is refused', async (test) => {
  const database = await server.newDatabase();
  await startProcess(test, { DATABASE_URL: database, ...newNodeKeys() });
  const { status, text } = refusal({ DATABASE_URL: database, ...newNodeKeys() });
  assert.equal(status, 78);
  assert.match(
    text,
    /^letterslot: The index key is not the one that this database was made with\.\n$/,
  );
});

it('a node starts with its URL and keys from files, and shows no password', async (test) => {
  const folder = newTempFolder('files');
  test.after(async () => rmSync(folder, { recursive: true }));
  const url = await server.newDatabase();
  const secrets = { DATABASE_URL: url, ...newNodeKeys() };
  const files = Object.entries(secrets).map(([name, value]) => {
    writeFileSync(join(folder, name), `${value}\n`);
    return [`${name}_FILE`, join(folder, name)];
  });
  // The helper names another database unless asked not to; blank means not set.
  const env = { DATABASE_URL: '', ...(Object.fromEntries(files) as Record<string, string>) };
  const node = await startProcess(test, env);
  assert.match(node.output(), /"event":"started".*"engine":"postgres".*"DATABASE_URL":"set"/);
  assert.ok(!node.output().includes('p%40ss') && !node.output().includes('p@ss'));
  node.child.kill('SIGTERM');
  assert.equal(await node.exited, 0);
});
