import type { RouteResource } from '../contract/schemas.ts';
import { AccountRoutes, type AccountRoutesParts } from './account-routes.ts';
import { RouteCreator, type RouteCreatorParts } from './create-route.ts';
import { RouteManager, type RouteManagerParts } from './manage-route.ts';
import { SettingsManager, type SettingsManagerParts } from './manage-settings.ts';
import type { Sessions } from '../inboxes/inbox-session.ts';
import { createAuthorizeForm, type AuthorizeForm } from './form-credentials.ts';
import { createListRoutes, type ListRoutes, type ListRoutesParts } from './list-routes.ts';
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

export function createRoutes(
  parts: RouteCreatorParts &
    Omit<RouteManagerParts, 'authorize'> &
    Omit<SettingsManagerParts, 'authorize'> &
    Omit<AccountRoutesParts, 'list'> &
    Omit<ListRoutesParts, 'openRoute'> & { sessions: Pick<Sessions, 'open'> },
): Routes {
  const { store, keyring, verification, links, now } = parts;
  const openRoute = createOpenRoute(keyring, now);
  const find = createFindRoute(store.routes, openRoute);
  const authorize = createAuthorizeForm({ ...parts, openRoute });
  const list = createListRoutes({ ...parts, openRoute });
  const texts = new WeakMap<Route, string>();
  const toResource = (route: Route, creator?: CreatorView) =>
    toRouteResource(route, links, verification.expiresAt(route), creator);
  return {
    creator: new RouteCreator(parts),
    manager: new RouteManager({ ...parts, authorize }),
    settings: new SettingsManager({ ...parts, authorize }),
    account: new AccountRoutes({ ...parts, list }),
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
