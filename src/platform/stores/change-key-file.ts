import {
  closeSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { SealingKey } from '../secrets/keyring.ts';
import { codeOf } from './files.ts';
import { formatSealingKeys, parseKeyFile, sync } from './key-file.ts';
import { StoreError } from './store.ts';

type Change = (keys: readonly SealingKey[]) => readonly SealingKey[];

/** Writes the successor of a key file and gives it the owner of the old one. */
function writeSuccessor(draft: number, path: string, change: Change): readonly SealingKey[] {
  const text = readFileSync(path, 'utf8');
  const keys = change(parseKeyFile(text).sealing);
  const line = `SEALING_KEYS=${formatSealingKeys(keys)}`;
  const { uid, gid } = statSync(path);
  // A command that root runs must not take the file from the user of the service.
  fchownSync(draft, uid, gid);
  writeSync(
    draft,
    text.replace(/^SEALING_KEYS=.*$/gm, () => line),
  );
  fsyncSync(draft);
  return keys;
}

/**
 * Replaces the sealing keys in a key file by what `change` makes of them, whole or not at all. Its
 * draft is also the lock that keeps out other commands. Returns the new ones; throws StoreError.
 */
export function changeKeyFile(path: string, change: Change): readonly SealingKey[] {
  const place = realpathSync(path);
  const draftPath = `${place}.new`;
  let draft: number | undefined;
  try {
    draft = openSync(draftPath, 'wx', 0o600);
    const keys = writeSuccessor(draft, place, change);
    renameSync(draftPath, place);
    sync(dirname(place));
    return keys;
  } catch (cause) {
    if (draft !== undefined) rmSync(draftPath, { force: true });
    const code = codeOf(cause);
    const reason =
      code === 'EEXIST'
        ? `another command is changing it; if none is, remove ${draftPath}`
        : `the system refuses it (${code})`;
    throw new StoreError(`The key file ${path} cannot be changed: ${reason}.`, { cause });
  } finally {
    if (draft !== undefined) closeSync(draft);
  }
}
