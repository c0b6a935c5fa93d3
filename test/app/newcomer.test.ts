import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { npmEnvironment } from '../support/npm-environment.ts';
import { newTempFolder } from '../support/temp-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');

describe('a fresh clone', () => {
  it('npm install in a fresh clone gives no warning, also under an older Node.js', async (test) => {
    const folder = newTempFolder('clone', test);
    copyFileSync(join(ROOT, '.npmrc'), join(folder, '.npmrc'));
    const manifest = { name: 'clone', version: '1.0.0', engines: { node: '>=999' } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    const lock = { ...manifest, lockfileVersion: 3, packages: { '': manifest } };
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    const install = async (...args: string[]) =>
      (
        await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund', ...args], {
          cwd: folder,
          env: npmEnvironment(),
        })
      ).stderr;
    assert.equal(await install(), '');
    assert.match(await install('--loglevel=warn'), /EBADENGINE/);
  });
});

describe('an unbuilt copy below node_modules, as npm installs a git URL', () => {
  it('an unbuilt copy below node_modules says so in one sentence and ends with 78', (test) => {
    const folder = newTempFolder('git-url', test);
    const copy = join(folder, 'node_modules', 'letterslot');
    mkdirSync(copy, { recursive: true });
    cpSync(join(ROOT, 'bin'), join(copy, 'bin'), { recursive: true });
    copyFileSync(join(ROOT, 'package.json'), join(copy, 'package.json'));
    const { status, stderr } = spawnSync(process.execPath, [join(copy, 'bin', 'letterslot.js')], {
      encoding: 'utf8',
      timeout: 20_000,
    });
    assert.equal(status, 78);
    assert.match(stderr, /^This copy of Letterslot has no build, .*npm start.*\n$/);
  });
});
