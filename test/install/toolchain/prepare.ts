import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, lstatSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { newFolderAt } from '../../support/temp-folder.ts';

/** Milliseconds. */
const INSTALL_TIMEOUT = 240_000;

const MANIFESTS = ['package.json', 'package-lock.json'];

/** Outside the repository, because most tools leave alone what lies below a node_modules folder. */
function chooseFolder(source: string): string {
  const hash = createHash('sha256');
  for (const name of MANIFESTS) hash.update(readFileSync(join(source, name)));
  const name = `letterslot-toolchain-${userInfo().uid}-${hash.digest('hex').slice(0, 12)}`;
  return join(tmpdir(), name);
}

function isOurs(folder: string): boolean {
  const facts = lstatSync(folder, { throwIfNoEntry: false });
  if (!facts) return false;
  if (facts.isDirectory() && facts.uid === userInfo().uid) return true;
  throw new Error(`${folder} belongs to somebody else`);
}

/**
 * Installs a folder's locked packages once into the system's temporary folder, by default the
 * artifacts' build tools. Renames the finished folder into place. Returns its path.
 */
export function prepareToolchain(source = import.meta.dirname): string {
  const folder = chooseFolder(source);
  if (isOurs(folder)) return folder;
  const draft = newFolderAt(folder);
  for (const name of MANIFESTS) copyFileSync(join(source, name), join(draft, name));
  // `npm ci` refuses a lock file without packages for systems that the registry lacks.
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--no-save', '--loglevel=error'], {
    cwd: draft,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: INSTALL_TIMEOUT,
  });
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
