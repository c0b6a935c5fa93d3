import type { RouteDeleted, RouteIndexed } from '../../contract/schemas.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Log } from '../../platform/log/log.ts';
import { readManagementToken, requireManagementToken } from './management-token.ts';
import {
  isUnapproved,
  openRoute,
  type Route,
  type RouteRow,
  type UnapprovedRoute,
} from './route.ts';
import { findRow, type RouteStore } from './route-store.ts';
import type { Asker, Requester, RouteVerification } from './route-verification.ts';

export interface RouteManagerParts {
  store: { routes: RouteStore };
  keyring: Keyring;
  verification: RouteVerification;
  notices: {
    /** Mails the owner of an unapproved form about it again, and waits for it. */
    newFormAgain(route: UnapprovedRoute, requester: Requester): Promise<void>;
  };
  log: Log;
}

/**
 * What the holder of a route's management token may do with it. Contract, "Delete" and "Claim": no
 * bearer 401, not this route's token 403, no such route 404.
 */
export class RouteManager {
  readonly #parts: RouteManagerParts;

  constructor(parts: RouteManagerParts) {
    this.#parts = parts;
  }

  /** Opens nothing: a form whose sealed part is damaged can still be deleted. */
  async remove(
    id: string,
    authorization: string | undefined,
    requestId: string,
  ): Promise<RouteDeleted> {
    const { formId } = await this.authorize(id, authorization);
    await this.#parts.store.routes.remove(formId);
    this.#parts.log.routeDeleted({ requestId, formId });
    return { success: true, status: 'deleted', form_id: formId };
  }

  /** Every route is in its owner's index from its creation on: claiming one proves the token. */
  async claim(id: string, authorization: string | undefined): Promise<RouteIndexed> {
    const { formId } = openRoute(this.#parts.keyring, await this.authorize(id, authorization));
    return { success: true, status: 'indexed', form_id: formId };
  }

  /**
   * Sends again what the inbox has to answer: the verification mail of a pending route, the approval
   * of an unapproved one. Nothing for an approved route, or one that its owner has stopped.
   */
  async resend(
    id: string,
    authorization: string | undefined,
    asker: Asker,
  ): Promise<{ route: Route; sent: boolean }> {
    const { keyring, verification, notices } = this.#parts;
    const found = openRoute(keyring, await this.authorize(id, authorization));
    const route = await verification.refresh(found, asker.requestId);
    if (isUnapproved(route)) {
      await notices.newFormAgain(route, asker);
      return { route, sent: true };
    }
    // Only the owner, by a link in a mail, can have the inbox asked about a stopped form.
    const sent = route.status === 'pending_verification' && route.withdrawnAt === undefined;
    return { route: sent ? await verification.askInbox(route, asker) : route, sent };
  }

  /** The route of this token. */
  async authorize(id: string, authorization: string | undefined): Promise<RouteRow> {
    const token = readManagementToken(authorization);
    const row = await findRow(this.#parts.store.routes, id);
    requireManagementToken(this.#parts.keyring, row, token);
    return row;
  }
}
