import { ServiceError } from '../contract/service-error.ts';
import type { KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { RouteStore } from '../platform/stores/route-store.ts';

/** How many forms an inbox may have. */
export interface FormRoom {
  /** FORMS_PER_INBOX; 0 for no bound. */
  most: number;
  /** Throws `rate_limited` when the inbox has as many forms as it may. */
  check(quota: KeyedHash): Promise<void>;
}

/** Nothing but a deletion makes room, so there is no better moment to try again. */
const LATER = 3_600;

export function createFormRoom(routes: Pick<RouteStore, 'countByQuota'>, most: number): FormRoom {
  return {
    most,
    async check(quota) {
      if (most === 0 || (await routes.countByQuota(quota)) < most) return;
      const message =
        `This inbox has ${most} forms, which is as many as it may have. Its owner makes room by ` +
        'deleting forms, at /inbox.';
      throw new ServiceError('rate_limited', { retry_after_seconds: LATER }, { message });
    },
  };
}
