import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { key, sealingKeys } from '../setting-parsers.ts';
import type { SealingKey } from '../secrets/keyring.ts';
import { StoreError } from './store.ts';

export interface Keys {
  sealing: readonly SealingKey[];
  index: Buffer;
}

const newKey = () => randomBytes(32).toString('base64url');

/** The key file of a database: `letterslot.keys` in the same folder. */
export function keyFileOf(databasePath: string): string {
  return join(dirname(databasePath), 'letterslot.keys');
}

function parseKeyFile(text: string): Keys {
  const lines = new Map(
    text
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1).trim()]),
  );
  return {
    sealing: sealingKeys(lines.get('SEALING_KEYS') ?? ''),
    index: key(lines.get('INDEX_KEY') ?? ''),
  };
}

function writeKeyFile(path: string): void {
  const file = openSync(path, 'wx', 0o600);
  writeSync(
    file,
    '# Without these keys the database beside this file cannot be read. Keep a copy elsewhere.\n' +
      `SEALING_KEYS=k1:${newKey()}\nINDEX_KEY=${newKey()}\n`,
  );
  fsyncSync(file);
  closeSync(file);
}

/** Reads the key file; makes it when `isNew` says that no database needs the lost one. */
export function readOrMakeKeyFile(path: string, isNew: boolean): Keys {
  if (!existsSync(path)) {
    if (!isNew) {
      throw new StoreError(
        `The key file ${path} is missing. Put it back, or set SEALING_KEYS and INDEX_KEY: without ` +
          'its keys the database cannot be read.',
      );
    }
    writeKeyFile(path);
  }
  try {
    return parseKeyFile(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new StoreError(`The key file ${path} is damaged. Put back a copy of it.`, { cause });
  }
}
