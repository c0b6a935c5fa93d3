import type { RouteResource } from '../contract/schemas.ts';
import { AccountRoutes } from './account-routes.ts';
import { RouteCreator } from './create-route.ts';
import { RouteManager } from './manage-route.ts';
import { SettingsManager } from './manage-settings.ts';
import type { FormsContext } from './forms-context.ts';
import { createAuthorizeForm, type AuthorizeForm } from './form-credentials.ts';
import { createListRoutes, type ListRoutes } from './list-routes.ts';
import { createOpenRoute, createFindRoute, type FindRoute } from './opened-routes.ts';
import { toRouteResource, type CreatorView } from './route-resource.ts';
import type { Route } from './route.ts';
import type { RouteRow } from '../platform/stores/route-store.ts';

/** Creating, finding and deleting routes, and who may manage one. */
export interface Routes {
  creator: RouteCreator;
  manager: RouteManager;
  settings: SettingsManager;
  account: AccountRoutes;
  find: FindRoute;
  /** A row decrypted; remembered while it is unchanged. */
  open: (row: RouteRow) => Route;
  authorize: AuthorizeForm;
  list: ListRoutes;
  /** The route as it is now; a pending one is looked up where a provider verifies. */
  read(formId: string, asker: { requestId: string; caller?: string }): Promise<Route>;
  /** What the contract publishes of a route, as JSON text; remembered with an opened route. */
  toText(route: Route): string;
  /** The same as an object; `creator` sees more of it. */
  toResource(route: Route, creator?: CreatorView): RouteResource;
}

export function createRoutes(context: FormsContext): Routes {
  const { store, keyring, verification, links, now } = context;
  const openRoute = createOpenRoute(keyring, now);
  const find = createFindRoute(store.routes, openRoute);
  const authorize = createAuthorizeForm(context, openRoute);
  const list = createListRoutes(context, openRoute);
  const texts = new WeakMap<Route, string>();
  const toResource = (route: Route, creator?: CreatorView) =>
    toRouteResource(route, links, verification.expiresAt(route), creator);
  return {
    creator: new RouteCreator(context),
    manager: new RouteManager(context, authorize),
    settings: new SettingsManager(context, authorize),
    account: new AccountRoutes(context, list),
    find,
    open: openRoute,
    authorize,
    list,
    read: async (formId, { requestId, caller }) =>
      verification.refresh(await find(formId), requestId, caller),
    toText(route) {
      const known = texts.get(route);
      if (known !== undefined) return known;
      const text = JSON.stringify(toResource(route));
      if (Object.isFrozen(route)) texts.set(route, text);
      return text;
    },
    toResource,
  };
}
