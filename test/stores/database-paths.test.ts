import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { runCli } from '../support/run-cli.ts';
import { READY, runService } from '../support/service-process.ts';
import { newTempFolder } from '../support/temp-folder.ts';

/** Milliseconds in which a failing start must end by itself. */
const PATIENCE = 10_000;

const folder = newTempFolder('paths');
const at = (name: string) => join(folder, name);

for (const name of ['folder', 'keys-pipe', 'keys-folder/letterslot.keys']) {
  mkdirSync(at(name), { recursive: true });
}
for (const name of ['pipe', 'keys-pipe/letterslot.keys']) execFileSync('mkfifo', [at(name)]);
writeFileSync(at('text'), 'words, and no database '.repeat(100));
symlinkSync(at('loop'), at('loop'));

const PATHS: [what: string, path: string, sentence: RegExp][] = [
  ['below /proc, where no folder can be made', '/proc/x/y.db', /cannot be opened: ENOENT/],
  ['in /proc itself', '/proc/x.db', /cannot be opened: E/],
  ['below /sys', '/sys/x/y.db', /cannot be opened: E/],
  ['below a device', '/dev/null/x/y.db', /cannot be opened: ENOTDIR/],
  ['a device', '/dev/zero', /not a file/],
  ['below a file', `${at('text')}/x/y.db`, /cannot be opened: ENOTDIR/],
  ['a file of another kind', at('text'), /file is not a database/],
  ['a folder', at('folder'), /it is a directory/],
  ['a pipe', at('pipe'), /not a file/],
  ['beside a key file that is a pipe', at('keys-pipe/x.db'), /letterslot\.keys .* not a file/],
  ['beside a key file that is a folder', at('keys-folder/x.db'), /letterslot\.keys .* a directory/],
  ['a link to itself', at('loop'), /ELOOP/],
  ['below a link to itself', at('loop/x/y.db'), /ELOOP/],
  ['of a name too long', at('x'.repeat(300)), /ENAMETOOLONG/],
  ['below 5,000 folders', `/${'x/'.repeat(5_000)}x.db`, /ENAMETOOLONG/],
];

describe('database paths', () => {
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [what, path, sentence] of PATHS)
    it(`database path ${what}: exit code 78 and one line`, async (test) => {
      const env = { DATABASE_URL: `file:${path}` };
      const { exited, output } = runService(test, env, { patience: PATIENCE });
      assert.equal(await exited, 78);
      assert.match(output(), sentence);
      assert.equal(output().trimEnd().split('\n').length, 1, output());
    });

  it('a database path creates its missing folders, for the owner alone', async (test) => {
    const env = { DATABASE_URL: `file:${at('new/and/deep')}/x.db` };
    await runService(test, env, { patience: PATIENCE }).until(READY);
    for (const name of ['new', 'new/and', 'new/and/deep']) {
      assert.equal(statSync(at(name)).mode & 0o777, 0o700, name);
    }
  });

  it('a database path that is a link opens its target, with the log next to the target', async (test) => {
    mkdirSync(at('real'));
    writeFileSync(at('real/x.db'), '');
    symlinkSync(at('real/x.db'), at('link.db'));
    const env = { DATABASE_URL: `file:${at('link.db')}` };
    await runService(test, env, { patience: PATIENCE }).until(READY);
    assert.ok(statSync(at('real/x.db-wal')).isFile());
    assert.ok(!existsSync(at('link.db-wal')));
  });

  it('a database path that is a pipe blocks no command', async () => {
    const env = { DATABASE_URL: `file:${at('pipe')}` };
    for (const words of [['backup', at('copy')], ['doctor'], ['keys', 'list'], ['migrate']]) {
      const { code, out, err } = await runCli(env, words);
      assert.ok(code === 78 || code === 1, `${words.join(' ')}: ${code}`);
      assert.match(out + err, /pipe cannot be used: it is not a file/, words.join(' '));
    }
  });
});
