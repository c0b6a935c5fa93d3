import type { Keyring } from '../platform/secrets/keyring.ts';
import type { RouteStore } from '../platform/stores/route-store.ts';
import { openRoute, sealDetails, type Route } from './route.ts';
import type { FormId } from '../contract/form-id.ts';

/** A row that others change at the same time is read again this often. */
export const TRIES = 8;

/** `rewriteRoute` with its parts. */
export type RewriteRoute = (
  formId: FormId,
  decide: (route: Route) => Route | undefined,
) => Promise<Route | undefined>;

/**
 * Changes what a row keeps sealed, decided about the route as it is; undefined when `decide` returns
 * nothing, or the route is gone.
 */
export async function rewriteRoute(
  { routes, keyring }: { routes: Pick<RouteStore, 'find' | 'reseal'>; keyring: Keyring },
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
