import type { Context } from '../platform/context.ts';
import type { InboxIdentity } from '../inboxes/inbox-identity.ts';
import type { Routes } from '../forms/index.ts';
import { rewriteRoute } from '../forms/opened-routes.ts';
import { LIST_START, type ListPlace, type RouteRow } from '../platform/stores/route-table.ts';
import { healed, type Route } from '../forms/route.ts';

/** Lets forms deliver again whose owner has shown that the inbox gets mail. */
export interface HealForms {
  /** All forms of the inbox whose mail came back; not those that its owner called spam. */
  ofInbox(inbox: InboxIdentity, requestId: string): Promise<void>;
  /** One form, for whatever reason it stopped; the form as it is then. */
  one(route: Route, requestId: string): Promise<Route>;
}

/** Rows read by one statement. */
const BATCH = 500;

export function createHealForms(context: Context, routes: Pick<Routes, 'open'>): HealForms {
  const { store, log, now } = context;
  async function heal(route: Route, requestId: string): Promise<Route> {
    const { formId } = route;
    if (!healed(route, now())) return route;
    const changed = await rewriteRoute(context, formId, (it) => healed(it, now()));
    if (changed) log.inboxHealed({ requestId, formId });
    return changed ?? route;
  }

  /** A damaged form must not keep its owner out. */
  function open(row: RouteRow, requestId: string): Route | undefined {
    try {
      return routes.open(row);
    } catch (error) {
      log.requestFailed({ requestId, operation: 'exchangeSession', error });
      return undefined;
    }
  }

  return {
    one: heal,
    async ofInbox({ owner }, requestId) {
      let place: ListPlace = LIST_START;
      for (;;) {
        const rows = await store.routes.listByOwner(owner, place, BATCH);
        for (const row of rows) {
          const route = open(row, requestId);
          if (route?.bounced?.kind === 'bounce') await heal(route, requestId);
        }
        const last = rows.at(-1);
        if (!last || rows.length < BATCH) return;
        place = last;
      }
    },
  };
}
