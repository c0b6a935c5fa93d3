import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the program, in a checkout and in the package. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** The release that this program is, like `1.0.0`. */
export function readRelease(): string {
  const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** The file of a package with the commit it was built from. */
export const PACKED_COMMIT = 'dist/COMMIT';

/** The file in which archives made by git or a forge have their commit. */
const ARCHIVED_COMMIT = '.archive-commit';

/** Milliseconds for git to answer: a start must not hang on it. */
const PATIENCE = 2_000;

const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/;

/** Whether this is a full commit id, of SHA-1 or SHA-256. */
export const isCommit = (text: string | undefined): text is string => COMMIT.test(text ?? '');

function readCommitFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** The commit that is checked out; undefined without git, or if git finds no commit. */
function askGit(gitFolder: string, timeout: number): string | undefined {
  try {
    // With an explicit folder, git searches no parent folders and accepts any owner.
    return execFileSync('git', ['--git-dir', gitFolder, 'rev-parse', '--verify', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout,
      killSignal: 'SIGKILL',
    }).trim();
  } catch {
    return undefined;
  }
}

/** The commit that is checked out in `root`, or that the package or archive there was made from. */
export function readSourceCommit(root: string, patience = PATIENCE): string | undefined {
  const gitFolder = join(root, '.git');
  const commits = existsSync(gitFolder)
    ? [askGit(gitFolder, patience)]
    : [PACKED_COMMIT, ARCHIVED_COMMIT].map((path) => readCommitFile(join(root, path)));
  return commits.find(isCommit);
}
