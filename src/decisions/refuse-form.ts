import { LIMITS } from '../contract/limits.ts';
import type { Refusals } from '../inboxes/refusals.ts';
import type { Log } from '../platform/log/log.ts';
import { openRoute, type Route } from '../forms/route.ts';
import type { RouteStore } from '../platform/stores/route-store.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { openRefuseToken } from './owner-token.ts';

/**
 * What a link "I did not ask for this" can do now: refuse a waiting form, or allow mails again.
 * `ended`: its form was confirmed, or it has expired.
 */
type RefusalState = { state: 'open'; route: Route } | { state: 'refused' | 'ended' };

/** The result of pressing its button. */
interface Refusal {
  formId: string;
  /** The result for the form; `allowed` when mails are allowed again. */
  status: 'deleted' | 'allowed' | Route['status'];
  /** Whether mails are refused from now on. */
  refused: boolean;
}

/** Every call throws `verification_token_required` or `verification_token_invalid`. */
export interface RefuseForm {
  /** Changes nothing. */
  look(token: unknown): Promise<RefusalState>;
  /**
   * Removes a form that was never confirmed, and refuses verification mails to its address for a
   * while. Has no effect on a confirmed form.
   */
  refuse(token: unknown, requestId: string): Promise<Refusal>;
  /** Withdraws the refusal: mails about new forms arrive again. */
  allow(token: unknown, requestId: string): Promise<Refusal>;
}

interface Parts {
  routes: RouteStore;
  keyring: Keyring;
  refusals: Refusals;
  log: Log;
  now: () => number;
}

const LIFE = LIMITS.refusalDays * 86_400;

/** "I did not ask for this", in every verification mail; docs/decisions/0024. */
export function createRefuseForm({ routes, keyring, refusals, log, now }: Parts): RefuseForm {
  /** A deleted form can be refused too, unless it was confirmed or its mail is old. */
  async function isOpenWithout(formId: string, sentAt: number): Promise<boolean> {
    return now() / 1000 < sentAt + LIFE && !(await refusals.hasEnded(formId));
  }

  return {
    async look(token) {
      const { formId, subject } = openRefuseToken(keyring, token);
      const row = await routes.findEvenSuspended(formId);
      if (row?.status === 'pending_verification' && row.withdrawnAt === null) {
        return { state: 'open', route: openRoute(keyring, row) };
      }
      return { state: (await refusals.isRefused(subject)) ? 'refused' : 'ended' };
    },
    async refuse(token, requestId) {
      const { formId, subject, sentAt } = openRefuseToken(keyring, token);
      if (!(await routes.removeUnconfirmed(formId))) {
        const row = await routes.findEvenSuspended(formId);
        if (row) return { formId, status: row.status, refused: false };
        const open = await isOpenWithout(formId, sentAt);
        if (!open) return { formId, status: 'deleted', refused: false };
      }
      await refusals.add(subject);
      log.routeRefused({ requestId, formId });
      return { formId, status: 'deleted', refused: true };
    },
    async allow(token, requestId) {
      const { formId, subject } = openRefuseToken(keyring, token);
      await refusals.lift(subject);
      log.refusalLifted({ requestId, formId });
      return { formId, status: 'allowed', refused: false };
    },
  };
}
