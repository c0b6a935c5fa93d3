import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { commandsOf, shellBlocksOf } from '../guides/blocks.ts';
import { npmEnvironment } from '../support/npm-environment.ts';
import { runService } from '../support/service-process.ts';
import { newTempFolder } from '../support/temp-folder.ts';

/** Milliseconds: npm fetches packages. */
const PATIENCE = 200_000;

it('the first commands of README.md lead from an empty folder to a service that answers', async (test) => {
  const folder = newTempFolder('readme', test);
  const [block] = shellBlocksOf('README.md');
  const commands = block ? commandsOf(block) : [];
  const last = commands.at(-1) ?? '';
  assert.match(last, /npm start$/);
  const line = commands.join(' && ').replace(/npm start$/, 'exec npm start');
  const checkout = join(import.meta.dirname, '..', '..');
  const env = {
    ...npmEnvironment(),
    npm_config_prefer_offline: 'true',
    // The repository is that of this checkout.
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.${checkout}.insteadOf`,
    GIT_CONFIG_VALUE_0: 'https://github.com/letterslot/letterslot',
    DATABASE_URL: '',
  };
  const service = runService(test, env, {
    command: ['/usr/bin/env', '-C', folder, '/bin/sh', '-ec', line],
    group: true,
    patience: PATIENCE,
  });
  assert.equal((await fetch(`${await service.url()}/health`)).status, 200);
  service.child.kill('SIGTERM');
  await service.exited;
});
