import { LIMITS } from '../../contract/limits.ts';
import { AccountRoutesRequest, type AccountRouteList } from '../../contract/schemas.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { readObject } from '../../platform/text/values.ts';
import { parseEmailAddress, type EmailAddress } from '../inboxes/email-address.ts';
import { identifyInbox } from '../inboxes/inbox-identity.ts';
import { secretsEqual } from '../../platform/secrets/keyed-hash.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { UnsealError } from '../../platform/secrets/sealed-box.ts';
import { readBearer } from './management-token.ts';
import type { RouteVerification } from './route-verification.ts';
import type { Links } from './links.ts';
import { openRoute, type Route, type RouteRow } from './route.ts';
import type { RouteStore } from './route-store.ts';

export interface AccountRoutesParts {
  store: { routes: RouteStore };
  keyring: Keyring;
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

  async list(body: unknown, requestId: string): Promise<AccountRouteList> {
    const { store, keyring, verification } = this.#parts;
    const owners = new Set(
      parseAccountLookup(body).map((email) => identifyInbox(keyring, email).owner),
    );
    const rows = await Promise.all(Array.from(owners, (owner) => store.routes.listByOwner(owner)));
    const sorted = rows.flat().toSorted((a, b) => a.createdAt - b.createdAt);
    const found = sorted.flatMap((row) => this.#open(row, requestId));
    const settled = found.every(({ status }) => status === 'active');
    const refresh = (route: Route) => verification.refresh(route, requestId);
    const current = settled ? found : await Promise.all(found.map(refresh));
    return { success: true, routes: current.map((route) => this.#toItem(route)) };
  }

  /** A form whose sealed part is damaged is left out and reported: the others are still there. */
  #open(row: RouteRow, requestId: string): Route[] {
    try {
      return [openRoute(this.#parts.keyring, row)];
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
