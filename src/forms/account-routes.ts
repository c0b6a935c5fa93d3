import { LIMITS } from '../contract/limits.ts';
import { AccountRoutesRequest, type AccountRouteList } from '../contract/schemas.ts';
import { ServiceError } from '../contract/service-error.ts';
import { readObject } from '../platform/text/values.ts';
import { parseEmailAddress, type EmailAddress } from '../inboxes/email-address.ts';
import { identifyInbox } from '../inboxes/inbox-identity.ts';
import { secretsEqual } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { readBearer } from './management-token.ts';
import type { Links } from './links.ts';
import type { ListRoutes } from './list-routes.ts';
import type { Route } from './route.ts';

export interface AccountRoutesParts {
  keyring: Keyring;
  list: ListRoutes;
  links: Links;
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

  /** The answer, an AccountRouteList, as pieces of JSON text. */
  list(body: unknown, requestId: string): AsyncGenerator<string> {
    const { keyring, list } = this.#parts;
    const owners = new Set(
      parseAccountLookup(body).map((email) => identifyInbox(keyring, email).owner),
    );
    return list(
      { success: true },
      {
        operation: 'listAccountRoutes',
        requestId,
        owners: Array.from(owners),
        describe: (routes) => routes.map((route) => this.#toItem(route)),
      },
    );
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
