import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { newTempFolder } from '../support/temp-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const OWN = join(ROOT, 'node_modules', `node-${process.platform}-${process.arch}`);
/** Makes a Node say that it is an old one; the Node that it starts is not told so. */
const OLD = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})`;

const runOld = (bin: string, ...args: string[]) =>
  spawnSync(process.execPath, ['--import', OLD, bin, ...args], { encoding: 'utf8' });

describe('a start on an old Node', () => {
  it(
    'an old Node hands over to the one that npm brought along, with arguments and exit code',
    { skip: !existsSync(OWN) && 'this platform has no Node among the packages' },
    () => {
      const bin = join(ROOT, 'bin/letterslot.js');
      const { status, stdout } = runOld(bin, '--version');
      assert.deepEqual([status, /^\d+\.\d+\.\d+$/.test(stdout.trim())], [0, true]);
      assert.equal(runOld(bin, 'nonsense').status, 64);
    },
  );

  it('an old Node without another one is refused with a sentence and 78', (test) => {
    const folder = newTempFolder('old-node');
    test.after(() => rmSync(folder, { recursive: true }));
    cpSync(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
    const { status, stderr } = runOld(join(folder, 'bin/letterslot.js'), '--version');
    assert.equal(status, 78);
    assert.equal(stderr.trimEnd().split('\n').length, 1);
    assert.match(stderr, /needs Node\.js 24 or newer/);
  });
});
