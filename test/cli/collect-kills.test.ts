import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createDeployment } from '../support/composed-mails.ts';
import { newTempFolder } from '../support/temp-folder.ts';

const MAIN = join(import.meta.dirname, '../../src/app/main.ts');

/** More than two transactions of the command. */
const MAILS = 2_200;

/** Milliseconds until a run is killed: while it starts, reads and writes. */
const KILLED_AFTER = [500, 800, 1_100, 1_400];

it('a killed run leaves a whole file, and the next one neither loses nor doubles a row', async () => {
  const folder = newTempFolder('collect-kills');
  const { send, keyring } = createDeployment();
  const [mbox, keys, out] = ['mails', 'keys.json', 'rows.csv'].map((name) => join(folder, name));
  assert.ok(mbox && keys && out);
  writeFileSync(keys, JSON.stringify({ keys: [keyring.signing.publicJwk] }));
  const names = Array.from({ length: MAILS }, (_none, at) => `Visitor ${at}`);
  const sent = await Promise.all(names.map((name) => send(new Map([['name', [name]]]))));
  const start = () =>
    spawn(process.execPath, [MAIN, 'collect', '--mbox', mbox, '--keys', keys, '--out', out], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const namesIn = () => {
    const lines = existsSync(out) ? readFileSync(out, 'utf8').split('\r\n').slice(1) : [''];
    assert.equal(lines.pop(), '');
    return lines.map((line) => line.split(',')[3]);
  };
  // So that a file is there that can be broken.
  const before = 100;
  for (const length of [before, MAILS]) {
    const mails = sent.slice(0, length).map(({ raw }) => `From a\n${raw}\n`);
    writeFileSync(mbox, mails.join(''), 'latin1');
    if (length === before) await once(start(), 'exit');
  }
  for (const milliseconds of KILLED_AFTER) {
    const run = start();
    await Promise.race([once(run, 'exit'), pause(milliseconds)]);
    run.kill('SIGKILL');
    if (run.exitCode === null && run.signalCode === null) await once(run, 'exit');
    const found = namesIn();
    assert.ok(found.length === before || found.length === MAILS, `${found.length} rows`);
  }
  await once(start(), 'exit');
  assert.deepEqual(namesIn(), names);
});
