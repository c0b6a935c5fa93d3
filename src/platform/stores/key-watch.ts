import { statSync } from 'node:fs';
import type { Log } from '../log/log.ts';
import type { Keyring, SealingKey } from '../secrets/keyring.ts';
import { formatSealingKeys, readOrMakeKeyFile, type Keys } from './key-file.ts';
import { codeOf, StoreError } from './store-errors.ts';

/** Called when a key file has changed, and when a key was used very often. */
export type KeyReports = Pick<Log, 'sealingKeyUsed' | 'keysChanged' | 'keyFileRefused'>;

/** Differs from one version of a file to the next, and for a missing one. */
function stampOf(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(' ');
  } catch (error) {
    return codeOf(error);
  }
}

const isSame = (left: Keys, right: Keys) =>
  formatSealingKeys(left.sealing) === formatSealingKeys(right.sealing);

/** Reads the keys that are to replace `current`; throws StoreError. */
function readSuccessor(path: string, current: Keys): Keys {
  const keys = readOrMakeKeyFile(path, false);
  const isOther = current.sealing.some(({ id, secret }) => {
    const again = keys.sealing.find((key) => key.id === id);
    return again && !again.secret.equals(secret);
  });
  if (isOther || !keys.index.equals(current.index)) {
    throw new StoreError('A key that is in use has another value there.');
  }
  return keys;
}

/**
 * Rereads a key file that a command may have replaced; returns its sealing keys when they changed.
 * An unusable file is reported once, and the keys stay as they are.
 */
export function followKeyFile(
  path: string,
  keys: Keys,
  reports?: KeyReports,
): () => readonly SealingKey[] | undefined {
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

/** Milliseconds between two checks of the key file, each of which is one system call. */
export const KEY_WATCH_INTERVAL = 1_000;

/** Lets a running service load keys that a command puts into the key file, if it has one. */
export function startKeyWatch({ keyring }: { keyring: Keyring }): { stop(): void } {
  const timer = setInterval(() => keyring.refresh(), KEY_WATCH_INTERVAL).unref();
  return { stop: () => clearInterval(timer) };
}
