import type { Context } from '../platform/context.ts';
import type { RouteVerification } from './forms-context.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '../contract/limits.ts';
import { SCHEMAS, type AccountRouteList } from '../contract/schemas.ts';
import { readObject } from '../platform/text/json.ts';
import { parseEmailAddress, type EmailAddress } from '../platform/text/email-address.ts';
import type { OperationId } from '../contract/operations.ts';
import { ServiceError } from '../contract/service-error.ts';
import type { KeyedHash } from '../platform/secrets/keyed-hash.ts';
import { PatientTurns } from '../platform/waiting/turns.ts';
import { identifyInbox } from '../inboxes/inbox-identity.ts';
import type { OpenedRoutes } from './opened-routes.ts';
import { unlessDamaged, type Route } from './route.ts';
import { type RouteRow, LIST_START, type RouteStore } from '../platform/stores/route-table.ts';

/** A request for the routes of some inboxes. */
export interface Listing {
  operation: OperationId;
  requestId: string;
  owners: readonly KeyedHash[];
  /** Describes some routes for the answer, in their order. */
  describe: (routes: readonly Route[]) => readonly object[] | Promise<readonly object[]>;
}

/** Rows that are read and opened in one turn. */
const PAGE = 100;

/** Pages in memory at the same time; milliseconds that a page waits for its turn. */
const PAGES_AT_ONCE = 4;
const PATIENCE = 10_000;
const RETRY_AFTER = 5;

/**
 * Reads the routes of some owners, oldest first, in pages of about PAGE; undefined at the end.
 * Pages do not stay in memory, since a list may wait long for its reader.
 */
function readOldestFirst(
  routes: RouteStore,
  owners: readonly KeyedHash[],
): () => Promise<RouteRow[] | undefined> {
  let lists = owners.map((owner) => ({ owner, last: LIST_START, rows: new Array<RouteRow>() }));
  return async () => {
    const most = Math.ceil(PAGE / lists.length);
    const refill = async (list: (typeof lists)[number]) => {
      if (list.rows.length > 0) return list;
      const rows = await routes.listByOwner(list.owner, list.last, most);
      return { ...list, rows, last: rows.at(-1) ?? list.last };
    };
    const filled = (await Promise.all(lists.map(refill))).filter(({ rows }) => rows.length > 0);
    // Later pages only have routes that are as old or younger.
    const until = Math.min(...filled.map(({ last }) => last.createdAt));
    const isDue = ({ createdAt }: RouteRow) => createdAt <= until;
    lists = filled.map((list) => ({ ...list, rows: list.rows.filter((row) => !isDue(row)) }));
    if (filled.length === 0) return undefined;
    return filled
      .flatMap(({ rows }) => rows.filter(isDue))
      .toSorted((left, right) => left.createdAt - right.createdAt);
  };
}

const overloaded = () =>
  new ServiceError(
    'internal_error',
    { retry_after_seconds: RETRY_AFTER },
    { variant: 'overloaded' },
  );

/**
 * Lists of one inbox take turns with those of others; a list that waits for its reader holds no
 * turn. A form with a damaged sealed part is left out and reported.
 */
export class RouteLists {
  readonly #context: Context;
  readonly #verification: RouteVerification;
  readonly #opened: OpenedRoutes;
  readonly #turns = new PatientTurns({ most: PAGES_AT_ONCE, patience: PATIENCE, overloaded });

  constructor(context: Context, verification: RouteVerification, opened: OpenedRoutes) {
    this.#context = context;
    this.#verification = verification;
    this.#opened = opened;
  }

  /**
   * `head` with the member `routes`, oldest first, as pieces of JSON text, each made on demand in a
   * few milliseconds. No form is listed twice; every form that exists throughout is listed.
   */
  async *list(head: object, listing: Listing): AsyncGenerator<string> {
    const readPage = readOldestFirst(this.#context.store.routes, listing.owners);
    const nextPage = () =>
      this.#turns.run(listing.owners.join(' '), async () => {
        await nextTurn();
        const rows = await readPage();
        return rows && this.#describe(rows, listing);
      });
    let begun = `${JSON.stringify(head).slice(0, -1)},"routes":[`;
    try {
      for (let items = await nextPage(); items !== undefined; items = await nextPage()) {
        if (items.length === 0) continue;
        yield begun + items;
        begun = ',';
      }
    } catch (error) {
      // The answer has begun, so nothing else reports the fault.
      if (begun === ',') this.#context.log.requestFailed({ ...listing, error });
      throw error;
    }
    yield begun === ',' ? ']}\n' : `${begun}]}\n`;
  }

  /** The route of a row, if it delivers to the inbox that the row says. */
  #open(row: RouteRow, { requestId, operation }: Listing): Route[] {
    const { keyring, log } = this.#context;
    const report = (error: unknown) => log.requestFailed({ requestId, operation, error });
    const route = unlessDamaged(() => this.#opened.open(row), report);
    return route && identifyInbox(keyring, route.address).owner === row.owner ? [route] : [];
  }

  async #describe(rows: readonly RouteRow[], listing: Listing): Promise<string> {
    const found = rows.flatMap((row) => this.#open(row, listing));
    const settled = found.every(({ status }) => status === 'active');
    const refresh = (route: Route) => this.#verification.refresh(route, listing.requestId);
    const current = settled ? found : await Promise.all(found.map(refresh));
    return (await listing.describe(current)).map((item) => JSON.stringify(item)).join(',');
  }
}

type Item = AccountRouteList['routes'][number];

/** Contract, AccountRoutesRequest. */
export function parseAccountLookup(body: unknown): EmailAddress[] {
  const fail = (): never => {
    throw new ServiceError('invalid_json', undefined, {
      message: `Send {"emails": [...]} with 1 to ${LIMITS.emailsPerLookup} addresses and nothing else.`,
    });
  };
  const sent = readObject(SCHEMAS.AccountRoutesRequest, body);
  const emails: unknown = sent?.members.emails;
  if (!sent || sent.extra.length > 0 || !Array.isArray(emails)) return fail();
  if (emails.length < 1 || emails.length > LIMITS.emailsPerLookup) return fail();
  return emails.map((email: unknown) => {
    const address = parseEmailAddress(email);
    if (!address) throw new ServiceError('invalid_email');
    return address;
  });
}

/** The forms of verified addresses, for account brokers. */
export function accountListing(
  { keyring, links }: Context,
  body: unknown,
  requestId: string,
): Listing {
  const emails = parseAccountLookup(body);
  const owners = new Set(emails.map((email) => identifyInbox(keyring, email).owner));
  const describe = (routes: readonly Route[]): Item[] =>
    routes.map(({ formId, alias, status, createdAt }) => ({
      form_id: formId,
      alias,
      status,
      endpoint: links.endpoint(formId),
      status_url: links.status(formId),
      created_at: new Date(createdAt).toISOString(),
    }));
  return { operation: 'listAccountRoutes', requestId, owners: Array.from(owners), describe };
}
