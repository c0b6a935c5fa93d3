import { ServiceError } from '../contract/service-error.ts';
import { identifyInbox } from '../inboxes/inbox-identity.ts';
import { isSession, type Sessions } from '../inboxes/inbox-session.ts';
import type { Context } from '../platform/context.ts';
import { keyedDigest, secretsEqual } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { randomOctets } from '../platform/secrets/sealed-box.ts';
import type { RouteRow } from '../platform/stores/route-table.ts';
import { readBearer } from '../platform/text/http-headers.ts';
import { findRow, type OpenedRoutes } from './opened-routes.ts';
import type { Route } from './route.ts';

const TOKEN = /^lsm_[A-Za-z0-9_-]{43}$/;

/** A token is derived from unsealed columns only, so that it works for a damaged route too. */
type Tokened = Pick<Route, 'formId' | 'tokenNonce'>;

/** `lsm_` and 256 bits, derived from the route and never stored (ADR 8). */
export function managementTokenOf(keyring: Keyring, { formId, tokenNonce }: Tokened): string {
  const digest = keyedDigest(keyring, 'management-token', formId, tokenNonce);
  return `lsm_${digest.toString('base64url')}`;
}

/** Begins the nonce of a renewed token; nonces of creations begin otherwise. */
const RENEWED = '~';

export const newTokenNonce = (): string => randomOctets(12).toString('base64url');

/** For a token that replaces the one of the creation. */
export const renewedTokenNonce = (): string => RENEWED + newTokenNonce();

/** True if the owner has replaced the token that the creator was shown. */
export const isRenewed = ({ tokenNonce }: Tokened): boolean => tokenNonce.startsWith(RENEWED);

/** Throws `management_token_required` and, if it is malformed, `management_token_invalid`. */
export function readManagementToken(authorization: string | undefined): string {
  const token = readBearer(authorization);
  if (!token) throw new ServiceError('management_token_required');
  if (!TOKEN.test(token)) throw new ServiceError('management_token_invalid');
  return token;
}

export function requireManagementToken(keyring: Keyring, route: Tokened, token: string): void {
  const isItsToken = secretsEqual(token, managementTokenOf(keyring, route));
  if (!isItsToken) throw new ServiceError('management_token_invalid');
}

/** A form, and whose credential was sent: its management token, or a session of its inbox. */
export interface AuthorizedForm {
  row: RouteRow;
  by: 'token' | 'owner';
  /** Reads and checks again after another change of the row. Throws like `authorize`. */
  again(): Promise<AuthorizedForm>;
}

const SESSION_NEEDED =
  'Only the owner of the inbox can do this: send a session of the inbox as "Authorization: Bearer <session>".';
const NOT_YOURS = 'This form delivers to another inbox than the one that the session is of.';

/** Checks the credentials of forms and of account brokers. */
export class FormCredentials {
  readonly #context: Context;
  readonly #sessions: Pick<Sessions, 'open'>;
  readonly #opened: OpenedRoutes;

  constructor(context: Context, sessions: Pick<Sessions, 'open'>, opened: OpenedRoutes) {
    this.#context = context;
    this.#sessions = sessions;
    this.#opened = opened;
  }

  /**
   * The form of an id for the bearer of an `Authorization` header. Throws, in this order:
   * `management_token_required` without one, `session_invalid` for a session that does not hold,
   * `management_token_invalid` for anything else malformed, `route_not_found`, and
   * `management_token_invalid` for a token or a session of something else.
   */
  async authorize(formId: string, authorization: string | undefined): Promise<AuthorizedForm> {
    const { store, keyring } = this.#context;
    const again = () => this.authorize(formId, authorization);
    const bearer = readBearer(authorization) ?? '';
    if (!isSession(bearer)) {
      const token = readManagementToken(authorization);
      const row = await findRow(store.routes, formId);
      requireManagementToken(keyring, row, token);
      return { row, by: 'token', again };
    }
    const { owner } = (await this.#sessions.open(bearer)).inbox;
    const row = await findRow(store.routes, formId);
    const { inbox, address } = this.#opened.open(row);
    // The sealed address decides too: the owner of a row could be altered in the database.
    const isTheirs =
      secretsEqual(inbox.owner, owner) && identifyInbox(keyring, address).owner === owner;
    if (isTheirs) return { row, by: 'owner', again };
    throw new ServiceError('management_token_invalid', undefined, { message: NOT_YOURS });
  }

  /** Like `authorize`, but refuses a management token with `management_token_invalid`. */
  async authorizeOwner(formId: string, authorization: string | undefined): Promise<AuthorizedForm> {
    const wording = { message: SESSION_NEEDED };
    if (!readBearer(authorization)) {
      throw new ServiceError('management_token_required', undefined, wording);
    }
    const form = await this.authorize(formId, authorization);
    if (form.by === 'owner') return form;
    throw new ServiceError('management_token_invalid', undefined, wording);
  }

  /**
   * Checks the deployment's secret. Throws `account_lookup_unavailable` and
   * `account_lookup_unauthorized`.
   */
  authorizeLookup(authorization: string | undefined): void {
    const secret = this.#context.settings.ACCOUNT_LOOKUP_SECRET;
    if (secret === undefined) throw new ServiceError('account_lookup_unavailable');
    if (!secretsEqual(readBearer(authorization) ?? '', secret)) {
      throw new ServiceError('account_lookup_unauthorized');
    }
  }
}
