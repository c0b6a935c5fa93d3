import type { FormId } from './form-id.ts';
import type { RouteRow } from './route.ts';
import type { RouteStore } from './route-store.ts';

/** Rows of one statement. */
const BATCH = 500;

/** Every route in the order of the ids, in batches, stopped ones too. */
export async function* walkRoutes(routes: RouteStore): AsyncGenerator<RouteRow[]> {
  let last: FormId | '' = '';
  for (;;) {
    const rows = await routes.listAfter(last, BATCH);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.formId ?? '';
  }
}
