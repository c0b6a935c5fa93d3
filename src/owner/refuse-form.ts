import type { Refusals } from '../inboxes/refusals.ts';
import type { Log } from '../log.ts';
import { openRoute, type Route } from '../routes/route.ts';
import type { RouteStore } from '../routes/route-store.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { openRefuseToken } from './owner-token.ts';

/** Every call throws `verification_token_required` or `verification_token_invalid`. */
export interface RefuseForm {
  /** The form of a link "I did not ask for this"; undefined when it is gone. Changes nothing. */
  look(token: unknown): Promise<Route | undefined>;
  /**
   * Removes the pending form and has its address refuse verification mails for a while. A form that
   * was confirmed stays, and is what it answers.
   */
  refuse(token: unknown, requestId: string): Promise<{ formId: string; confirmed?: Route }>;
}

interface Parts {
  routes: RouteStore;
  keyring: Keyring;
  refusals: Refusals;
  log: Log;
}

/** "I did not ask for this", in every verification mail; docs/decisions/0024. */
export function createRefuseForm({ routes, keyring, refusals, log }: Parts): RefuseForm {
  async function look(token: unknown): Promise<Route | undefined> {
    const { formId } = openRefuseToken(keyring, token);
    const row = await routes.find(formId);
    return row && openRoute(keyring, row);
  }

  return {
    look,
    async refuse(token, requestId) {
      const { formId, subject } = openRefuseToken(keyring, token);
      const removed = await routes.removePending(formId);
      const confirmed = removed ? undefined : await look(token);
      if (confirmed) return { formId, confirmed };
      await refusals.add(subject);
      log.routeRefused({ requestId, formId });
      return { formId };
    },
  };
}
