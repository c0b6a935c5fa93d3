import { ServiceError } from '../../contract/service-error.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import { identifyInbox } from '../../inboxes/inbox-identity.ts';
import { refusalSubject, type Refusals } from '../../inboxes/refusals.ts';
import type { RouteStore } from '../../platform/stores/route-store.ts';
import { openRoute, type Route } from '../../forms/route.ts';
import type { FormId } from '../../contract/form-id.ts';
import { movedTo } from './move-form.ts';
import { offerOf, type HandOverSide, type HandOverToken } from './token.ts';

/**
 * How a hand-over stands, for the reader of one of its links. `asked`: the owner has agreed, and the other inbox
 * was mailed. `ended`: the form has changed since, the offer was withdrawn or followed by another one. `refused`:
 * the inbox wants no such mails.
 */
export interface HandOverView {
  state: 'open' | 'asked' | 'expired' | 'done' | 'ended' | 'refused' | 'allowed';
  side: HandOverSide;
  formId: FormId;
  to: EmailAddress;
  /** What the inbox would get; undefined if the form is gone. */
  route: Route | undefined;
}

interface Parts {
  store: { routes: RouteStore };
  keyring: Keyring;
  refusals: Refusals;
  now: () => number;
}

/** Says how a hand-over stands; changes nothing. Throws `route_not_found` where its inbox has refused it. */
export function createLook({ store, keyring, refusals, now }: Parts) {
  async function stateOf(
    { side, to, nonce, expiresAt }: HandOverToken,
    route: Route | undefined,
  ): Promise<HandOverView['state']> {
    if (await refusals.hasEnded(nonce)) {
      throw new ServiceError('route_not_found', undefined, { variant: 'refused_question' });
    }
    if (route?.inbox.owner === identifyInbox(keyring, to).owner) return 'done';
    const isRefused = async () => refusals.isRefused(refusalSubject(keyring, to));
    if (side === 'next' && (await isRefused())) return 'refused';
    const offer = route && offerOf(keyring, route);
    if (offer?.nonce !== nonce) return 'ended';
    if (offer.side !== side) return 'asked';
    return now() < expiresAt ? 'open' : 'expired';
  }

  return async (token: HandOverToken): Promise<HandOverView> => {
    const { side, formId, to } = token;
    const row = await store.routes.find(formId);
    const route = row && openRoute(keyring, row);
    const shown = route && (side === 'next' ? movedTo(route, to, keyring) : route);
    return { state: await stateOf(token, route), side, formId, to, route: shown };
  };
}
