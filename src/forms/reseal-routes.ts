import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../platform/context.ts';
import { sealedWith } from '../platform/secrets/sealed-box.ts';
import { resealRoute, unlessDamaged } from './route.ts';
import { type RouteRow, type RouteStore, walkRoutes } from '../platform/stores/route-table.ts';

/** Rows written at the same time; few, so that no transaction takes long. */
const WRITES = 50;

/** Milliseconds between them. */
const PAUSE = 10;

type Stored = Pick<Context, 'store' | 'keyring'>;

interface Resealed {
  resealed: number;
  /** Rows that no key opens; they are not changed. */
  unreadable: number;
}

/** The number of rows that each key encrypts, by the id of the key. */
export async function countByKey(routes: RouteStore): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for await (const rows of walkRoutes(routes)) {
    for (const { sealed } of rows) {
      const id = sealedWith(sealed);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return counts;
}

/** True when the row is re-encrypted, false when it has changed, undefined when no key opens it. */
async function resealRow({ store, keyring }: Stored, row: RouteRow): Promise<boolean | undefined> {
  const resealed = unlessDamaged(() => resealRoute(keyring, row));
  return resealed && store.routes.reseal(row.formId, row.sealed, resealed);
}

/**
 * Re-encrypts every route with the first key while the service runs. It walks through the rows
 * until none has another key. `report` gets the number of finished rows after each batch.
 */
export async function resealRoutes(
  stored: Stored,
  report: (resealed: number) => void,
): Promise<Resealed> {
  let done = 0;
  for (;;) {
    let [found, unreadable] = [0, 0];
    for await (const rows of walkRoutes(stored.store.routes)) {
      const old = rows.filter(({ sealed }) => sealedWith(sealed) !== stored.keyring.sealing.id);
      for (let at = 0; at < old.length; at += WRITES) {
        const some = old.slice(at, at + WRITES);
        const results = await Promise.all(some.map((row) => resealRow(stored, row)));
        done += results.filter((result) => result === true).length;
        unreadable += results.filter((result) => result === undefined).length;
        await wait(PAUSE);
      }
      found += old.length;
      if (old.length > 0) report(done);
    }
    if (found === unreadable) return { resealed: done, unreadable };
  }
}
