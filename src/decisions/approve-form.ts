import { ServiceError } from '../contract/service-error.ts';
import type { Log } from '../platform/log/log.ts';
import type { RouteStore } from '../platform/stores/route-store.ts';
import type { FindRoute } from '../forms/opened-routes.ts';
import type { Route } from '../forms/route.ts';
import { secretsEqual } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { approvalTokenOf, splitToken } from './owner-token.ts';

/** Every call throws `verification_token_required`, `verification_token_invalid`, `route_not_found`. */
export interface ApproveForm {
  /** The form of an approval link. Changes nothing. */
  look(token: unknown): Promise<Route>;
  /** Approves an active form; repeating it succeeds. A stopped one is returned unchanged. */
  approve(token: unknown, requestId: string): Promise<Route>;
}

interface Parts {
  routes: RouteStore;
  keyring: Keyring;
  findRoute: FindRoute;
  log: Log;
}

/** Lets the owner approve a form that was active at once; docs/decisions/0024. */
export function createApproveForm({ routes, keyring, findRoute, log }: Parts): ApproveForm {
  async function open(token: unknown): Promise<{ route: Route; since: number }> {
    const [formId, since = ''] = splitToken(token, [3]);
    const route = await findRoute(formId);
    const { unapprovedSince = Number(since) } = route;
    const genuine = approvalTokenOf(keyring, { ...route, unapprovedSince });
    if (!secretsEqual(String(token).trim(), genuine)) {
      throw new ServiceError('verification_token_invalid');
    }
    return { route, since: unapprovedSince };
  }

  return {
    look: async (token) => (await open(token)).route,
    async approve(token, requestId) {
      const { route, since } = await open(token);
      const { formId } = route;
      if (!(await routes.approve(formId, since))) return findRoute(formId);
      log.routeApproved({ requestId, formId });
      return { ...route, unapprovedSince: undefined };
    },
  };
}
