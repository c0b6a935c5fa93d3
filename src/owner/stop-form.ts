import type { Log } from '../log.ts';
import type { AnnounceRoute } from '../routes/announce-route.ts';
import type { FindRoute } from '../routes/find-route.ts';
import type { Route } from '../routes/route.ts';
import type { RouteStore } from '../routes/route-store.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { InboxVerification } from '../verification/inbox-verification.ts';
import { formOfStopToken, requireStopToken } from './owner-token.ts';

/** A form that its owner has stopped; `undo` confirms it again at once, where links can. */
interface Stopped {
  route: Route;
  undo: string | undefined;
}

/** Every call throws `verification_token_required`, `verification_token_invalid`, `route_not_found`. */
export interface StopForm {
  /** The form of a stop link. Changes nothing, whoever opens it. */
  look(token: unknown): Promise<Route>;
  /** Withdraws the confirmation; repeating it succeeds. */
  stop(token: unknown, reason: { spam: boolean }, requestId: string): Promise<Stopped>;
  /** The owner wants a stopped form back: asks the inbox anew, unless the form is active. */
  restart(token: unknown, requestId: string): Promise<{ route: Route; sent: boolean }>;
}

interface Parts {
  routes: RouteStore;
  keyring: Keyring;
  findRoute: FindRoute;
  verification: InboxVerification;
  announce: AnnounceRoute;
  log: Log;
  now: () => number;
}

/** The owner's way out, in every delivered mail; docs/decisions/0024. */
export function createStopForm(parts: Parts): StopForm {
  const { routes, keyring, findRoute, verification, announce, log, now } = parts;

  async function look(token: unknown): Promise<Route> {
    const route = await findRoute(formOfStopToken(token));
    requireStopToken(keyring, route, token);
    return route;
  }

  return {
    look,
    async stop(token, { spam }, requestId) {
      const found = await look(token);
      const { formId } = found;
      const at = now();
      if (await routes.withdraw(formId, at)) log.routeStopped({ requestId, formId, spam });
      else return { route: await findRoute(formId), undo: undefined };
      const route: Route = {
        ...found,
        status: 'pending_verification',
        withdrawnAt: at,
        verificationSentAt: at,
      };
      return { route, undo: verification.confirmationToken(route) };
    },
    async restart(token, requestId) {
      const route = await look(token);
      if (route.status === 'active') return { route, sent: false };
      return { route: await announce(route, requestId), sent: true };
    },
  };
}
