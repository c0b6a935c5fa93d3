import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { newFolder } from '../cli/deployment.ts';
import { fillDatabase } from '../cli/fill-database.ts';
import { STOP_DEADLINE } from '../../src/app/process-life.ts';
import { deployPath, directives, readDeployFile, readUnit } from './deploy-files.ts';
import { unit } from './deployments.ts';

/** What a service that runs on has, and a command has not. */
const OF_SERVICE = new Set(
  'Description Wants After StartLimitIntervalSec StartLimitBurst Type ExecStart KillSignal TimeoutStopSec Restart RestartSec RestartPreventExitStatus WantedBy'.split(
    ' ',
  ),
);

const backup = readUnit('letterslot-backup.service');

/** A command of a unit, as systemd reads it, in this checkout. */
const commandOf = (name: string) =>
  directives(backup, name)
    .join(' && ')
    .replaceAll('$$', '$')
    .replaceAll('%%', '%')
    .replaceAll('/opt/letterslot', deployPath('..'));

const value = (name: string) => directives(unit, name).join(' ');

it('systemd waits for the service to stop, and does not restart it on wrong settings', () => {
  assert.ok(Number(value('TimeoutStopSec')) > STOP_DEADLINE / 1_000);
  assert.equal(value('KillSignal'), 'SIGTERM');
  assert.equal(value('Restart'), 'on-failure');
  assert.equal(value('RestartPreventExitStatus'), '78 64');
  assert.equal(value('MemoryDenyWriteExecute'), '');
});

it('systemd starts the launcher, whatever npm has left in node_modules', () => {
  assert.equal(value('ExecStart'), '/opt/letterslot/bin/letterslot serve');
});

it('systemd keeps crash dumps, which hold submissions, off the disk', () => {
  assert.equal(value('LimitCORE'), '0');
});

it('systemd lets the service write to its state folder and find its credentials', () => {
  const folder = `/var/lib/${value('StateDirectory')}`;
  assert.ok(directives(unit, 'Environment').includes(`DATABASE_URL=file:${folder}/letterslot.db`));
  for (const credential of directives(unit, 'LoadCredential')) {
    const [id = ''] = credential.split(':');
    assert.ok(
      directives(unit, 'Environment').some((pair) => pair.endsWith(`%d/${id}`)),
      id,
    );
  }
  assert.ok(!value('Environment').includes('%d/database_url'));
});

it('commands below systemd have the user, folder, settings and program of the unit', () => {
  const command = readDeployFile('letterslot');
  for (const [, name = '', property = ''] of command.matchAll(/--property=(\w+)=(\S+)/g))
    assert.ok(directives(unit, name).includes(property), name);
  const pairs = directives(unit, 'Environment')
    .join('\n')
    .replace('%d', '/run/credentials/letterslot-command.service')
    .split('\n');
  for (const [, pair = ''] of command.matchAll(/--setenv=(\S+)/g))
    assert.ok(pairs.includes(pair), pair);
  const [program = ''] = value('ExecStart').split(' ');
  assert.ok(command.includes(`\n  ${program} "$@"\n`));
});

it('the backup below systemd has the user, folder, settings and limits of the service', () => {
  const inherited = unit.filter(([name]) => !OF_SERVICE.has(name));
  assert.ok(inherited.length > 40);
  for (const [name, text] of inherited)
    assert.ok(directives(backup, name).includes(text), `${name}=${text}`);
});

it('the backup below systemd adds a copy that only its user reads, and removes those older than two weeks', async (test) => {
  const folder = newFolder(test);
  const env = { ...process.env, DATABASE_URL: `file:${folder}/x.db` };
  const run = (command: string) =>
    execFileSync('sh', ['-c', `umask 077; ${command}`], { cwd: folder, env });
  await fillDatabase({ DATABASE_URL: env.DATABASE_URL }, 1);
  run(commandOf('ExecStartPre'));
  const days = [1, 13, 15];
  for (const day of days) {
    const path = join(folder, 'backups', `letterslot-${day}.db`);
    writeFileSync(path, '');
    const then = Date.now() / 1_000 - day * 86_400 - 60;
    utimesSync(path, then, then);
  }
  run(commandOf('ExecStart'));
  run(commandOf('ExecStartPost'));
  const [copy = '', ...older] = readdirSync(join(folder, 'backups')).toSorted().toReversed();
  assert.match(copy, /^letterslot-\d{4}-\d\d-\d\dT\d{6}Z\.db$/);
  assert.deepEqual(older, ['letterslot-13.db', 'letterslot-1.db']);
  assert.equal(statSync(join(folder, 'backups', copy)).mode & 0o777, 0o600);
  assert.equal(statSync(join(folder, 'backups')).mode & 0o777, 0o700);
});

it('the timer starts the backup each day, also one that was missed', () => {
  const timer = readUnit('letterslot-backup.timer');
  assert.deepEqual(directives(timer, 'OnCalendar'), ['daily']);
  assert.deepEqual(directives(timer, 'Persistent'), ['yes']);
  // It has no Unit=, so that it starts the service of its name.
  assert.deepEqual(directives(timer, 'Unit'), []);
});
