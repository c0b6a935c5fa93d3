import type { Context } from '../platform/context.ts';
import { openRoute, sealDetails, type Route } from './route.ts';
import type { FormId } from '../contract/form-id.ts';

/** A row that others change at the same time is read again this often. */
export const TRIES = 8;

/** `rewriteRoute` with its context. */
export type RewriteRoute = (
  formId: FormId,
  decide: (route: Route) => Route | undefined,
) => Promise<Route | undefined>;

/**
 * Changes what a row keeps sealed, decided about the route as it is; undefined when `decide` returns
 * nothing, or the route is gone.
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

export const createRewriteRoute =
  (context: Pick<Context, 'store' | 'keyring'>): RewriteRoute =>
  (formId, decide) =>
    rewriteRoute(context, formId, decide);
