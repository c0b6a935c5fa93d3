import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { createForm, submit } from '../nodes/start-nodes.ts';
import { runCli } from '../support/run-cli.ts';
import { tokenIn } from '../support/service.ts';
import { mustRun, newSqlite, startDeployment, type Deployment, type Env } from './deployment.ts';
import { fillDatabase } from './fill-database.ts';
import { startTraffic } from './traffic.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';

const ROWS = 1_200;

const keyFileOf = ({ DATABASE_URL = '' }: Env) =>
  join(dirname(DATABASE_URL.replace('file:', '')), 'letterslot.keys');

/** Number of rows by key, in the order of the keys. */
async function rowsByKey({ run }: Pick<Deployment, 'run'>): Promise<[string, number][]> {
  const { keys } = JSON.parse(await run('keys', 'list', '--json')) as {
    keys: { id: string; rows: number }[];
  };
  return keys.map(({ id, rows }) => [id, rows]);
}

async function confirm(url: string, token: string): Promise<number> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ token }).toString();
  return (await fetch(`${url}/v1/routes/verify`, { method: 'POST', headers, body })).status;
}

it('rotating a key file loses no submission, needs no restart, and lets the old key retire', async (test) => {
  const database = await newSqlite(test);
  await fillDatabase(database, ROWS);
  const deployment = await startDeployment(test, database);
  const { run, cli, sink, node, newActiveForm } = deployment;
  await createForm(node.url);
  const [mail] = sink.mails.splice(0);
  assert.ok(mail);
  const formId = await newActiveForm();
  const token = tokenIn(mail);

  const visit = () => deployment.submit(formId);
  const traffic = startTraffic([visit, visit, visit, () => createForm(node.url)]);
  const output = await run('keys', 'rotate');
  const requests = await traffic.stop();
  const creations = requests.pop() ?? [];
  const submissions = requests.flat();
  assert.deepEqual(new Set(submissions), new Set([200]));
  assert.deepEqual(new Set(creations), new Set([201]));
  const many = submissions.length > 20 && creations.length > 5;
  assert.ok(many, `${submissions.length} submissions, ${creations.length} creations`);
  const delivered = sink.mails.filter(isDelivery);
  assert.equal(delivered.length, submissions.length);
  assert.match(output, /rotation to k2 is complete: \d{4} rows re-encrypted/);
  const rows = ROWS + 2 + creations.length;
  assert.deepEqual(await rowsByKey(deployment), [
    ['k2', rows],
    ['k1', 0],
  ]);

  const keyFile = keyFileOf(database);
  const text = readFileSync(keyFile, 'utf8');
  assert.match(text, /^# Without[^]*^SEALING_KEYS=k2:[\w-]{43},k1:[\w-]{43}\nINDEX_KEY=/m);
  assert.equal(statSync(keyFile).mode & 0o777, 0o600);
  for (const [secret = ''] of text.matchAll(/[\w-]{43}/g)) assert.ok(!output.includes(secret));

  assert.equal(await confirm(node.url, token), 200, 'links need no sealing key');
  await createForm(node.url);
  assert.deepEqual((await rowsByKey(deployment))[0], ['k2', rows + 1], 'the new key seals');

  const first = await cli('keys', 'retire', 'k2', '--yes');
  assert.deepEqual([first.code, first.out], [1, '']);
  assert.match(first.err, /New rows are encrypted with k2: first rotate/);
  assert.match((await cli('keys', 'retire', 'k9', '--yes')).err, /There is no sealing key k9/);
  assert.equal((await cli('keys', 'retire', 'k1')).code, 64);
  assert.match(readFileSync(keyFile, 'utf8'), /k1:/);
  assert.match(await run('keys', 'retire', 'k1', '--yes'), /Sessions .* end/);
  assert.doesNotMatch(readFileSync(keyFile, 'utf8'), /k1:/);
  await until('the change of the keys', () => /"keys":\["k2"\]/.test(node.output()));
  assert.equal((await deployment.submit(formId)).status, 200);

  node.child.kill('SIGTERM');
  assert.equal(await node.exited, 0);
  const again = await deployment.start(deployment.env);
  assert.equal((await submit(again.url, formId)).status, 200);
});

it('an interrupted rotation is finished by the next command', async (test) => {
  const database = await newSqlite(test);
  await fillDatabase(database, 3);
  const keyFile = keyFileOf(database);
  const text = readFileSync(keyFile, 'utf8');
  const added = Buffer.alloc(32, 7).toString('base64url');
  writeFileSync(keyFile, text.replace('=k1:', `=k7:${added},k1:`));
  const run = (...args: string[]) => mustRun(database, ...args);
  assert.match(await run('keys', 'rotate'), /to k7 is complete: 3 rows .* No key was added/);
  assert.deepEqual(await rowsByKey({ run }), [
    ['k7', 3],
    ['k1', 0],
  ]);
  assert.match(await run('keys', 'rotate'), /Added the key k8[^]*to k8 is complete/);
  assert.match(await run('keys', 'retire', 'k1', '--yes'), /removed from/);
  assert.match(readFileSync(keyFile, 'utf8'), /^SEALING_KEYS=k8:[\w-]{43},k7:[\w-]{43}$/m);
});

it('a key is not retired while rows need it', async (test) => {
  const database = await newSqlite(test);
  await fillDatabase(database, 3);
  const keyFile = keyFileOf(database);
  const text = readFileSync(keyFile, 'utf8');
  const added = Buffer.alloc(32, 7).toString('base64url');
  const two = text.replace('=k1:', `=k2:${added},k1:`);
  writeFileSync(keyFile, two);
  const { cli } = await startDeployment(test, database);
  const { code, err } = await cli('keys', 'retire', 'k1', '--yes');
  assert.equal(code, 1);
  assert.match(err, /k1 is still needed by 3 rows: letterslot keys rotate/);
  assert.equal(readFileSync(keyFile, 'utf8'), two);
});

it('a rotation leaves a row that no key opens, and says so', async (test) => {
  const database = await newSqlite(test);
  await fillDatabase(database, 3);
  const path = database['DATABASE_URL']?.replace('file:', '') ?? '';
  using sqlite = new DatabaseSync(path);
  sqlite.exec(`UPDATE routes SET sealed = 'v1.k0.AAAA' WHERE form_id = (
      SELECT min(form_id) FROM routes)`);
  const { code, err } = await runCli(database, ['keys', 'rotate']);
  assert.equal(code, 1);
  assert.match(err, /No key opens 1 row; left unchanged/);
  const [row] = sqlite.prepare('SELECT sealed FROM routes ORDER BY form_id').all();
  assert.equal(row?.['sealed'], 'v1.k0.AAAA');
});
