import type { Context } from '../platform/context.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { EmailAddress } from '../platform/text/email-address.ts';
import { identifyInbox } from '../inboxes/inbox-identity.ts';
import { listedCopies, withStanding } from '../forms/settings/copies.ts';
import type { FactsOf } from '../forms/decision-token.ts';
import { checkRoom } from '../forms/create-route.ts';
import { hideAll } from '../forms/settings/hidden-values.ts';
import { renewedTokenNonce } from '../forms/form-credentials.ts';
import { TRIES } from '../forms/opened-routes.ts';
import { findRow } from '../forms/opened-routes.ts';
import type { Requester } from '../forms/forms-context.ts';
import { openRoute, sealDetails, type Route } from '../forms/route.ts';
import { replaceSecrets } from '../forms/target-states.ts';
import { withSetting } from '../forms/settings/setting-rules.ts';
import type { MailOwner } from './mail-owner.ts';
import { offerOf } from './offer-form.ts';

export interface MoveParts extends Context {
  mailOwner: MailOwner;
}

/** The form as the next inbox sees it: nothing of the old one's stays, and it gets no copy of its own. */
export function movedTo(route: Route, to: EmailAddress, keyring: Keyring): Route {
  const listed = listedCopies(route);
  const others = listed.filter((address) => address.toLowerCase() !== to.toLowerCase());
  const copies = others.length > 0 ? others : undefined;
  const isCopy = others.length < listed.length;
  const settings = isCopy ? withSetting(route.settings, 'copies', copies) : route.settings;
  return {
    ...withStanding(route, to, undefined),
    settings,
    address: to,
    inbox: identifyInbox(keyring, to),
    tokenNonce: renewedTokenNonce(),
    proposal: undefined,
    offer: undefined,
    bounced: undefined,
    unapprovedSince: undefined,
  };
}

/** Moves the form to the inbox that agreed; undefined if its offer waits no more. */
export function createMove(parts: MoveParts) {
  const { store, keyring, mailOwner, log, now } = parts;
  return async (
    { form: formId, nonce }: FactsOf<'hand-over'>,
    requester: Requester,
  ): Promise<Route | undefined> => {
    for (let left = TRIES; left > 0; left -= 1) {
      const row = await findRow(store.routes, formId);
      const before = openRoute(keyring, row);
      const offer = offerOf(keyring, before);
      if (offer?.nonce !== nonce) return undefined;
      const { to } = offer;
      // The former owner, and who worked for them, may know the secrets of webhooks.
      const { route: renewed } = replaceSecrets(movedTo(before, to, keyring), now());
      const after = hideAll(keyring, renewed);
      const { inbox, tokenNonce } = after;
      if (inbox.quota !== before.inbox.quota) await checkRoom(parts, inbox.quota);
      const moved = { ...inbox, tokenNonce, sealed: sealDetails(keyring, after) };
      if (!(await store.routes.handOver(formId, row, moved))) continue;
      log.routeHandedOver({ requestId: requester.requestId, formId });
      mailOwner.later({ kind: 'handed_over', about: { route: before }, requester });
      mailOwner.later({ kind: 'taken_over', about: { route: after }, requester });
      return after;
    }
    return undefined;
  };
}
