import { setTimeout as wait } from 'node:timers/promises';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { sealedWith, UnsealError } from '../../platform/secrets/sealed-box.ts';
import { resealRoute, type RouteRow } from './route.ts';
import { type RouteStore, walkRoutes } from './route-store.ts';

/** Rows written at the same time, so that no transaction keeps the service from its own. */
const WRITES = 50;

/** Milliseconds between them. */
const PAUSE = 10;

interface Parts {
  routes: RouteStore;
  keyring: Keyring;
  /** Hears after each batch how many rows were sealed anew so far. */
  report(resealed: number): void;
}

export interface Resealed {
  resealed: number;
  /** Rows that no key opens; they stay as they are. */
  unreadable: number;
}

interface Pass extends Resealed {
  /** Rows that another key had sealed. */
  found: number;
}

/** How many rows each key has sealed, by its id. */
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

/** True when the row is sealed anew, false when it changed meanwhile, undefined when no key opens it. */
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
 * Seals every route with the key that seals now, while the service goes on: passes are repeated
 * until one finds nothing to do.
 */
export async function resealRoutes(parts: Parts): Promise<Resealed> {
  let resealed = 0;
  for (;;) {
    const pass = await resealOnce(parts, resealed);
    if (pass.found === pass.unreadable) return pass;
    resealed = pass.resealed;
  }
}
