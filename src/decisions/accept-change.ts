import { ServiceError } from '../contract/service-error.ts';
import type { FormSettings } from '../contract/form-settings.ts';
import { keyedHash, secretsEqual, type KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { proposalOf } from '../forms/change-settings.ts';
import type { ProposedRoute, SettingsManager } from '../forms/manage-settings.ts';
import type { FindRoute } from '../forms/opened-routes.ts';
import type { Route } from '../forms/route.ts';
import { changesBetween, type SettingChange } from '../forms/settings/setting-changes.ts';
import { expectSigned, signedToken, splitToken } from './owner-token.ts';

/** What the link to a change of settings shows. */
type ChangeState =
  | { state: 'open'; route: Route; changes: readonly SettingChange[]; token: string }
  | { state: 'accepted'; route: Route }
  | { state: 'outdated'; route: Route };

/** Every call throws `verification_token_required`, `verification_token_invalid`, `route_not_found`. */
export interface AcceptChange {
  /** The change of an emailed link. Changes nothing. */
  look(token: unknown): Promise<ChangeState>;
  /**
   * Accepts it; repeating it succeeds. Throws `verification_mismatch` where another change waits, or
   * none.
   */
  accept(token: unknown, requestId: string): Promise<Route>;
}

/** Stands for the content of a change in its link. */
const digestOf = (keyring: Keyring, settings: FormSettings): KeyedHash =>
  keyedHash(keyring, 'owner-link', 'settings-content', JSON.stringify(settings));

/** `<form id>.<time>.<digest>.<keyed hash>`: for one change alone. */
export function changeTokenOf(
  keyring: Keyring,
  route: Pick<ProposedRoute, 'formId' | 'inbox' | 'proposal'>,
): string {
  const { formId, proposal } = route;
  const parts = [formId, proposal.at.toString(36), digestOf(keyring, proposal.settings)];
  return signedToken(keyring, 'settings', route, parts);
}

interface Parts {
  keyring: Keyring;
  findRoute: FindRoute;
  settings: Pick<SettingsManager, 'accept'>;
  now: () => number;
}

export function createAcceptChange({ keyring, findRoute, settings, now }: Parts): AcceptChange {
  async function open(token: unknown) {
    const split = splitToken(token, [4]);
    const [formId, time = '', digest = ''] = split;
    const route = await findRoute(formId);
    expectSigned(keyring, 'settings', route, split);
    const at = Number.parseInt(time, 36);
    const proposal = proposalOf(route, now());
    const isThis = (content: FormSettings) => secretsEqual(digest, digestOf(keyring, content));
    return {
      route,
      waiting: proposal?.at === at && isThis(proposal.settings) ? proposal : undefined,
      isAccepted: proposal === undefined && isThis(route.settings),
    };
  }

  return {
    async look(token) {
      const { route, waiting, isAccepted } = await open(token);
      if (!waiting) return { state: isAccepted ? 'accepted' : 'outdated', route };
      const changes = changesBetween(route.settings, waiting.settings);
      return { state: 'open', route, changes, token: String(token) };
    },
    async accept(token, requestId) {
      const { route, waiting, isAccepted } = await open(token);
      if (isAccepted) return route;
      const accepted = waiting && (await settings.accept(route.formId, waiting, requestId));
      if (accepted) return accepted;
      throw new ServiceError('verification_mismatch', undefined, { variant: 'outdated_change' });
    },
  };
}
