import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { STOP_DEADLINE } from '../../src/app/process-life.ts';
import { directives, readDeployFile } from './deploy-files.ts';
import { unit } from './deployments.ts';

describe('deploy: systemd', () => {
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
    assert.ok(
      directives(unit, 'Environment').includes(`DATABASE_URL=file:${folder}/letterslot.db`),
    );
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
});
