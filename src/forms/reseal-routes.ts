import { setTimeout as wait } from 'node:timers/promises';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { sealedWith, UnsealError } from '../platform/secrets/sealed-box.ts';
import { resealRoute } from './route.ts';
import { type RouteRow, type RouteStore, walkRoutes } from '../platform/stores/route-store.ts';

/** Rows written at the same time: few, so that the service does not wait for a long transaction. */
const WRITES = 50;

/** Milliseconds between them. */
const PAUSE = 10;

interface Parts {
  routes: RouteStore;
  keyring: Keyring;
  /** Called after each batch with the number of rows re-encrypted so far. */
  report(resealed: number): void;
}

export interface Resealed {
  resealed: number;
  /** Rows that no key opens; they stay as they are. */
  unreadable: number;
}

interface Pass extends Resealed {
  /** Rows encrypted with another key. */
  found: number;
}

/** How many rows are encrypted with each key, by its id. */
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
async function resealRow({ routes, keyring }: Parts, row: RouteRow): Promise<boolean | undefined> {
  try {
    return await routes.reseal(row.formId, row.sealed, resealRoute(keyring, row));
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}

async function resealOnce(parts: Parts, before: number): Promise<Pass> {
  const pass: Pass = { found: 0, resealed: before, unreadable: 0 };
  for await (const rows of walkRoutes(parts.routes)) {
    const old = rows.filter(({ sealed }) => sealedWith(sealed) !== parts.keyring.sealing.id);
    for (let at = 0; at < old.length; at += WRITES) {
      const some = old.slice(at, at + WRITES);
      const results = await Promise.all(some.map((row) => resealRow(parts, row)));
      pass.resealed += results.filter((result) => result === true).length;
      pass.unreadable += results.filter((result) => result === undefined).length;
      await wait(PAUSE);
    }
    pass.found += old.length;
    if (old.length > 0) parts.report(pass.resealed);
  }
  return pass;
}

/**
 * Re-encrypts every route with the first key while the service runs: passes are repeated until one
 * finds nothing to do.
 */
export async function resealRoutes(parts: Parts): Promise<Resealed> {
  let resealed = 0;
  for (;;) {
    const pass = await resealOnce(parts, resealed);
    if (pass.found === pass.unreadable) return pass;
    resealed = pass.resealed;
  }
}
