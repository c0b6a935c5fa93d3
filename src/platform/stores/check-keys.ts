import { keyCheck } from '../secrets/keyring.ts';
import type { Keys } from './key-file.ts';
import type { Store } from './store.ts';
import { StoreError } from './store-errors.ts';

const INDEX = 'index key';

/** The name of a sealing key's check value in the store. */
export const keyCheckName = (id: string): string => `sealing key ${id}`;

/** The check values of keys, by their names in the store. */
function checksOf({ sealing, index }: Keys): Map<string, string> {
  return new Map([
    [INDEX, keyCheck(index)],
    ...sealing.map(({ id, secret }) => [keyCheckName(id), keyCheck(secret)] as const),
  ]);
}

/** Why keys do not fit a database with these check values; undefined when they fit. */
export function findKeyFault(
  known: ReadonlyMap<string, string>,
  keys: Keys,
  exempt?: string,
): string | undefined {
  const given = checksOf(keys);
  for (const [name, check] of known) {
    if (name === exempt) continue;
    if (!given.has(name)) {
      return `The ${name} is missing: the database has values that need it.`;
    }
    if (given.get(name) !== check) {
      return `The ${name} is not the one that this database was made with.`;
    }
  }
  return undefined;
}

function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw new StoreError(fault);
}

/**
 * Refuses keys other than the database's own: a wrong one would make every route unreadable and
 * restart every counter. Stores check values of new keys. The sealing key `retiring` is optional.
 */
export async function checkKeys(store: Store, keys: Keys, retiring?: string): Promise<void> {
  const known = await store.listKeyChecks();
  const exempt = retiring === undefined ? undefined : keyCheckName(retiring);
  refuse(findKeyFault(known, keys, exempt));
  for (const [name, check] of checksOf(keys)) {
    if (known.has(name) || name === exempt) continue;
    await store.addKeyCheck(name, check);
    // Another node may have started on the empty database first, with other keys.
    refuse(findKeyFault(await store.listKeyChecks(), keys, exempt));
  }
}
