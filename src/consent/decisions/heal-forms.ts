import type { Routes } from '../../forms/index.ts';
import { rewriteRoute } from '../../forms/opened-routes.ts';
import { healed, type Route } from '../../forms/route.ts';
import type { InboxIdentity } from '../../inboxes/inbox-identity.ts';
import type { Context } from '../../platform/context.ts';
import { LIST_START, type ListPlace, type RouteRow } from '../../platform/stores/route-table.ts';

/** Rows read by one statement. */
const BATCH = 500;

/** Lets a form deliver again once its owner has shown that the inbox gets mail. */
export async function healForm(context: Context, route: Route, requestId: string): Promise<Route> {
  const { log, now } = context;
  const { formId } = route;
  if (!healed(route, now())) return route;
  const changed = await rewriteRoute(context, formId, (it) => healed(it, now()));
  if (changed) log.inboxHealed({ requestId, formId });
  return changed ?? route;
}

/** Heals all bounced forms of an inbox, but not those that its owner called spam. */
export async function healInbox(
  context: Context & { routes: Pick<Routes, 'open'> },
  { owner }: InboxIdentity,
  requestId: string,
): Promise<void> {
  const { store, routes, log } = context;
  /** A damaged form must not keep its owner out. */
  const open = (row: RouteRow): Route | undefined => {
    try {
      return routes.open(row);
    } catch (error) {
      log.requestFailed({ requestId, operation: 'exchangeSession', error });
      return undefined;
    }
  };

  let place: ListPlace | undefined = LIST_START;
  while (place) {
    const rows = await store.routes.listByOwner(owner, place, BATCH);
    for (const row of rows) {
      const route = open(row);
      if (route?.bounced?.kind === 'bounce') await healForm(context, route, requestId);
    }
    place = rows.length < BATCH ? undefined : rows.at(-1);
  }
}
