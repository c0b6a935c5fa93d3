import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join, resolve } from 'node:path';

/** The folder of the program, in a checkout and in the package. */
export const ROOT = dirname(findPackageJSON(import.meta.url) ?? '');

const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8');

/** The release that this program is, like `1.0.0`. */
export const RELEASE = (JSON.parse(manifest) as { version: string }).version;

/** The file of a package with the commit it was built from. */
export const PACKED_COMMIT = 'dist/COMMIT';

/** The file in which archives made by git or a forge have their commit. */
const ARCHIVED_COMMIT = '.archive-commit';

const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/;

/** True if this is a full commit id, of SHA-1 or SHA-256. */
export const isCommit = (text: string | undefined): text is string => COMMIT.test(text ?? '');

function readLine(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** A checkout's git folder; in a worktree or submodule, `.git` is a file with its name. */
function gitFolderOf(root: string): string {
  const named = readLine(join(root, '.git'))?.replace(/^gitdir: /, '');
  return resolve(root, named ?? '.git');
}

/** The checked-out commit, read without git: a git process would add a tenth to the start. */
function readHead(folder: string): string | undefined {
  const head = readLine(join(folder, 'HEAD'));
  if (!head?.startsWith('ref: ')) return head;
  const ref = head.slice('ref: '.length);
  const shared = resolve(folder, readLine(join(folder, 'commondir')) ?? '');
  const packed = readLine(join(shared, 'packed-refs'))?.split('\n');
  return (
    readLine(join(shared, ref)) ??
    packed?.find((line) => line.endsWith(` ${ref}`))?.slice(0, -ref.length - 1)
  );
}

/** The commit that is checked out in `root`, or that the package or archive there was made from. */
export function readSourceCommit(root: string): string | undefined {
  const commits = existsSync(join(root, '.git'))
    ? [readHead(gitFolderOf(root))]
    : [PACKED_COMMIT, ARCHIVED_COMMIT].map((path) => readLine(join(root, path)));
  return commits.find(isCommit);
}

/** The running release, and the commit of `settings`, or `unknown`. */
export const buildOf = ({
  SOURCE_COMMIT: commit = 'unknown',
}: {
  SOURCE_COMMIT?: string | undefined;
}) => ({
  version: RELEASE,
  commit,
});
