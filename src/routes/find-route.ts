import { ServiceError } from '../contract/service-error.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { parseFormId } from './form-id.ts';
import { openRoute, type Route } from './route.ts';
import type { RouteStore } from './route-store.ts';

/** The only way to a route by its id; malformed and unknown ids are one and the same error. */
export type FindRoute = (formId: string) => Promise<Route>;

export function createFindRoute(routes: RouteStore, keyring: Keyring): FindRoute {
  return async (text) => {
    const formId = parseFormId(text);
    const row = formId && (await routes.find(formId));
    if (!row) throw new ServiceError('route_not_found');
    return openRoute(keyring, row);
  };
}
