import type { RouteDeleted, RouteIndexed } from '../../contract/schemas.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { AnnounceRoute, Asker } from './announce-route.ts';
import type { RouteVerification } from './route-verification.ts';
import { findRow, type RouteStore } from './route-store.ts';
import { readManagementToken, requireManagementToken } from './management-token.ts';
import {
  isUnapproved,
  openRoute,
  type Route,
  type RouteRow,
  type UnapprovedRoute,
} from './route.ts';

/** What the holder of a route's management token may do with it. */
export interface ManageRoute {
  remove(formId: string, authorization: string | undefined): Promise<RouteDeleted>;
  claim(formId: string, authorization: string | undefined): Promise<RouteIndexed>;
  /**
   * Sends again what the inbox has to answer: the verification mail of a pending route, the approval
   * of an unapproved one. Nothing for an approved route, or one that its owner has stopped.
   */
  resend(
    formId: string,
    authorization: string | undefined,
    asker: Asker,
  ): Promise<{ route: Route; sent: boolean }>;
}

interface Parts {
  routes: RouteStore;
  keyring: Keyring;
  verification: RouteVerification;
  announce: AnnounceRoute;
  /** Mails the owner of an unapproved route about it again. */
  remindOwner: (route: UnapprovedRoute, requestId: string) => Promise<void>;
}

/** Contract, "Delete" and "Claim": no bearer 401, not this route's token 403, no such route 404. */
export function createManageRoute(parts: Parts): ManageRoute {
  const { routes, keyring, verification, announce, remindOwner } = parts;

  async function authorize(id: string, authorization: string | undefined): Promise<RouteRow> {
    const token = readManagementToken(authorization);
    const row = await findRow(routes, id);
    requireManagementToken(keyring, row, token);
    return row;
  }

  return {
    // Not opened: a form whose sealed part is damaged can at least be deleted.
    async remove(id, authorization) {
      const { formId } = await authorize(id, authorization);
      await routes.remove(formId);
      return { success: true, status: 'deleted', form_id: formId };
    },
    // Every route is in the owner index from its creation on: claiming one proves the token.
    async claim(id, authorization) {
      const { formId } = openRoute(keyring, await authorize(id, authorization));
      return { success: true, status: 'indexed', form_id: formId };
    },
    async resend(id, authorization, asker) {
      const found = openRoute(keyring, await authorize(id, authorization));
      const route = await verification.refresh(found, asker.requestId);
      if (isUnapproved(route)) {
        await remindOwner(route, asker.requestId);
        return { route, sent: true };
      }
      // Only the owner, from a link in a mail, can have a stopped form asked for again.
      const sent = route.status === 'pending_verification' && route.withdrawnAt === undefined;
      return { route: sent ? await announce.forStranger(route, asker) : route, sent };
    },
  };
}
