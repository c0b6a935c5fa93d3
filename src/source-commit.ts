import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/;

function read(...path: string[]): string | undefined {
  try {
    return readFileSync(join(...path), 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** The folder with HEAD; a worktree and a submodule have a file in its place that names it. */
function gitFolderOf(root: string): string | undefined {
  const entry = join(root, '.git');
  const [, named] = /^gitdir: (.+)$/.exec(read(entry) ?? '') ?? [];
  if (named) return resolve(root, named);
  return statSync(entry, { throwIfNoEntry: false })?.isDirectory() ? entry : undefined;
}

/** The commit of a ref in packed-refs, whose lines are `COMMIT REF`. */
function findPacked(folder: string, ref: string): string | undefined {
  const lines = read(folder, 'packed-refs')?.split('\n') ?? [];
  return lines.find((line) => line.endsWith(` ${ref}`))?.slice(0, -ref.length - 1);
}

/** The commit that is checked out in `root`, or undefined where that is no git checkout. */
export function readSourceCommit(root: string): string | undefined {
  const folder = gitFolderOf(root);
  const head = folder && read(folder, 'HEAD');
  if (!head) return undefined;
  // Branches are shared by all worktrees and lie in the common folder.
  const common = resolve(folder, read(folder, 'commondir') ?? '.');
  const [, ref] = /^ref: (.+)$/.exec(head) ?? [];
  const commit = ref ? (read(folder, ref) ?? read(common, ref) ?? findPacked(common, ref)) : head;
  return commit !== undefined && COMMIT.test(commit) ? commit : undefined;
}
