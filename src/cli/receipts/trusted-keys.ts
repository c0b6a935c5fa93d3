import { OPERATIONS } from '../../contract/operations.ts';
import {
  readKeySet,
  ReceiptFault,
  type TrustedKeys,
} from '../../submissions/receipts/verify-receipt.ts';
import { collect } from '../../platform/text/octets.ts';
import { printable } from '../../platform/text/printable.ts';
import { CommandError, EXIT, readInput, type CommandContext } from '../command.ts';

const PATIENCE = 10_000;
const MOST_KEY_SET = 65_536;

const isUrl = (place: string) => /^https?:\/\//.test(place);

/** The URL at which the deployment of this public URL publishes its keys. */
const keySetOf = (issuer: string) =>
  new URL(issuer.replace(/\/$/, '') + OPERATIONS.getReceiptKeys.path).href;

async function fetchKeySet(url: string): Promise<string> {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(url, { signal, redirect: 'error' });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const set = await collect(response.body, MOST_KEY_SET);
    if (!set) throw new Error('it is too large');
    return set.toString();
  } catch (cause) {
    const reason = cause instanceof Error ? printable(cause.message) : 'unknown';
    const message = `The key set ${printable(url)} cannot be fetched (${reason}).`;
    throw new CommandError(message, { exitCode: EXIT.unavailable, cause });
  }
}

/** Keys that a person trusts. */
export interface Trust {
  keys: TrustedKeys;
  /** The URL or file that they came from; undefined of the keys on this machine. */
  place: string | undefined;
}

/** The keys of --keys, by default this machine's; throws ReceiptFault if it finds no keys. */
export async function readTrust({ option, ownKeys }: CommandContext): Promise<Trust> {
  const place = option('keys');
  if (place === undefined) return { place, keys: await ownKeys() };
  const text = isUrl(place) ? await fetchKeySet(place) : String(await readInput(place));
  return { place, keys: readKeySet(text) };
}

/** Keys from a URL prove only receipts of the service at that URL. */
export function checkIssuer(issuer: string, { place }: Pick<Trust, 'place'>): void {
  if (place === undefined || !isUrl(place) || keySetOf(issuer) === new URL(place).href) return;
  throw new ReceiptFault('The receipt is from another service than the one in --keys.');
}
