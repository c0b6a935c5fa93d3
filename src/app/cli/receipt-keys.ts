import { existsSync } from 'node:fs';
import { OPERATIONS } from '../../contract/operations.ts';
import { keyFileFor, readKeys } from '../open/open-store.ts';
import {
  readKeySet,
  ReceiptFault,
  type TrustedKeys,
} from '../../domain/receipts/verify-receipt.ts';
import { createKeyring } from '../../platform/secrets/keyring.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { StoreUnavailable } from '../../platform/stores/store.ts';
import { CommandError } from './command.ts';
import { readInput } from './receipt-input.ts';

/** Milliseconds for a key set. */
const PATIENCE = 10_000;

const isUrl = (place: string) => /^https?:\/\//.test(place);

/** Where the deployment of this public URL publishes its keys. */
const keySetOf = (issuer: string) =>
  new URL(issuer.replace(/\/$/, '') + OPERATIONS.getReceiptKeys.path).href;

async function fetchKeySet(url: string): Promise<string> {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(url, { signal, redirect: 'error' });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.text();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    throw new StoreUnavailable(`The key set ${url} cannot be fetched (${reason}).`, { cause });
  }
}

/** The key of the deployment whose settings and key file are on this machine. */
export function ownKeys(settings: Settings): TrustedKeys {
  const keyFile = keyFileFor(settings);
  if (keyFile !== undefined && !existsSync(keyFile)) {
    throw new CommandError(
      'There is no key to check with on this machine: give --keys with the URL of the service that ' +
        `you trust, ending in ${OPERATIONS.getReceiptKeys.path}, or with a file of it.`,
    );
  }
  const { sealing, index } = readKeys(settings, false);
  const { x, kid } = createKeyring(sealing, index).signing.publicJwk;
  return new Map([[kid, x]]);
}

/** The keys at a URL or in a file; throws ReceiptFault when there are none. */
export async function keysAt(place: string): Promise<TrustedKeys> {
  return readKeySet(isUrl(place) ? await fetchKeySet(place) : (await readInput(place)).toString());
}

/** A service speaks for itself alone: keys from a URL prove no receipt that names another one. */
export function checkIssuer(issuer: string, place: string | undefined): void {
  if (place === undefined || !isUrl(place) || keySetOf(issuer) === new URL(place).href) return;
  throw new ReceiptFault('The receipt names another service than the one that --keys asks.');
}
