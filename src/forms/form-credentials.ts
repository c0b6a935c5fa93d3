import type { FormsContext } from './forms-context.ts';
import { ServiceError } from '../contract/service-error.ts';
import { secretsEqual, type KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { identifyInbox } from '../inboxes/inbox-identity.ts';
import { isSession } from '../inboxes/inbox-session.ts';
import { readBearer, readManagementToken, requireManagementToken } from './management-token.ts';
import type { RouteRow } from '../platform/stores/route-store.ts';
import { findRow } from './opened-routes.ts';
import type { Route } from './route.ts';

/** A form, and who asks for it: who holds its management token, or has a session of its inbox. */
interface AuthorizedForm {
  row: RouteRow;
  by: 'token' | 'owner';
}

/**
 * The form of an id for the bearer of an `Authorization` header. Throws, in this order:
 * `management_token_required` without one, `session_invalid` for a session that does not hold,
 * `management_token_invalid` for anything else malformed, `route_not_found`, and
 * `management_token_invalid` for a token or a session of something else.
 */
export type AuthorizeForm = (
  formId: string,
  authorization: string | undefined,
) => Promise<AuthorizedForm>;

const SESSION_NEEDED =
  'Only the owner of the inbox can do this: send a session of the inbox as "Authorization: Bearer <session>".';
const NOT_YOURS = 'This form delivers to another inbox than the one that the session is of.';

/**
 * Whether a form delivers to exactly this inbox. The sealed address decides: the owner of a row could be
 * altered in the database, which would let others into the form.
 */
function isOwnedBy(keyring: Keyring, owner: KeyedHash, { address, inbox }: Route): boolean {
  return secretsEqual(inbox.owner, owner) && identifyInbox(keyring, address).owner === owner;
}

export function createAuthorizeForm(
  { store, keyring, sessions }: FormsContext,
  openRoute: (row: RouteRow) => Route,
): AuthorizeForm {
  return async (formId, authorization) => {
    const bearer = readBearer(authorization) ?? '';
    if (!isSession(bearer)) {
      const token = readManagementToken(authorization);
      const row = await findRow(store.routes, formId);
      requireManagementToken(keyring, row, token);
      return { row, by: 'token' };
    }
    const { inbox } = await sessions.open(bearer);
    const row = await findRow(store.routes, formId);
    if (!isOwnedBy(keyring, inbox.owner, openRoute(row))) {
      throw new ServiceError('management_token_invalid', undefined, { message: NOT_YOURS });
    }
    return { row, by: 'owner' };
  };
}

/** Like AuthorizeForm, for what a management token is not enough for: that is `management_token_invalid` too. */
export function createAuthorizeOwner(authorize: AuthorizeForm) {
  return async (formId: string, authorization: string | undefined): Promise<RouteRow> => {
    const wording = { message: SESSION_NEEDED };
    if (!readBearer(authorization)) {
      throw new ServiceError('management_token_required', undefined, wording);
    }
    const { row, by } = await authorize(formId, authorization);
    if (by !== 'owner') throw new ServiceError('management_token_invalid', undefined, wording);
    return row;
  };
}
