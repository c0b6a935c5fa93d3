import { LIMITS } from '../../contract/limits.ts';
import { AccountRoutesRequest, type AccountRouteList } from '../../contract/schemas.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { readObject } from '../../platform/text/values.ts';
import { parseEmailAddress, type EmailAddress } from '../inboxes/email-address.ts';
import { identifyInbox } from '../inboxes/inbox-identity.ts';
import { secretsEqual, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { UnsealError } from '../../platform/secrets/sealed-box.ts';
import { readBearer } from './management-token.ts';
import type { RouteVerification } from './route-verification.ts';
import type { Links } from './links.ts';
import type { Route, RouteRow } from './route.ts';
import { LIST_START, type RouteStore } from './route-store.ts';

export interface AccountRoutesParts {
  store: { routes: RouteStore };
  keyring: Keyring;
  openRoute: (row: RouteRow) => Route;
  verification: RouteVerification;
  links: Links;
  log: Log;
  /** ACCOUNT_LOOKUP_SECRET; without it the operation is unavailable. */
  accountSecret: string | undefined;
}

type Item = AccountRouteList['routes'][number];

/** Contract, AccountRoutesRequest. */
export function parseAccountLookup(body: unknown): EmailAddress[] {
  const fail = (): never => {
    throw new ServiceError('invalid_json', undefined, {
      message: `Send {"emails": [...]} with 1 to ${LIMITS.emailsPerLookup} addresses and nothing else.`,
    });
  };
  const sent = readObject(AccountRoutesRequest, body);
  const emails: unknown = sent?.members.emails;
  if (!sent || sent.extra.length > 0 || !Array.isArray(emails)) return fail();
  if (emails.length < 1 || emails.length > LIMITS.emailsPerLookup) return fail();
  return emails.map((email: unknown) => {
    const address = parseEmailAddress(email);
    if (!address) throw new ServiceError('invalid_email');
    return address;
  });
}

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

/** Contract, "List routes for verified emails". */
export class AccountRoutes {
  readonly #parts: AccountRoutesParts;

  constructor(parts: AccountRoutesParts) {
    this.#parts = parts;
  }

  /** Throws unless the header holds the deployment's secret; checked before the body is read. */
  authorize(authorization: string | undefined): void {
    const { accountSecret } = this.#parts;
    if (accountSecret === undefined) throw new ServiceError('account_lookup_unavailable');
    if (!secretsEqual(readBearer(authorization) ?? '', accountSecret)) {
      throw new ServiceError('account_lookup_unauthorized');
    }
  }

  /**
   * The answer, an AccountRouteList, as pieces of JSON text. It is made in steps of a few milliseconds:
   * `pause` lets other requests run between them, and rejects to give up. Each form is listed at most
   * once, and one that exists throughout is listed.
   */
  async list(body: unknown, requestId: string, pause: () => Promise<void>): Promise<string[]> {
    const { store, keyring } = this.#parts;
    const owners = new Set(
      parseAccountLookup(body).map((email) => identifyInbox(keyring, email).owner),
    );
    const pieces = ['{"success":true,"routes":['];
    for await (const rows of oldestFirst(store.routes, Array.from(owners))) {
      const items = await this.#describe(rows, requestId);
      if (items.length > 0) pieces.push(pieces.length > 1 ? `,${items}` : items);
      await pause();
    }
    return [...pieces, ']}'];
  }

  async #describe(rows: readonly RouteRow[], requestId: string): Promise<string> {
    const found = rows.flatMap((row) => this.#open(row, requestId));
    const settled = found.every(({ status }) => status === 'active');
    const refresh = (route: Route) => this.#parts.verification.refresh(route, requestId);
    const current = settled ? found : await Promise.all(found.map(refresh));
    return current.map((route) => JSON.stringify(this.#toItem(route))).join(',');
  }

  /** A form whose sealed part is damaged is left out and reported: the others are still there. */
  #open(row: RouteRow, requestId: string): Route[] {
    try {
      return [this.#parts.openRoute(row)];
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      this.#parts.log.requestFailed({ requestId, operation: 'listAccountRoutes', error });
      return [];
    }
  }

  #toItem({ formId, alias, status, createdAt }: Route): Item {
    const { links } = this.#parts;
    return {
      form_id: formId,
      alias,
      status,
      endpoint: links.endpoint(formId),
      status_url: links.status(formId),
      created_at: new Date(createdAt).toISOString(),
    };
  }
}
