import type { OperationId } from '../../contract/operations.ts';
import type { KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { UnsealError } from '../../platform/secrets/sealed-box.ts';
import type { Log } from '../../platform/log/log.ts';
import type { EmailAddress } from '../inboxes/email-address.ts';
import { identifyInbox } from '../inboxes/inbox-identity.ts';
import type { RouteVerification } from './route-verification.ts';
import type { Route, RouteRow } from './route.ts';
import { LIST_START, type RouteStore } from './route-store.ts';

export interface ListRoutesParts {
  store: { routes: RouteStore };
  keyring: Keyring;
  openRoute: (row: RouteRow) => Route;
  verification: RouteVerification;
  log: Log;
}

/** A request for the routes of some inboxes. */
interface Listing {
  operation: OperationId;
  requestId: string;
  owners: readonly KeyedHash[];
  /** Lets other requests run, and rejects to give up. */
  pause: () => Promise<void>;
  /** What the answer says of some routes, in their order. */
  describe: (routes: readonly Route[]) => readonly object[] | Promise<readonly object[]>;
}

/**
 * `head` with the member `routes`, oldest first, as pieces of JSON text. It is made in steps of a few
 * milliseconds. Each form is listed at most once, and one that exists throughout is listed.
 */
export type ListRoutes = (head: object, listing: Listing) => Promise<string[]>;

/** An account has up to ten addresses, and many forms of each. */
type KnownOwners = Map<EmailAddress, KeyedHash>;

/** Rows that are read and opened before others get a turn. */
const PAGE = 100;

/** The routes of some owners, oldest first, in pages of about PAGE. */
async function* oldestFirst(
  routes: RouteStore,
  owners: readonly KeyedHash[],
): AsyncGenerator<RouteRow[]> {
  let lists = owners.map((owner) => ({ owner, last: LIST_START, rows: new Array<RouteRow>() }));
  for (;;) {
    const most = Math.ceil(PAGE / lists.length);
    const refill = async (list: (typeof lists)[number]) => {
      if (list.rows.length > 0) return list;
      const rows = await routes.listByOwner(list.owner, list.last, most);
      return { ...list, rows, last: rows.at(-1) ?? list.last };
    };
    lists = (await Promise.all(lists.map(refill))).filter(({ rows }) => rows.length > 0);
    if (lists.length === 0) return;
    // Up to here nothing is missing: later pages only have routes as old as this or younger.
    const until = Math.min(...lists.map(({ last }) => last.createdAt));
    const isDue = ({ createdAt }: RouteRow) => createdAt <= until;
    yield lists
      .flatMap(({ rows }) => rows.filter(isDue))
      .toSorted((left, right) => left.createdAt - right.createdAt);
    lists = lists.map((list) => ({ ...list, rows: list.rows.filter((row) => !isDue(row)) }));
  }
}

export function createListRoutes(parts: ListRoutesParts): ListRoutes {
  const { store, keyring, openRoute, verification, log } = parts;

  /**
   * The route of a row, if it delivers to the inbox that the row says; `known` remembers the owners of
   * addresses. A form whose sealed part is damaged is left out and reported: the others are still there.
   */
  function open(row: RouteRow, { requestId, operation }: Listing, known: KnownOwners): Route[] {
    try {
      const route = openRoute(row);
      const { address } = route;
      const owner = known.get(address) ?? identifyInbox(keyring, address).owner;
      known.set(address, owner);
      return owner === row.owner ? [route] : [];
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      log.requestFailed({ requestId, operation, error });
      return [];
    }
  }

  async function describe(
    rows: readonly RouteRow[],
    listing: Listing,
    known: KnownOwners,
  ): Promise<string> {
    const found = rows.flatMap((row) => open(row, listing, known));
    const settled = found.every(({ status }) => status === 'active');
    const refresh = (route: Route) => verification.refresh(route, listing.requestId);
    const current = settled ? found : await Promise.all(found.map(refresh));
    return (await listing.describe(current)).map((item) => JSON.stringify(item)).join(',');
  }

  return async (head, listing) => {
    const pieces = [`${JSON.stringify(head).slice(0, -1)},"routes":[`];
    const known: KnownOwners = new Map();
    for await (const rows of oldestFirst(store.routes, listing.owners)) {
      const items = await describe(rows, listing, known);
      if (items.length > 0) pieces.push(pieces.length > 1 ? `,${items}` : items);
      await listing.pause();
    }
    return [...pieces, ']}'];
  };
}
