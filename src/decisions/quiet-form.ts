import type { Keyring } from '../platform/secrets/keyring.ts';
import type { SettingsManager } from '../forms/manage-settings.ts';
import type { FindRoute } from '../forms/opened-routes.ts';
import type { Route } from '../forms/route.ts';
import { expectSigned, signedToken, splitToken } from './owner-token.ts';

/** Every call throws `verification_token_required`, `verification_token_invalid`, `route_not_found`. */
export interface QuietForm {
  /** The form of an emailed link. Changes nothing. */
  look(token: unknown): Promise<Route>;
  /** The owner is, or is not, told any more when the form falls silent. Repeating it succeeds. */
  set(token: unknown, quiet: boolean, requestId: string): Promise<Route>;
}

/** `<form id>.<keyed hash>`. Never expires. */
export const quietTokenOf = (keyring: Keyring, route: Pick<Route, 'formId' | 'inbox'>): string =>
  signedToken(keyring, 'quiet', route, [route.formId]);

interface Parts {
  keyring: Keyring;
  findRoute: FindRoute;
  settings: Pick<SettingsManager, 'decide'>;
}

/** "Do not tell me about this form again", in the notice of its silence; docs/decisions/0050. */
export function createQuietForm({ keyring, findRoute, settings }: Parts): QuietForm {
  async function look(token: unknown): Promise<Route> {
    const split = splitToken(token, [2]);
    const route = await findRoute(split[0]);
    expectSigned(keyring, 'quiet', route, split);
    return route;
  }
  return {
    look,
    async set(token, quiet, requestId) {
      const { formId } = await look(token);
      await settings.decide(formId, requestId, (now) =>
        (now.quiet === true) === quiet ? undefined : { ...now, quiet },
      );
      return look(token);
    },
  };
}
