import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createForm, submit } from '../nodes/start-nodes.ts';
import { runCli } from '../support/run-cli.ts';
import { mustRun, startDeployment, startPostgresDatabases } from './deployment.ts';
import { fillDatabase } from './fill-database.ts';
import { startTraffic } from './traffic.ts';

const newPostgres = await startPostgresDatabases();

it('rotating SEALING_KEYS node by node loses no submission, and lets the old key retire', async (test) => {
  const database = await newPostgres(test);
  const { SEALING_KEYS: old = '' } = database;
  await fillDatabase(database, 700);
  const deployment = await startDeployment(test, database);
  const formId = await deployment.newActiveForm();

  const proposal = await deployment.run('keys', 'rotate');
  const [, added = ''] = /^ {2}(k2:[\w-]{43})$/m.exec(proposal) ?? [];
  assert.notEqual(added, '', proposal);
  assert.match(proposal, /1\. Put it last[^]*k1:…,k2:…[^]*2\. When[^]*k2:…,k1:…[^]*3\. When/);
  assert.ok(!proposal.includes(old.slice(3)), 'the old key is not printed');

  const { env } = deployment;
  const behind = { ...env, SEALING_KEYS: `${old},${added}` };
  const first = { ...env, SEALING_KEYS: `${added},${old}` };
  const still = await mustRun(behind, 'keys', 'rotate');
  assert.match(still, /lists k2 too, which no row needs[^]*continue with step 2/);
  const [early, late] = await Promise.all([deployment.start(behind), deployment.start(first)]);
  const traffic = startTraffic([
    () => submit(early.url, formId),
    () => submit(late.url, formId),
    () => createForm(late.url),
  ]);
  assert.match(await mustRun(first, 'keys', 'rotate'), /to k2 is complete: 701 rows/);
  const [onEarly = [], onLate = [], creations = []] = await traffic.stop();
  assert.deepEqual(new Set([...onEarly, ...onLate]), new Set([200]));
  assert.deepEqual(new Set(creations), new Set([201]));
  assert.ok(onEarly.length > 3 && onLate.length > 3);
  const rows = 701 + creations.length;

  const only = { ...env, SEALING_KEYS: added };
  const refused = await runCli(only, ['serve']);
  assert.equal(refused.code, 78);
  assert.match(refused.err, /The sealing key k1 is missing/);
  const needed = await runCli(behind, ['keys', 'retire', 'k2', '--yes']);
  assert.match(needed.err, new RegExp(`k2 is still needed by ${rows} rows`));
  assert.match(
    await mustRun(first, 'keys', 'retire', 'k1', '--yes'),
    /remove it from SEALING_KEYS/,
  );
  const next = await deployment.start(only);
  assert.equal((await submit(next.url, formId)).status, 200);

  // A node that starts meanwhile with the old value registers the key again.
  await deployment.start(first);
  assert.equal((await runCli(only, ['keys', 'list'])).code, 78);
  await mustRun(only, 'keys', 'retire', 'k1', '--yes');
  assert.match(
    await mustRun(only, 'keys', 'list'),
    new RegExp(`^ID {2}SEALS {2}ROWS\nk2 {2}yes {4}${rows}\n$`),
  );
});
