import { keyCheck } from '../secrets/keyring.ts';
import type { Keys } from './key-file.ts';
import { StoreError, type Store } from './store.ts';

const INDEX = 'index key';
const nameOf = (id: string) => `sealing key ${id}`;

type Checks = ReadonlyMap<string, string>;

function compare(known: Checks, given: Checks): void {
  for (const [name, check] of known) {
    if (!given.has(name)) {
      throw new StoreError(`The ${name} is missing: the database holds values that need it.`);
    }
    if (given.get(name) !== check) {
      throw new StoreError(`The ${name} is not the one that this database was made with.`);
    }
  }
}

/**
 * Refuses keys that the database was not made with: a wrong one would make every route unreadable
 * and every counter start anew. Remembers the check values of keys seen for the first time.
 */
export async function checkKeys(store: Store, { sealing, index }: Keys): Promise<void> {
  const given: Checks = new Map([
    [INDEX, keyCheck(index)],
    ...sealing.map(({ id, secret }) => [nameOf(id), keyCheck(secret)] as const),
  ]);
  const known = await store.listKeyChecks();
  compare(known, given);
  for (const [name, check] of given) {
    if (known.has(name)) continue;
    await store.addKeyCheck(name, check);
    // Another node may be starting on the empty database with keys of its own, and be first.
    compare(await store.listKeyChecks(), given);
  }
}
