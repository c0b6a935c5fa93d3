import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { PACKED_COMMIT, readSourceCommit } from './source-commit.ts';
import { newTempFolder } from '../../test/support/temp-folder.ts';

const IDENTITY = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];

const newFolder = (test: TestContext) => newTempFolder('git', test);

/** A new repository, independent of the one that the test runs in. */
function newCheckout(test: TestContext) {
  const folder = newFolder(test);
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder };
  const git = (...command: string[]) =>
    execFileSync('git', [...IDENTITY, ...command], { cwd: folder, env, stdio: 'pipe' })
      .toString()
      .trim();
  git('init', '--quiet', '--initial-branch=topic/one');
  git('commit', '--quiet', '--allow-empty', '--message=one');
  return { folder, git, commit: git('rev-parse', 'HEAD') };
}

it('the source commit of a branch is found, loose or packed', (test) => {
  const { folder, git, commit } = newCheckout(test);
  assert.equal(readSourceCommit(folder), commit);
  git('branch', 'another/topic/one');
  git('pack-refs', '--all');
  assert.equal(readSourceCommit(folder), commit);
  git('commit', '--quiet', '--allow-empty', '--message=two');
  assert.equal(readSourceCommit(folder), git('rev-parse', 'HEAD'));
  assert.notEqual(readSourceCommit(folder), commit);
});

it('the source commit of a detached head is found', (test) => {
  const { folder, git, commit } = newCheckout(test);
  git('checkout', '--quiet', '--detach');
  assert.equal(readSourceCommit(folder), commit);
});

it('the source commit of a worktree is that of its own branch', (test) => {
  const { folder, git, commit } = newCheckout(test);
  const worktree = join(newFolder(test), 'tree');
  git('worktree', 'add', '--quiet', '-b', 'two', worktree);
  git('commit', '--quiet', '--allow-empty', '--message=two');
  assert.equal(readSourceCommit(worktree), commit);
  git('pack-refs', '--all');
  assert.equal(readSourceCommit(worktree), commit);
  assert.notEqual(readSourceCommit(folder), commit);
});

it('the source commit of a package is the one it was built from', (test) => {
  const folder = newFolder(test);
  mkdirSync(join(folder, 'dist'));
  writeFileSync(join(folder, PACKED_COMMIT), `${'a'.repeat(40)}\n`);
  assert.equal(readSourceCommit(folder), 'a'.repeat(40));
  writeFileSync(join(folder, PACKED_COMMIT), 'main');
  assert.equal(readSourceCommit(folder), undefined);
});

it('the source commit of an archive is the one it was made from', (test) => {
  const { folder, git } = newCheckout(test);
  for (const name of ['.gitattributes', '.archive-commit']) {
    copyFileSync(join(import.meta.dirname, '..', '..', name), join(folder, name));
  }
  git('add', '.');
  git('commit', '--quiet', '--message=two');
  const archive = newFolder(test);
  git('archive', `--output=${archive}/sources.tar`, 'HEAD');
  execFileSync('tar', ['-xf', 'sources.tar'], { cwd: archive });
  assert.equal(readSourceCommit(archive), git('rev-parse', 'HEAD'));
  copyFileSync(join(folder, '.archive-commit'), join(archive, '.archive-commit'));
  assert.equal(readSourceCommit(archive), undefined);
});

it('the source commit is not taken from a repository in a parent folder', (test) => {
  const { folder } = newCheckout(test);
  const inner = join(folder, 'inner');
  mkdirSync(join(inner, '.git'), { recursive: true });
  assert.equal(readSourceCommit(inner), undefined);
  rmSync(join(inner, '.git'), { recursive: true });
  assert.equal(readSourceCommit(inner), undefined);
});

it('the source commit is found on a machine without git', (test) => {
  const { folder, commit } = newCheckout(test);
  const path = process.env['PATH'];
  test.after(() => (process.env['PATH'] = path));
  process.env['PATH'] = newFolder(test);
  assert.equal(readSourceCommit(folder), commit);
});

it('the source commit is unknown outside of a checkout, and in one without commits', (test) => {
  const folder = newFolder(test);
  assert.equal(readSourceCommit(folder), undefined);
  writeFileSync(join(folder, '.git'), 'gitdir: elsewhere');
  assert.equal(readSourceCommit(folder), undefined);
  const { folder: checkout, git } = newCheckout(test);
  git('checkout', '--quiet', '--orphan', 'empty');
  assert.equal(readSourceCommit(checkout), undefined);
});
