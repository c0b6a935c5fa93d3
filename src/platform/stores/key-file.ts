import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { key, sealingKeys } from '../settings/setting-parsers.ts';
import type { Settings } from '../settings/settings.ts';
import type { SealingKey } from '../secrets/keyring.ts';
import { hasFile } from './files.ts';
import { codeOf, StoreError } from './store-errors.ts';

export interface Keys {
  sealing: readonly SealingKey[];
  index: Buffer;
}

const newSecret = () => randomBytes(32);

export const newSealingKey = (id: string): SealingKey => ({ id, secret: newSecret() });

/** Sealing keys as SEALING_KEYS lists them. */
export const formatSealingKeys = (keys: readonly SealingKey[]): string =>
  keys.map(({ id, secret }) => `${id}:${secret.toString('base64url')}`).join(',');

/** The key file of a database: `letterslot.keys` in the same folder. */
export function keyFileOf(databasePath: string): string {
  return join(dirname(databasePath), 'letterslot.keys');
}

/** Throws an Error unless the text holds whole keys. */
function parseKeyFile(text: string): Keys {
  const lastOf = (name: string) =>
    Array.from(text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm')), ([, value = '']) =>
      value.trim(),
    ).at(-1);
  return {
    sealing: sealingKeys(lastOf('SEALING_KEYS') ?? ''),
    index: key(lastOf('INDEX_KEY') ?? ''),
  };
}

/** Codes of file systems without hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);

/** Gives a complete file its name, unless another file has that name. */
function publish(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    if (!NO_LINKS.has(codeOf(error))) throw error;
    if (!existsSync(path)) renameSync(temporary, path);
  }
}

/** Makes renames and links in a folder survive a loss of power. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Writes new keys, all or nothing; an existing file stays. */
function writeKeyFile(path: string): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  const text =
    '# Without these keys the database beside this file cannot be read. Keep a copy elsewhere.\n' +
    `SEALING_KEYS=${formatSealingKeys([newSealingKey('k1')])}\n` +
    `INDEX_KEY=${newSecret().toString('base64url')}\n`;
  try {
    writeFileSync(temporary, text, { mode: 0o600, flag: 'wx', flush: true });
    publish(temporary, path);
    syncFolder(dirname(path));
  } catch (cause) {
    throw new StoreError(`The key file ${path} cannot be written (${codeOf(cause)}).`, { cause });
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** The text of the file; undefined if there is none. */
function readKeyFile(path: string): string | undefined {
  try {
    return hasFile(path) ? readFileSync(path, 'utf8') : undefined;
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    const code = codeOf(cause);
    if (code === 'ENOENT') return undefined;
    const isDenied = code === 'EACCES' || code === 'EPERM';
    const reason = isDenied ? 'the user of the service has no permission' : 'the system refuses it';
    throw new StoreError(`The key file ${path} cannot be read: ${reason} (${code}).`, { cause });
  }
}

/** Reads the key file; creates it when `isNew` says that no database needs the missing one. */
export function readOrMakeKeyFile(path: string, isNew: boolean): Keys {
  let text = readKeyFile(path);
  if (text === undefined && isNew) {
    writeKeyFile(path);
    text = readKeyFile(path);
  }
  if (text === undefined) {
    throw new StoreError(
      `The key file ${path} is missing. Put it back, or set SEALING_KEYS and INDEX_KEY: without ` +
        'its keys the database cannot be read.',
    );
  }
  try {
    return parseKeyFile(text);
  } catch (cause) {
    throw new StoreError(`The key file ${path} is damaged. Put back a copy of it.`, { cause });
  }
}

/** The key file of the database; undefined when the keys come from the settings. */
export function keyFileFor({ SEALING_KEYS, DATABASE_URL }: Settings): string | undefined {
  if (SEALING_KEYS || DATABASE_URL.engine === 'postgres') return undefined;
  return keyFileOf(DATABASE_URL.path);
}

/** The keys in the settings, or those in the key file, which is created when `isNew` is true. */
export function readKeys(settings: Settings, isNew: boolean): Keys {
  const { SEALING_KEYS: sealing, INDEX_KEY: index } = settings;
  if (sealing && index) return { sealing, index };
  const keyFile = keyFileFor(settings);
  if (keyFile === undefined) throw new StoreError('SEALING_KEYS and INDEX_KEY are missing.');
  return readOrMakeKeyFile(keyFile, isNew);
}

type Change = (keys: readonly SealingKey[]) => readonly SealingKey[];

/** Writes the next version of a key file, with the owner of the current one. */
function writeSuccessor(draft: number, path: string, change: Change): readonly SealingKey[] {
  const text = readFileSync(path, 'utf8');
  const keys = change(parseKeyFile(text).sealing);
  const line = `SEALING_KEYS=${formatSealingKeys(keys)}`;
  const { uid, gid } = statSync(path);
  // A command run by root must not take the file from the user of the service.
  fchownSync(draft, uid, gid);
  writeSync(
    draft,
    text.replace(/^SEALING_KEYS=.*$/gm, () => line),
  );
  fsyncSync(draft);
  return keys;
}

function whyNot(cause: unknown, draftPath: string): string {
  const code = codeOf(cause);
  if (code === 'EEXIST') return `another command is changing it; if none is, remove ${draftPath}`;
  return code === '' ? 'it is damaged' : `the system refuses it (${code})`;
}

/**
 * Replaces the sealing keys in a key file by the result of `change`, all or nothing. The draft file
 * is also the lock against other commands. Returns the new keys; throws StoreError.
 */
export function changeKeyFile(path: string, change: Change): readonly SealingKey[] {
  const place = realpathSync(path);
  const draftPath = `${place}.new`;
  let draft: number | undefined;
  try {
    draft = openSync(draftPath, 'wx', 0o600);
    const keys = writeSuccessor(draft, place, change);
    renameSync(draftPath, place);
    syncFolder(dirname(place));
    return keys;
  } catch (cause) {
    if (draft !== undefined) rmSync(draftPath, { force: true });
    throw new StoreError(`The key file ${path} cannot be changed: ${whyNot(cause, draftPath)}.`, {
      cause,
    });
  } finally {
    if (draft !== undefined) closeSync(draft);
  }
}
