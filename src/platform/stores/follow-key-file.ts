import { statSync } from 'node:fs';
import type { Reread } from '../secrets/keyring.ts';
import { codeOf } from './files.ts';
import { readOrMakeKeyFile, type Keys } from './key-file.ts';
import { StoreError } from './store.ts';

/** Hears what became of a key file that has changed. */
export interface KeyReports {
  keysChanged(facts: { sealing: string; keys: readonly string[] }): void;
  keyFileRefused(facts: { reason: string }): void;
}

/** Differs from one version of a file to the next, and tells when there is none. */
function stampOf(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    return codeOf(error);
  }
}

const isSame = (left: Keys, right: Keys) =>
  left.sealing.length === right.sealing.length &&
  left.sealing.every(({ id, secret }, at) => {
    const other = right.sealing[at];
    return id === other?.id && secret.equals(other.secret);
  });

/** Reads keys that may take the place of `current`; throws StoreError. */
function readSuccessor(path: string, current: Keys): Keys {
  const keys = readOrMakeKeyFile(path, false);
  const isOther = current.sealing.some(({ id, secret }) => {
    const again = keys.sealing.find((key) => key.id === id);
    return again && !again.secret.equals(secret);
  });
  if (isOther || !keys.index.equals(current.index)) {
    throw new StoreError('A key has another value than before.');
  }
  return keys;
}

/**
 * Follows a key file that a command may replace: answers its sealing keys when they have changed.
 * A file that cannot be used is reported once, and the keys before stay.
 */
export function followKeyFile(path: string, keys: Keys, reports?: KeyReports): Reread {
  let current = keys;
  let read = '';
  let refused = '';
  return () => {
    const stamp = stampOf(path);
    if (stamp === read) return undefined;
    let next: Keys;
    try {
      next = readSuccessor(path, current);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (stamp !== refused) reports?.keyFileRefused({ reason: error.message });
      refused = stamp;
      return undefined;
    }
    read = stamp;
    if (isSame(next, current)) return undefined;
    current = next;
    const ids = next.sealing.map(({ id }) => id);
    reports?.keysChanged({ sealing: ids[0] ?? '', keys: ids });
    return next.sealing;
  };
}
