// Plain JavaScript that Node 20 runs, for `npm install -g` beside an old Node: the package's own Node 24 does the work.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const NEEDED = 24;

export const isOldNode = Number.parseInt(process.versions.node, 10) < NEEDED;

/** The Node that npm installed with this package, in its own folder or above it. */
function findNode() {
  const name = `node-${process.platform}-${process.arch}`;
  for (let folder = join(import.meta.dirname, '..'); ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name, 'bin', 'node');
    if (existsSync(path)) return path;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Runs this command on that Node, passes signals on and ends as it ends; false where there is no such Node. */
export async function runOnOwnNode() {
  const node = findNode();
  if (node === undefined) return false;
  const { spawn } = await import('node:child_process');
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
  return true;
}
