import { parseFormId, type FormId } from '../contract/names.ts';
import { ServiceError } from '../contract/service-error.ts';
import type { Context } from '../platform/context.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { ROUTE, type RouteRow, type RouteStore } from '../platform/stores/route-table.ts';
import { openRoute, sealDetails, type Route } from './route.ts';

/** Routes remembered; most take less than a kilobyte. */
const MOST_ROUTES = 10_000;

/** Characters of their sealed texts in all: a form with settings has up to 25,000. */
const MOST_CHARACTERS = 5_000_000;

/** Milliseconds after which all routes are forgotten, also those of deleted forms. */
const KEPT_FOR = 3_600_000;

/** True if no column has changed. A loop is fast enough for every submission. */
function isSame(one: RouteRow, other: RouteRow): boolean {
  for (const name of ROUTE.fields) if (one[name] !== other[name]) return false;
  return true;
}

/**
 * Decrypted routes. An unchanged row gives the same frozen Route, so that a WeakMap can hold what
 * was derived from it. New keys make it forget all (ADR 8).
 */
export class OpenedRoutes {
  readonly #context: Pick<Context, 'keyring' | 'now'>;
  readonly #known = new Map<FormId, { row: RouteRow; route: Route }>();
  #characters = 0;
  #sealing: Keyring['sealing'] | undefined;
  #since = -Infinity;

  constructor(context: Pick<Context, 'keyring' | 'now'>) {
    this.#context = context;
  }

  /** Throws UnsealError when the row was altered or belongs to another form. */
  open(row: RouteRow): Route {
    const { keyring, now } = this.#context;
    const time = now();
    if (keyring.sealing !== this.#sealing || time - this.#since >= KEPT_FOR) {
      this.#forget();
      this.#sealing = keyring.sealing;
      this.#since = time;
    }
    const opened = this.#known.get(row.formId);
    if (opened && (opened.row === row || isSame(opened.row, row))) return opened.route;
    const route = Object.freeze(openRoute(keyring, row));
    this.#characters += row.sealed.length - (opened?.row.sealed.length ?? 0);
    if (this.#known.size >= MOST_ROUTES || this.#characters > MOST_CHARACTERS) {
      this.#forget();
      this.#characters = row.sealed.length;
    }
    this.#known.set(row.formId, { row, route });
    return route;
  }

  #forget(): void {
    this.#known.clear();
    this.#characters = 0;
  }
}

/**
 * The only way to a route by its id, as it is stored. Throws `route_not_found` for malformed and
 * unknown ids.
 */
export async function findRow(routes: RouteStore, text: string): Promise<RouteRow> {
  const formId = parseFormId(text);
  const row = formId && (await routes.find(formId));
  if (!row) throw new ServiceError('route_not_found');
  return row;
}

/** Tries to change a row that others change at the same time. */
export const TRIES = 8;

/**
 * Changes the sealed part of a row, as `decide` says for the route as it is. Returns the new route;
 * undefined if `decide` returns nothing, or the route is gone.
 */
export async function rewriteRoute(
  { store: { routes }, keyring }: Pick<Context, 'store' | 'keyring'>,
  formId: FormId,
  decide: (route: Route) => Route | undefined,
): Promise<Route | undefined> {
  for (let left = TRIES; left > 0; left -= 1) {
    const row = await routes.find(formId);
    const changed = row && decide(openRoute(keyring, row));
    if (!changed) return undefined;
    if (await routes.reseal(formId, row.sealed, sealDetails(keyring, changed))) return changed;
  }
  return undefined;
}
