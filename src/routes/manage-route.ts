import { ServiceError } from '../contract/service-error.ts';
import type { RouteDeleted } from '../contract/schemas.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { FindRoute } from './find-route.ts';
import { readManagementToken, requireManagementToken } from './management-token.ts';
import type { RouteStore } from './route-store.ts';

export type DeleteRoute = (
  formId: string,
  authorization: string | undefined,
) => Promise<RouteDeleted>;

interface Parts {
  routes: RouteStore;
  keyring: Keyring;
  findRoute: FindRoute;
}

/** Contract, "Delete": no bearer 401, not this route's token 403, no such route 404. */
export function createDeleteRoute({ routes, keyring, findRoute }: Parts): DeleteRoute {
  return async (id, authorization) => {
    const token = readManagementToken(authorization);
    const route = await findRoute(id);
    requireManagementToken(keyring, route, token);
    if (!(await routes.remove(route.formId))) throw new ServiceError('route_not_found');
    return { success: true, status: 'deleted', form_id: route.formId };
  };
}
