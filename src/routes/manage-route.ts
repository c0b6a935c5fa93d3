import { ServiceError } from '../contract/service-error.ts';
import type { RouteDeleted, RouteIndexed } from '../contract/schemas.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { FindRoute } from './find-route.ts';
import { readManagementToken, requireManagementToken } from './management-token.ts';
import type { Route } from './route.ts';
import type { RouteStore } from './route-store.ts';

/** What the holder of a route's management token may do with it. */
export interface ManageRoute {
  remove(formId: string, authorization: string | undefined): Promise<RouteDeleted>;
  claim(formId: string, authorization: string | undefined): Promise<RouteIndexed>;
}

interface Parts {
  routes: RouteStore;
  keyring: Keyring;
  findRoute: FindRoute;
}

/** Contract, "Delete" and "Claim": no bearer 401, not this route's token 403, no such route 404. */
export function createManageRoute({ routes, keyring, findRoute }: Parts): ManageRoute {
  async function authorize(id: string, authorization: string | undefined): Promise<Route> {
    const token = readManagementToken(authorization);
    const route = await findRoute(id);
    requireManagementToken(keyring, route, token);
    return route;
  }

  return {
    async remove(id, authorization) {
      const { formId } = await authorize(id, authorization);
      if (!(await routes.remove(formId))) throw new ServiceError('route_not_found');
      return { success: true, status: 'deleted', form_id: formId };
    },
    // Every route is in the owner index from its creation on: claiming one proves the token.
    async claim(id, authorization) {
      const { formId } = await authorize(id, authorization);
      return { success: true, status: 'indexed', form_id: formId };
    },
  };
}
