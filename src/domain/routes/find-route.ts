import { ServiceError } from '../../contract/service-error.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { parseFormId } from './form-id.ts';
import { openRoute, type Route, type RouteRow } from './route.ts';
import type { RouteStore } from './route-store.ts';

/** The only way to a route by its id; malformed and unknown ids are one and the same error. */
export type FindRoute = (formId: string) => Promise<Route>;

export function createFindRoute(routes: RouteStore, keyring: Keyring): FindRoute {
  return async (text) => openRoute(keyring, await findRow(routes, text));
}

/** A route as it is stored, which may be damaged. Throws like FindRoute. */
export async function findRow(routes: RouteStore, text: string): Promise<RouteRow> {
  const formId = parseFormId(text);
  const row = formId && (await routes.find(formId));
  if (!row) throw new ServiceError('route_not_found');
  return row;
}
