import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { directives, readUnit } from '../deploy/deploy-files.ts';
import { npmEnvironment } from '../support/npm-environment.ts';
import { runService } from '../support/service-process.ts';
import { START_FLAGS } from '../support/start-flags.ts';
import { newTempFolder } from '../support/temp-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Milliseconds of one command. */
const TIMEOUT = 150_000;

/** The npm of each Node, the oldest from Debian 13; they clean up optional packages differently. */
const PAIRS = [
  { npm: '9.2.0', node: '20.20.2' },
  { npm: '10.8.2', node: '20.20.2' },
  { npm: '10.9.4', node: '22.23.3' },
  { npm: '11.21.2', node: '24.21.0' },
];

const execute = promisify(execFile);

async function run(cwd: string, env: Record<string, string>, command: string, ...args: string[]) {
  const { stdout } = await execute(command, args, { cwd, env, timeout: TIMEOUT, maxBuffer: 1e8 });
  return stdout.trim();
}

/** The files that git has, as they are now. */
async function copySources(target: string): Promise<void> {
  const files = await run(ROOT, npmEnvironment(), 'git', 'ls-files');
  for (const file of files.split('\n')) {
    if (!existsSync(join(ROOT, file))) continue;
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(ROOT, file), join(target, file));
  }
}

const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');

/** A process and all that it started. */
function familyOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
  return [pid, ...children.flatMap((child) => familyOf(Number(child)))];
}

describe('old versions of npm and Node', { concurrency: 2 }, () => {
  const folder = newTempFolder('old-npm');
  const tools = join(folder, 'tools', 'node_modules');
  after(() => rmSync(folder, { recursive: true, force: true }));

  before(async () => {
    const packages = PAIRS.flatMap(({ npm, node }) => [
      `npm-${npm}@npm:npm@${npm}`,
      `node-${node}@npm:node-linux-${process.arch}@${node}`,
    ]);
    mkdirSync(dirname(tools));
    const quiet = ['--no-audit', '--no-fund', '--no-bin-links', '--prefer-offline', '--prefix=.'];
    await run(dirname(tools), npmEnvironment(), 'npm', 'install', ...quiet, ...new Set(packages));
    for (const { npm, node } of PAIRS) {
      const bin = join(folder, `bin-${npm}`);
      mkdirSync(bin);
      symlinkSync(join(tools, `node-${node}`, 'bin/node'), join(bin, 'node'));
      for (const name of ['npm', 'npx']) {
        symlinkSync(join(tools, `npm-${npm}`, `bin/${name}-cli.js`), join(bin, name));
      }
    }
  });

  /** What a shell has where this npm and this Node are installed. */
  const environment = (npm: string) => ({
    ...npmEnvironment(),
    PATH: `${join(folder, `bin-${npm}`)}:/usr/bin:/bin`,
    npm_config_prefer_offline: 'true',
    npm_config_update_notifier: 'false',
  });

  /** Starts the service in a copy, and looks at which processes it has. */
  async function startOnce(test: TestContext, npm: string, copy: string, command: string[]) {
    const env = { ...environment(npm), DATABASE_URL: `file:${copy}/data/${command[0]?.length}.db` };
    const service = runService(test, env, {
      command: ['/usr/bin/env', '-C', copy, ...command],
      group: true,
      patience: TIMEOUT,
    });
    const { pid = 0 } = service.child;
    test.after(async () => {
      await service.exited;
    });
    const url = await service.url();
    assert.equal((await fetch(`${url}/health`)).status, 200);
    const services = familyOf(pid).filter((id) =>
      commandOf(id).some((word) => word.endsWith('letterslot.js')),
    );
    assert.equal(services.length, 1, command.join(' '));
    const [id = 0] = services;
    const node = realpathSync(join(copy, `node_modules/node-linux-${process.arch}/bin/node`));
    assert.equal(readlinkSync(`/proc/${id}/exe`), node);
    assert.deepEqual(commandOf(id).slice(1, START_FLAGS.length + 1), START_FLAGS);
    assert.match(readFileSync(`/proc/${id}/environ`, 'utf8'), /\0MALLOC_ARENA_MAX=2\0/);
    assert.match(readFileSync(`/proc/${id}/limits`, 'utf8'), /Max core file size +0 /);
    const others = familyOf(pid).length - 1;
    process.kill(id, 'SIGTERM');
    await service.exited;
    return others;
  }

  const [unitLine = ''] = directives(readUnit('letterslot.service'), 'ExecStart');

  for (const { npm, node } of PAIRS)
    it(`after npm ci with npm ${npm} beside Node ${node}, each start is one process with all flags`, async (test) => {
      const copy = join(folder, `copy-${npm}`);
      await copySources(copy);
      const env = environment(npm);
      assert.equal(await run(copy, env, 'npm', '--version'), npm);
      assert.equal(await run(copy, env, 'node', '--version'), `v${node}`);
      await run(copy, env, 'npm', 'ci', '--omit=dev', '--no-audit', '--no-fund');
      const unit = unitLine.replaceAll('/opt/letterslot', copy).split(' ');
      assert.equal(await startOnce(test, npm, copy, unit), 0);
      assert.equal(await startOnce(test, npm, copy, ['npm', 'start']), 1, 'npm and the service');
      const version = await run(copy, env, 'npx', '--no-install', 'letterslot', '--version');
      assert.equal(version, await run(copy, env, 'bin/letterslot', '--version'));
      await startOnce(test, npm, copy, ['npx', '--no-install', 'letterslot']);
      rmSync(copy, { recursive: true, force: true });
    });

  for (const { npm, node } of PAIRS.slice(1, 3))
    it(`npm ${npm} packs beside Node ${node}, without the link to Node 24`, async () => {
      const copy = join(folder, `packed-${npm}`);
      await copySources(copy);
      const modules = join(ROOT, 'node_modules');
      symlinkSync(join(ROOT, 'test/client/node_modules'), join(copy, 'test/client/node_modules'));
      mkdirSync(join(copy, 'node_modules/.bin'), { recursive: true });
      for (const name of readdirSync(modules)) {
        if (name !== '.bin') symlinkSync(join(modules, name), join(copy, 'node_modules', name));
      }
      for (const name of readdirSync(join(modules, '.bin'))) {
        if (name !== 'node')
          symlinkSync(join(modules, '.bin', name), join(copy, 'node_modules/.bin', name));
      }
      const env = { ...environment(npm), SOURCE_COMMIT: 'a'.repeat(40) };
      // package.heavy builds the site: once is enough.
      await run(copy, env, 'npm', 'pkg', 'set', 'scripts.site=true');
      await run(copy, env, 'npm', 'pack', '--pack-destination', '.');
      const tarball = readdirSync(copy).find((name) => name.endsWith('.tgz')) ?? '';
      const listed = await run(copy, env, 'tar', '-tvzf', tarball);
      assert.match(listed, /package\/dist\/app\/main\.js/);
      for (const name of ['letterslot', 'own-node'])
        assert.match(listed, new RegExp(`^-rwxr-xr-x .* package/bin/${name}$`, 'm'));
      rmSync(copy, { recursive: true, force: true });
    });
});
