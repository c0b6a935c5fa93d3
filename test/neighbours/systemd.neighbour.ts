import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { newTempFolder } from '../support/temp-folder.ts';
import { runApart, unlessApart } from './debian-root.ts';
import { unlessInstalled } from './programs.ts';

const ROOT = join(import.meta.dirname, '..', '..');

describe('systemd-analyze', { skip: unlessInstalled('systemd-analyze') }, () => {
  const folder = newTempFolder('systemd');
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const path of globSync('deploy/*.{service,timer}', { cwd: ROOT }))
    it(`systemd has no complaint about ${basename(path)}, in a checkout as npm leaves it`, async () => {
      // The units of a folder, with this checkout where the files say /opt.
      const units = join(folder, basename(path));
      mkdirSync(units);
      for (const unit of globSync('deploy/*.{service,timer}', { cwd: ROOT })) {
        const text = readFileSync(join(ROOT, unit), 'utf8').replaceAll('/opt/letterslot', ROOT);
        writeFileSync(join(units, basename(unit)), text);
      }
      const args = ['verify', '--man=no', join(units, basename(path))];
      const { stdout, stderr } = await promisify(execFile)('systemd-analyze', args);
      const complaints = (stdout + stderr)
        .split('\n')
        .filter((line) => line.includes(units) || /letterslot/.test(line));
      assert.deepEqual(complaints, []);
    });
});

const skip = unlessInstalled('systemd-analyze', 'nsenter', 'ip', 'git') || unlessApart();

it('letterslot setup --for systemd ends with a delivered test', { skip }, () =>
  runApart(join(import.meta.dirname, 'setup-systemd.ts')),
);

it('the commands of docs/deploying.md lead to a unit that runs and is copied', { skip }, () =>
  runApart(join(import.meta.dirname, 'systemd-guide.ts')),
);
