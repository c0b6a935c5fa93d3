import type { FormsContext } from './forms-context.ts';
import { LIMITS } from '../contract/limits.ts';
import { SCHEMAS, type AccountRouteList } from '../contract/schemas.ts';
import { ServiceError } from '../contract/service-error.ts';
import { readObject } from '../platform/text/json.ts';
import { parseEmailAddress, type EmailAddress } from '../platform/text/email-address.ts';
import { identifyInbox } from '../inboxes/inbox-identity.ts';
import { secretsEqual } from '../platform/secrets/keyed-hash.ts';
import { readBearer } from './form-credentials.ts';
import type { ListRoutes } from './list-routes.ts';
import type { Route } from './route.ts';

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

/** Lists the forms of verified addresses, for account brokers. */
export class AccountRoutes {
  readonly #context: FormsContext;
  readonly #list: ListRoutes;

  constructor(context: FormsContext, list: ListRoutes) {
    this.#context = context;
    this.#list = list;
  }

  /** Throws unless the header holds the deployment's secret; checked before the body is read. */
  authorize(authorization: string | undefined): void {
    const secret = this.#context.settings.ACCOUNT_LOOKUP_SECRET;
    if (secret === undefined) throw new ServiceError('account_lookup_unavailable');
    if (!secretsEqual(readBearer(authorization) ?? '', secret)) {
      throw new ServiceError('account_lookup_unauthorized');
    }
  }

  /** The answer, an AccountRouteList, as pieces of JSON text. */
  list(body: unknown, requestId: string): AsyncGenerator<string> {
    const { keyring } = this.#context;
    const owners = new Set(
      parseAccountLookup(body).map((email) => identifyInbox(keyring, email).owner),
    );
    return this.#list(
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
    const { links } = this.#context;
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
