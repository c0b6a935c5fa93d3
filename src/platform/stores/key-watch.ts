import type { Keyring } from '../secrets/keyring.ts';

/** Milliseconds between two looks at the key file: one system call each. */
export const KEY_WATCH_INTERVAL = 1_000;

interface Followed {
  keyring: Keyring;
  keyFile: string | undefined;
}

/** Lets a running service take over keys that a command puts into the key file. */
export function startKeyWatch({ keyring, keyFile }: Followed): { stop(): void } {
  if (keyFile === undefined) return { stop: () => undefined };
  const timer = setInterval(() => keyring.refresh(), KEY_WATCH_INTERVAL).unref();
  return { stop: () => clearInterval(timer) };
}
