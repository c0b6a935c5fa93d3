import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { CommandError, type CommandContext } from '../command.ts';
import { copyDeployFiles, readPlace } from './places.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

const contextIn = (root: string) =>
  ({ root, option: (name: string) => (name === 'for' ? 'systemd' : undefined) }) as CommandContext;

it('a checkout in a home folder, which the unit does not see, is refused', () => {
  for (const root of ['/home/ada/letterslot', '/root/letterslot'])
    assert.throws(() => readPlace(contextIn(root)), CommandError);
  assert.equal(readPlace(contextIn('/srv/letterslot')).folder, '/etc/letterslot');
});

it('the files of systemd name the checkout that they come from', async (test) => {
  const folder = mkdtempSync(join(tmpdir(), 'letterslot-'));
  test.after(() => rmSync(folder, { recursive: true }));
  const copies = { letterslot: join(folder, 'a'), 'letterslot.service': join(folder, 'b') };
  await copyDeployFiles(ROOT, { folder, settings: '', letterslot: [], copies });
  for (const path of Object.values(copies)) {
    const text = readFileSync(path, 'utf8');
    assert.ok(text.includes(`${ROOT}/bin/letterslot`));
    assert.ok(!text.includes('/opt/letterslot/'));
  }
  assert.equal(statSync(copies.letterslot).mode & 0o111, 0o111);
});
