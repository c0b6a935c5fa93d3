import { mkdirSync, statSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, StoreError } from './store-errors.ts';

function look(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw new StoreError(`${path} cannot be read: the system refuses it (${codeOf(cause)}).`, {
      cause,
    });
  }
}

/**
 * True if `path` is a file. Throws StoreError if it is something else: opening a pipe would
 * block for ever, and no signal ends that.
 */
export function hasFile(path: string): boolean {
  const found = look(path);
  if (found && !found.isFile()) {
    const what = found.isDirectory() ? 'a directory' : 'not a file';
    throw new StoreError(`${path} cannot be used: it is ${what}.`);
  }
  return found !== undefined;
}

/**
 * Makes a folder and its parents, readable by the owner only. Node's `recursive` never returns
 * below /proc, where the system refuses to make folders.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = folder; !look(at) && at !== dirname(at); at = dirname(at)) missing.push(at);
  for (const path of missing.toReversed()) {
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      // Another process may have made it at the same moment.
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}
