import type { Context } from '../platform/context.ts';
import type { ManagementToken } from '../contract/schemas.ts';
import { ServiceError } from '../contract/service-error.ts';
import { placesOf } from '../delivery/channels/places.ts';
import { managementTokenOf, renewedTokenNonce } from '../forms/form-credentials.ts';
import { TRIES } from '../forms/opened-routes.ts';
import type { RouteRow } from '../platform/stores/route-table.ts';
import { openRoute, sealDetails, type Route } from '../forms/route.ts';
import { replaceSecrets } from '../forms/target-states.ts';

/**
 * Replaces the management token, and with it the secrets of all webhooks, which its holder may know. Throws like
 * AuthorizeForm.
 */
export type RenewToken = (
  id: string,
  authorization: string | undefined,
  requestId: string,
) => Promise<ManagementToken>;

/** The webhooks of a form with the secrets that sign their calls. */
const webhooksOf = (route: Route) =>
  placesOf(route).flatMap((place) =>
    place.channel === 'webhook' ? [{ url: place.config.url, secret: place.config.secret }] : [],
  );

/** `authorize` gives the form to its owner alone. */
export function createRenewToken(
  { store, keyring, log, now }: Context,
  authorize: (id: string, authorization: string | undefined) => Promise<RouteRow>,
): RenewToken {
  return async (id, authorization, requestId) => {
    for (let left = TRIES; left > 0; left -= 1) {
      const row = await authorize(id, authorization);
      const { formId } = row;
      const tokenNonce = renewedTokenNonce();
      const { route } = replaceSecrets(openRoute(keyring, row), now());
      const renewed = { sealed: sealDetails(keyring, route), tokenNonce };
      if (!(await store.routes.renewToken(formId, row, renewed))) continue;
      log.managementTokenRenewed({ requestId, formId });
      const webhooks = webhooksOf(route);
      return {
        success: true,
        form_id: formId,
        management_token: managementTokenOf(keyring, { formId, tokenNonce }),
        ...(webhooks.length > 0 && { webhooks }),
      };
    }
    throw new ServiceError('internal_error');
  };
}
