import { parseFormId, type FormId } from '../contract/form-id.ts';
import { ServiceError } from '../contract/service-error.ts';
import type { RouteRow, RouteStore } from '../platform/stores/route-store.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { openRoute, type Route } from './route.ts';

/** Routes remembered; most take less than a kilobyte. */
const MOST_ROUTES = 10_000;

/** Characters of their sealed texts in all: a form with settings has up to 25,000. */
const MOST_CHARACTERS = 5_000_000;

/** Milliseconds after which everything is forgotten, deleted forms included. */
const KEPT_FOR = 3_600_000;

interface Opened {
  sealed: RouteRow['sealed'];
  mode: RouteRow['mode'];
  route: Route;
}

/** Whether opening the row would give an equal route. */
function isUnchanged({ sealed, mode, route }: Opened, row: RouteRow): boolean {
  const { inbox, idempotency } = route;
  return (
    sealed === row.sealed &&
    mode === row.mode &&
    route.status === row.status &&
    inbox.owner === row.owner &&
    inbox.quota === row.quota &&
    route.createdAt === row.createdAt &&
    route.verificationSentAt === (row.verificationSentAt ?? undefined) &&
    route.stoppedAt === (row.stoppedAt ?? undefined) &&
    route.unapprovedSince === (row.unapprovedSince ?? undefined) &&
    route.tokenNonce === row.tokenNonce &&
    (idempotency?.key ?? null) === row.idempotencyKey &&
    (idempotency?.request ?? null) === row.requestHash
  );
}

/**
 * `openRoute`, which decrypts a row only when it has changed: an unchanged one gives the same frozen
 * Route, so that a WeakMap can hold what was derived from it. Other keys make it forget all (ADR 8).
 */
export function createOpenRoute(keyring: Keyring, now: () => number): (row: RouteRow) => Route {
  const known = new Map<FormId, Opened>();
  let characters = 0;
  let { sealing } = keyring;
  let since = now();

  function remember(row: RouteRow, route: Route): void {
    const { formId, sealed, mode } = row;
    characters += sealed.length - (known.get(formId)?.sealed.length ?? 0);
    if (known.size >= MOST_ROUTES || characters > MOST_CHARACTERS) {
      known.clear();
      characters = sealed.length;
    }
    known.set(formId, { sealed, mode, route });
  }

  return (row) => {
    const time = now();
    if (keyring.sealing !== sealing || time - since >= KEPT_FOR) {
      known.clear();
      characters = 0;
      ({ sealing } = keyring);
      since = time;
    }
    const opened = known.get(row.formId);
    if (opened && isUnchanged(opened, row)) return opened.route;
    const route = Object.freeze(openRoute(keyring, row));
    remember(row, route);
    return route;
  };
}

/** The only way to a route by its id; malformed and unknown ids get the same error. */
export type FindRoute = (formId: string) => Promise<Route>;

export function createFindRoute(routes: RouteStore, open: (row: RouteRow) => Route): FindRoute {
  return async (text) => open(await findRow(routes, text));
}

/** A route as it is stored, which may be damaged. Throws like FindRoute. */
export async function findRow(routes: RouteStore, text: string): Promise<RouteRow> {
  const formId = parseFormId(text);
  const row = formId && (await routes.find(formId));
  if (!row) throw new ServiceError('route_not_found');
  return row;
}
