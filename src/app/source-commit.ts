import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where a package has the commit it was built from. */
export const PACKED_COMMIT = 'dist/COMMIT';

/** Where an archive that git or its forge makes of the sources has their commit. */
const ARCHIVED_COMMIT = '.archive-commit';

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

/** The commit that is checked out in this git folder. */
function readCheckedOut(folder: string): string | undefined {
  const head = read(folder, 'HEAD');
  if (!head) return undefined;
  // Branches are shared by all worktrees and lie in the common folder.
  const common = resolve(folder, read(folder, 'commondir') ?? '.');
  const [, ref] = /^ref: (.+)$/.exec(head) ?? [];
  return ref ? (read(folder, ref) ?? read(common, ref) ?? findPacked(common, ref)) : head;
}

/** Whether this is a whole commit id, of SHA-1 or SHA-256. */
export const isCommit = (text: string | undefined): text is string => COMMIT.test(text ?? '');

/** The commit that is checked out in `root`, or that the package or the archive there was made of. */
export function readSourceCommit(root: string): string | undefined {
  const folder = gitFolderOf(root);
  const commits = folder
    ? [readCheckedOut(folder)]
    : [read(root, PACKED_COMMIT), read(root, ARCHIVED_COMMIT)];
  return commits.find(isCommit);
}
